import type { ErrorTexts } from '#http';

/** What its errors say besides English. */
export const errorTexts: ErrorTexts = {
  attempt_over: {
    zh: '连接已过期、已使用，或是在另一个浏览器中开始的。请重新开始。',
    es: 'La conexión caducó, se usó o empezó en otro navegador. Empiece de nuevo.',
    fr: 'La connexion a expiré, a servi ou a commencé dans un autre navigateur. Recommencez.',
    de: 'Die Verbindung ist abgelaufen, benutzt oder begann in einem anderen Browser. Beginnen Sie von vorn.',
  },
  broken: {
    zh: '已连接的账户不再可用。请在“集成”中重新连接。',
    es: 'La cuenta conectada ya no funciona. Vuelva a conectarla en Integraciones.',
    fr: 'Le compte connecté ne fonctionne plus. Reconnectez-le sous Intégrations.',
    de: 'Das verbundene Konto funktioniert nicht mehr. Verbinden Sie es unter Integrationen neu.',
  },
  foreign_address: {
    zh: '此账户的请求只发送到其所属服务。',
    es: 'Las peticiones de esta cuenta van solo a su propio servicio.',
    fr: 'Les requêtes de ce compte ne vont qu’à son propre service.',
    de: 'Anfragen mit diesem Konto gehen nur an seinen eigenen Dienst.',
  },
  in_use: {
    zh: '仍有内容使用此账户。确认后仍会断开连接。',
    es: 'Hay cosas que usan la cuenta. Confirme para desconectarla igualmente.',
    fr: 'Des éléments utilisent ce compte. Confirmez pour le déconnecter tout de même.',
    de: 'Etwas arbeitet mit dem Konto. Bestätigen Sie, um es trotzdem zu trennen.',
  },
  invalid_address: {
    zh: '请填写服务的 https 地址，不含用户名和密码。',
    es: 'Indique la dirección del servicio con https, sin nombre ni contraseña.',
    fr: 'Donnez l’adresse du service en https, sans nom ni mot de passe.',
    de: 'Geben Sie die Adresse des Dienstes mit https an, ohne Namen und Passwort.',
  },
  invalid_answer: {
    zh: '服务没有说明账户属于谁。请检查令牌和地址。',
    es: 'El servicio no dijo de quién es la cuenta. Compruebe el token y la dirección.',
    fr: 'Le service n’a pas dit à qui est le compte. Vérifiez le jeton et l’adresse.',
    de: 'Der Dienst sagte nicht, wem das Konto gehört. Prüfen Sie Token und Adresse.',
  },
  missing_capability: {
    zh: '账户没有允许此操作。请在“集成”中重新连接并勾选它。',
    es: 'La cuenta no permite esto. Vuelva a conectarla en Integraciones y déjelo marcado.',
    fr: 'Le compte ne permet pas cela. Reconnectez-le sous Intégrations et laissez-le coché.',
    de: 'Das Konto erlaubt das nicht. Verbinden Sie es unter Integrationen neu, und lassen Sie es angekreuzt.',
  },
  no_client: {
    zh: '工作空间在该服务没有自己的客户端。',
    es: 'El espacio de trabajo no tiene cliente propio en ese servicio.',
    fr: 'L’espace de travail n’a pas de client à lui auprès de ce service.',
    de: 'Der Arbeitsbereich hat bei diesem Dienst keinen eigenen Client.',
  },
  no_device_flow: {
    zh: '该服务不提供可输入的代码。请在浏览器中的“集成”下连接。',
    es: 'El servicio no da códigos para escribir. Conéctelo en un navegador, en Integraciones.',
    fr: 'Ce service ne donne pas de code à saisir. Connectez-le dans un navigateur, sous Intégrations.',
    de: 'Der Dienst gibt keine Codes zum Eingeben. Verbinden Sie ihn in einem Browser unter Integrationen.',
  },
  not_allowed: {
    zh: '不能使用此账户：它属于他人，或没有借给该用途。',
    es: 'No se puede usar esta cuenta: es de otra persona o no se prestó para esto.',
    fr: 'Ce compte ne peut pas servir ici : il est à quelqu’un d’autre, ou n’a pas été prêté.',
    de: 'Dieses Konto darf hier nicht benutzt werden: Es gehört jemand anderem oder wurde nicht verliehen.',
  },
  not_found: {
    zh: '工作空间没有这个已连接的账户。',
    es: 'El espacio de trabajo no tiene esa cuenta conectada.',
    fr: 'L’espace de travail n’a pas ce compte connecté.',
    de: 'Der Arbeitsbereich hat kein solches verbundenes Konto.',
  },
  not_set_up: {
    zh: '该服务尚未设置：需要客户端 ID 和密钥。',
    es: 'El servicio no está configurado: necesita un id de cliente y un secreto.',
    fr: 'Le service n’est pas configuré : il lui faut un identifiant client et un secret.',
    de: 'Der Dienst ist nicht eingerichtet: Er braucht Client-ID und Secret.',
  },
  refused: {
    zh: '服务没有连接账户：{message}',
    es: 'El servicio no conectó la cuenta: {message}',
    fr: 'Le service n’a pas connecté le compte : {message}',
    de: 'Der Dienst hat das Konto nicht verbunden: {message}',
  },
  unavailable: {
    zh: '目前无法访问该服务。请几分钟后重试。',
    es: 'El servicio no está disponible ahora. Inténtelo dentro de unos minutos.',
    fr: 'Le service n’est pas joignable pour le moment. Réessayez dans quelques minutes.',
    de: 'Der Dienst ist gerade nicht erreichbar. Versuchen Sie es in einigen Minuten noch einmal.',
  },
  unknown_provider: {
    zh: '没有这个服务，或它不提供所请求的内容。',
    es: 'No existe ese servicio o no ofrece lo pedido.',
    fr: 'Ce service n’existe pas, ou n’offre pas ce qui est demandé.',
    de: 'Diesen Dienst gibt es nicht, oder er bietet das Gewünschte nicht.',
  },
};
