import type { ErrorTexts } from '#http';

/** What its errors say besides English. */
export const errorTexts: ErrorTexts = {
  account_exists: {
    zh: '此地址已有一个设有密码的账户，但它不是工作空间的成员。请先邀请它。',
    es: 'Hay una cuenta con contraseña con esta dirección que no pertenece al espacio de trabajo. Invítela antes.',
    fr: 'Un compte avec mot de passe a cette adresse et ne fait pas partie de l’espace de travail. Invitez-le d’abord.',
    de: 'Ein Konto mit Passwort hat diese Adresse und gehört dem Arbeitsbereich nicht an. Laden Sie es zuerst ein.',
  },
  changed: {
    zh: '有人同时更改了此连接。请查看后重试。',
    es: 'Alguien cambió la conexión al mismo tiempo. Mírela y vuelva a intentarlo.',
    fr: 'Quelqu’un a modifié la connexion en même temps. Regardez-la et réessayez.',
    de: 'Jemand hat die Verbindung gleichzeitig geändert. Sehen Sie sie an und versuchen Sie es noch einmal.',
  },
  foreign_address: {
    zh: '此地址的域名不属于该连接，或未经批准。',
    es: 'El dominio de la dirección no pertenece a la conexión o no está aprobado.',
    fr: 'Le domaine de l’adresse n’appartient pas à la connexion, ou n’est pas approuvé.',
    de: 'Die Domain der Adresse gehört nicht zur Verbindung oder ist nicht freigegeben.',
  },
  invalid_connection: {
    zh: '连接的某项设置不正确：{message}',
    es: 'Un ajuste de la conexión no es correcto: {message}',
    fr: 'Un paramètre de la connexion n’est pas correct : {message}',
    de: 'Eine Einstellung der Verbindung ist nicht richtig: {message}',
  },
  invalid_return: {
    zh: '返回地址不是本站的路径。',
    es: 'La dirección de vuelta no es una ruta de este sitio.',
    fr: 'L’adresse de retour n’est pas un chemin de ce site.',
    de: 'Die Rückkehradresse ist kein Pfad dieser Seite.',
  },
  link_needed: {
    zh: '使用此地址的账户已关联到身份提供商的另一个身份。请在同一浏览器中登录该账户并确认。',
    es: 'La cuenta con esta dirección está vinculada a otra persona del proveedor de identidad. Inicie sesión en ella en este navegador y confirme.',
    fr: 'Le compte de cette adresse est lié à une autre personne du fournisseur d’identité. Connectez-vous-y dans ce navigateur et confirmez.',
    de: 'Das Konto mit dieser Adresse ist mit einer anderen Person des Identitätsanbieters verknüpft. Melden Sie sich in diesem Browser daran an und bestätigen Sie.',
  },
  link_of_other: {
    zh: '等待关联的是另一个账户。请用那个账户登录。',
    es: 'El vínculo pendiente es de otra cuenta. Inicie sesión con esa.',
    fr: 'Le lien en attente concerne un autre compte. Connectez-vous avec celui-là.',
    de: 'Die wartende Verknüpfung gilt einem anderen Konto. Melden Sie sich mit diesem an.',
  },
  no_connection: {
    zh: '工作空间没有这个连接，或它已关闭。',
    es: 'El espacio de trabajo no tiene esa conexión o está desactivada.',
    fr: 'L’espace de travail n’a pas cette connexion, ou elle est désactivée.',
    de: 'Der Arbeitsbereich hat keine solche Verbindung, oder sie ist abgeschaltet.',
  },
  no_link: {
    zh: '没有等待关联的身份。请重新通过身份提供商登录。',
    es: 'No hay ningún vínculo pendiente. Vuelva a iniciar sesión con el proveedor de identidad.',
    fr: 'Aucun lien n’est en attente. Reconnectez-vous par le fournisseur d’identité.',
    de: 'Es wartet keine Verknüpfung. Melden Sie sich erneut über den Identitätsanbieter an.',
  },
  no_role: {
    zh: '身份提供商没有给出您在工作空间中的角色。请让管理员邀请您。',
    es: 'El proveedor de identidad no le da ningún rol en el espacio de trabajo. Pida una invitación a un administrador.',
    fr: 'Le fournisseur d’identité ne vous donne aucun rôle dans l’espace de travail. Demandez une invitation à un administrateur.',
    de: 'Der Identitätsanbieter gibt Ihnen keine Rolle im Arbeitsbereich. Bitten Sie einen Admin um eine Einladung.',
  },
  proof_needed: {
    zh: '关联之后，密码曾通过链接重设。请以已关联的身份登录并确认。',
    es: 'La contraseña se estableció con un enlace después del vínculo. Inicie sesión como la persona vinculada y confirme.',
    fr: 'Le mot de passe a été défini par un lien après la liaison. Connectez-vous comme la personne liée et confirmez.',
    de: 'Das Passwort wurde nach der Verknüpfung über einen Link gesetzt. Melden Sie sich als die verknüpfte Person an und bestätigen Sie.',
  },
  provider_failed: {
    zh: '身份提供商的元数据无法使用：{message}',
    es: 'No se pueden usar los metadatos del proveedor de identidad: {message}',
    fr: 'Les métadonnées du fournisseur d’identité sont inutilisables : {message}',
    de: 'Die Metadaten des Identitätsanbieters sind nicht brauchbar: {message}',
  },
  refused: {
    zh: '身份提供商没有让您登录：{message}',
    es: 'El proveedor de identidad no le dio acceso: {message}',
    fr: 'Le fournisseur d’identité ne vous a pas connecté : {message}',
    de: 'Der Identitätsanbieter hat Sie nicht angemeldet: {message}',
  },
  removed: {
    zh: '您已被移出此工作空间。请让管理员邀请您。',
    es: 'Se le quitó del espacio de trabajo. Pida una invitación a un administrador.',
    fr: 'Vous avez été retiré de l’espace de travail. Demandez une invitation à un administrateur.',
    de: 'Sie wurden aus dem Arbeitsbereich entfernt. Bitten Sie einen Admin um eine Einladung.',
  },
  secret_needed: {
    zh: '连接的颁发者改变了。请提供它的客户端密钥。',
    es: 'El emisor de la conexión cambia. Indique su secreto de cliente.',
    fr: 'L’émetteur de la connexion change. Donnez son secret client.',
    de: 'Der Aussteller der Verbindung ändert sich. Geben Sie sein Client-Secret an.',
  },
  sign_in_over: {
    zh: '登录已过期，或是在另一个浏览器中开始的。请重新开始。',
    es: 'El inicio de sesión caducó o empezó en otro navegador. Empiece de nuevo.',
    fr: 'La connexion a expiré ou a commencé dans un autre navigateur. Recommencez.',
    de: 'Die Anmeldung ist abgelaufen oder begann in einem anderen Browser. Beginnen Sie von vorn.',
  },
  too_many_connections: {
    zh: '工作空间的连接已达上限。请先删除一个。',
    es: 'El espacio de trabajo tiene tantas conexiones como se permiten. Elimine una.',
    fr: 'L’espace de travail a autant de connexions que permis. Supprimez-en une.',
    de: 'Der Arbeitsbereich hat so viele Verbindungen wie erlaubt. Löschen Sie eine.',
  },
  unverified_address: {
    zh: '身份提供商未确认您的电子邮件地址。请在那里验证。',
    es: 'El proveedor de identidad no confirma su dirección de correo. Verifíquela allí.',
    fr: 'Le fournisseur d’identité ne confirme pas votre adresse e-mail. Vérifiez-la chez lui.',
    de: 'Der Identitätsanbieter bestätigt Ihre E-Mail-Adresse nicht. Verifizieren Sie sie dort.',
  },
};
