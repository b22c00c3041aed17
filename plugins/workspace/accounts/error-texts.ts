import type { ErrorTexts } from '#http';

/** What its errors say besides English. */
export const errorTexts: ErrorTexts = {
  busy: {
    zh: '服务器正在检查许多密码。请过几秒重试。',
    es: 'El servidor está comprobando demasiadas contraseñas. Inténtelo de nuevo en unos segundos.',
    fr: 'Le serveur vérifie trop de mots de passe en ce moment. Réessayez dans quelques secondes.',
    de: 'Der Server prüft gerade zu viele Passwörter. Versuchen Sie es in ein paar Sekunden noch einmal.',
  },
  code_needed: {
    zh: '此账户设有第二因素。请输入验证码。',
    es: 'La cuenta tiene un segundo factor. Introduzca su código.',
    fr: 'Ce compte a un second facteur. Saisissez son code.',
    de: 'Das Konto hat einen zweiten Faktor. Geben Sie seinen Code ein.',
  },
  email_taken: {
    zh: '此地址已有账户。请用它登录。',
    es: 'Ya existe una cuenta con esta dirección. Inicie sesión con ella.',
    fr: 'Un compte existe déjà avec cette adresse. Connectez-vous avec celui-ci.',
    de: 'Mit dieser Adresse gibt es schon ein Konto. Melden Sie sich damit an.',
  },
  expired_key: {
    zh: '到期时间已过。请选择一个将来的时间。',
    es: 'La fecha de caducidad ya pasó. Indique una futura.',
    fr: 'La date d’expiration est passée. Choisissez une date à venir.',
    de: 'Das Ablaufdatum liegt in der Vergangenheit. Wählen Sie ein künftiges.',
  },
  hand_off_over: {
    zh: '此登录已使用、已过期或不完整。请重新开始。',
    es: 'Este inicio de sesión ya se usó, ha caducado o no está completo. Empiece de nuevo.',
    fr: 'Cette connexion a été utilisée, a expiré ou n’est pas complète. Recommencez.',
    de: 'Diese Anmeldung wurde benutzt, ist abgelaufen oder nicht vollständig. Beginnen Sie von vorn.',
  },
  invalid_email: {
    zh: '这不是电子邮件地址。请按 ada@example.com 的形式填写。',
    es: 'No es una dirección de correo. Escríbala como ada@example.com.',
    fr: 'Ce n’est pas une adresse e-mail. Écrivez-la comme ada@example.com.',
    de: 'Das ist keine E-Mail-Adresse. Schreiben Sie sie wie ada@example.com.',
  },
  link_over: {
    zh: '此链接已使用、已过期或不完整。请申请新的链接。',
    es: 'Este enlace ya se usó, ha caducado o no está completo. Pida otro.',
    fr: 'Ce lien a été utilisé, a expiré ou n’est pas complet. Demandez-en un autre.',
    de: 'Dieser Link wurde benutzt, ist abgelaufen oder nicht vollständig. Fordern Sie einen neuen an.',
  },
  no_csrf_token: {
    zh: '此页面已过时。请重新加载后再试。',
    es: 'Esta página está desactualizada. Vuelva a cargarla e inténtelo de nuevo.',
    fr: 'Cette page n’est plus à jour. Rechargez-la et réessayez.',
    de: 'Diese Seite ist veraltet. Laden Sie sie neu und versuchen Sie es noch einmal.',
  },
  no_key: {
    zh: '您没有这个个人密钥。',
    es: 'No tiene esa clave personal.',
    fr: 'Vous n’avez pas cette clé personnelle.',
    de: 'Sie haben keinen solchen persönlichen Schlüssel.',
  },
  no_second_factor: {
    zh: '当前没有正在设置的第二因素。请先开始设置。',
    es: 'No se está configurando ningún segundo factor. Empiece primero.',
    fr: 'Aucun second facteur n’est en cours de configuration. Commencez d’abord.',
    de: 'Es wird gerade kein zweiter Faktor eingerichtet. Beginnen Sie zuerst damit.',
  },
  no_session: {
    zh: '您没有这个会话。',
    es: 'No tiene esa sesión.',
    fr: 'Vous n’avez pas cette session.',
    de: 'Sie haben keine solche Sitzung.',
  },
  not_found: {
    zh: '没有这个账户。',
    es: 'Esa cuenta no existe.',
    fr: 'Ce compte n’existe pas.',
    de: 'Dieses Konto gibt es nicht.',
  },
  session_over: {
    zh: '您的会话已结束。请重新登录。',
    es: 'Su sesión ha terminado. Inicie sesión de nuevo.',
    fr: 'Votre session est terminée. Reconnectez-vous.',
    de: 'Ihre Sitzung ist beendet. Melden Sie sich erneut an.',
  },
  sign_up_closed: {
    zh: '此处的账户通过邀请创建。请让已有账户的人邀请您。',
    es: 'Aquí las cuentas se crean por invitación. Pida a alguien que tenga una que le invite.',
    fr: 'Les comptes sont créés ici sur invitation. Demandez à quelqu’un qui en a un de vous inviter.',
    de: 'Konten gibt es hier auf Einladung. Bitten Sie jemanden, der eines hat, Sie einzuladen.',
  },
  too_many_attempts: {
    zh: '尝试次数过多。请在 {seconds} 秒后重试。',
    es: 'Demasiados intentos. Inténtelo de nuevo dentro de {seconds} segundos.',
    fr: 'Trop de tentatives. Réessayez dans {seconds} secondes.',
    de: 'Zu viele Versuche. Versuchen Sie es in {seconds} Sekunden noch einmal.',
  },
  too_many_keys: {
    zh: '您的个人密钥已达上限。请先撤销一个。',
    es: 'Tiene tantas claves personales como se permiten. Revoque una.',
    fr: 'Vous avez autant de clés personnelles que permis. Révoquez-en une.',
    de: 'Sie haben so viele persönliche Schlüssel wie erlaubt. Widerrufen Sie einen.',
  },
  unauthorized: {
    zh: '您尚未登录。请登录。',
    es: 'No ha iniciado sesión. Inicie sesión.',
    fr: 'Vous n’êtes pas connecté. Connectez-vous.',
    de: 'Sie sind nicht angemeldet. Melden Sie sich an.',
  },
  weak_password: {
    zh: '密码不够安全：{message}',
    es: 'La contraseña no es segura: {message}',
    fr: 'Le mot de passe n’est pas assez sûr : {message}',
    de: 'Das Passwort ist nicht sicher genug: {message}',
  },
  wrong_code: {
    zh: '验证码不正确，或已使用过。',
    es: 'El código no es correcto o ya se usó.',
    fr: 'Le code n’est pas correct, ou a déjà été utilisé.',
    de: 'Der Code ist nicht richtig oder wurde schon benutzt.',
  },
  wrong_credentials: {
    zh: '电子邮件地址或密码不正确。',
    es: 'La dirección de correo o la contraseña no es correcta.',
    fr: 'L’adresse e-mail ou le mot de passe n’est pas correct.',
    de: 'Die E-Mail-Adresse oder das Passwort ist nicht richtig.',
  },
  wrong_password: {
    zh: '当前密码不正确。',
    es: 'La contraseña actual no es correcta.',
    fr: 'Le mot de passe actuel n’est pas correct.',
    de: 'Das aktuelle Passwort ist nicht richtig.',
  },
};
