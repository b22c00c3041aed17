import type { ErrorTexts } from '#http';

/** What its errors say besides English. */
export const errorTexts: ErrorTexts = {
  not_configured: {
    zh: '工具需要其提供商的凭据。请先设置。',
    es: 'La herramienta necesita credenciales de su proveedor. Indíquelas.',
    fr: 'L’outil a besoin d’identifiants de son fournisseur. Donnez-les.',
    de: 'Das Werkzeug braucht Zugangsdaten seines Anbieters. Tragen Sie sie ein.',
  },
  not_installed: {
    zh: '没有安装这个工具。',
    es: 'Esa herramienta no está instalada.',
    fr: 'Cet outil n’est pas installé.',
    de: 'Dieses Werkzeug ist nicht installiert.',
  },
  service_refused: {
    zh: '工具所用的服务拒绝了请求：{message}',
    es: 'El servicio de la herramienta rechazó la petición: {message}',
    fr: 'Le service de l’outil a refusé la demande : {message}',
    de: 'Der Dienst des Werkzeugs lehnte ab: {message}',
  },
  service_unavailable: {
    zh: '工具所用的服务暂时不可用。请稍后重试。',
    es: 'El servicio de la herramienta no está disponible. Inténtelo más tarde.',
    fr: 'Le service de l’outil n’est pas disponible. Réessayez plus tard.',
    de: 'Der Dienst des Werkzeugs ist nicht verfügbar. Versuchen Sie es später noch einmal.',
  },
  timed_out: {
    zh: '工具未及时回应。请重试。',
    es: 'La herramienta no respondió a tiempo. Inténtelo de nuevo.',
    fr: 'L’outil n’a pas répondu à temps. Réessayez.',
    de: 'Das Werkzeug antwortete nicht rechtzeitig. Versuchen Sie es noch einmal.',
  },
};
