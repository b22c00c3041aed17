import type { ErrorTexts } from './translated-errors.ts';

/** What its errors say besides English. */
export const errorTexts: ErrorTexts = {
  bad_request: {
    zh: '请求格式有误：{message}',
    es: 'La solicitud está mal formada: {message}',
    fr: 'La requête est mal formée : {message}',
    de: 'Die Anfrage ist fehlerhaft: {message}',
  },
  forbidden: {
    zh: '您的角色或密钥没有此权限：{message}',
    es: 'Su rol o su clave no incluye este permiso: {message}',
    fr: 'Votre rôle ou votre clé ne comprend pas cette autorisation : {message}',
    de: 'Ihre Rolle oder Ihr Schlüssel umfasst diese Berechtigung nicht: {message}',
  },
  invalid_param: {
    zh: '有一项填写不正确：{message}',
    es: 'Un valor no es correcto: {message}',
    fr: 'Une valeur n’est pas correcte : {message}',
    de: 'Eine Angabe ist nicht richtig: {message}',
  },
  method_not_allowed: {
    zh: '此地址不接受这种请求方法：{message}',
    es: 'Esta dirección no admite ese método: {message}',
    fr: 'Cette adresse n’accepte pas cette méthode : {message}',
    de: 'Diese Adresse nimmt diese Methode nicht an: {message}',
  },
  not_found: {
    zh: '没有这个地址。请检查拼写。',
    es: 'Esta dirección no existe. Compruebe cómo está escrita.',
    fr: 'Cette adresse n’existe pas. Vérifiez son orthographe.',
    de: 'Diese Adresse gibt es nicht. Prüfen Sie die Schreibweise.',
  },
  request_too_large: {
    zh: '发送的内容过大。请减少后重试。',
    es: 'Lo enviado es demasiado grande. Envíe menos.',
    fr: 'L’envoi est trop volumineux. Envoyez-en moins.',
    de: 'Das Gesendete ist zu groß. Senden Sie weniger.',
  },
  session_ended: {
    zh: '您已退出登录，或不再有查看权限。请重新登录。',
    es: 'Su sesión ha terminado o ya no puede leer esto. Inicie sesión de nuevo.',
    fr: 'Votre session est terminée, ou vous ne pouvez plus lire ceci. Reconnectez-vous.',
    de: 'Sie sind abgemeldet oder dürfen dies nicht mehr lesen. Melden Sie sich erneut an.',
  },
  too_many_requests: {
    zh: '请求过多。请稍后重试。',
    es: 'Demasiadas solicitudes. Inténtelo de nuevo en un momento.',
    fr: 'Trop de requêtes. Réessayez dans un moment.',
    de: 'Zu viele Anfragen. Versuchen Sie es gleich noch einmal.',
  },
  unauthorized: {
    zh: '此地址暂时无法使用。',
    es: 'Esta dirección no se puede usar en este momento.',
    fr: 'Cette adresse ne peut pas être utilisée pour le moment.',
    de: 'Diese Adresse kann im Moment nicht benutzt werden.',
  },
  unsupported_media_type: {
    zh: '不接受这种类型的内容：{message}',
    es: 'Este tipo de contenido no se admite: {message}',
    fr: 'Ce type de contenu n’est pas accepté : {message}',
    de: 'Diese Art von Inhalt wird nicht angenommen: {message}',
  },
};
