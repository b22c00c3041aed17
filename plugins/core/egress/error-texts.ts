import type { ErrorTexts } from '#http';

/** What its errors say besides English. */
export const errorTexts: ErrorTexts = {
  address_refused: {
    zh: '该地址不是公开地址。运维人员可以允许它。',
    es: 'La dirección no es pública. Quien administra el servidor puede permitirla.',
    fr: 'L’adresse n’est pas publique. La personne qui administre le serveur peut l’autoriser.',
    de: 'Die Adresse ist nicht öffentlich. Der Betreiber des Servers kann sie erlauben.',
  },
  invalid_request: {
    zh: '地址或请求无法发送：{message}',
    es: 'La dirección o la solicitud no se puede enviar: {message}',
    fr: 'L’adresse ou la requête ne peut pas être envoyée : {message}',
    de: 'Adresse oder Anfrage lassen sich nicht senden: {message}',
  },
  misplaced_value: {
    zh: '该值不能写在这里：{message}',
    es: 'El valor no se puede escribir ahí: {message}',
    fr: 'La valeur ne peut pas être écrite à cet endroit : {message}',
    de: 'Der Wert lässt sich dort nicht einsetzen: {message}',
  },
  timeout: {
    zh: '对方服务器未及时回应。请重试。',
    es: 'El otro servidor no respondió a tiempo. Inténtelo de nuevo.',
    fr: 'L’autre serveur n’a pas répondu à temps. Réessayez.',
    de: 'Der andere Server hat nicht rechtzeitig geantwortet. Versuchen Sie es noch einmal.',
  },
  too_large: {
    zh: '对方的回应过大。',
    es: 'La respuesta es demasiado grande.',
    fr: 'La réponse est trop volumineuse.',
    de: 'Die Antwort ist zu groß.',
  },
  too_many_redirects: {
    zh: '对方服务器不断重定向。请使用最终地址。',
    es: 'El servidor redirige sin fin. Use la dirección final.',
    fr: 'Le serveur redirige sans fin. Utilisez l’adresse finale.',
    de: 'Der Server leitet im Kreis weiter. Nehmen Sie die endgültige Adresse.',
  },
  unreachable: {
    zh: '无法连接对方服务器：{message}',
    es: 'No se puede conectar con el servidor: {message}',
    fr: 'Impossible de joindre le serveur : {message}',
    de: 'Der Server ist nicht erreichbar: {message}',
  },
};
