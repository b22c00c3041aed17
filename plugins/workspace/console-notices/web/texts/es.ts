import type { texts as english } from './en.ts';

export const texts: typeof english = {
  title: 'Avisos',
  about: 'Lo que conviene saber de este espacio de trabajo; primero lo no leído. Se guarda 90 días.',
  unreadCount: (count: number) => `Avisos: ${count} sin leer`,
  unread: 'Sin leer',
  readAll: 'Marcar todo como leído',
  none: 'No hay avisos',
  noneAbout:
    'Aquí se avisa de formularios en espera, pagos que faltan, presupuestos que se agotan, fuentes y webhooks que fallan y accesos desde lugares nuevos.',
  what: 'Qué',
  when: 'Cuándo',
  budgetNear: 'Se han usado cuatro quintos de un presupuesto',
  budgetReached: 'Un presupuesto está agotado',
  newSignIn: (address: string) => `Un nuevo acceso desde ${address}`,
  formWaits: (title: string) => `Un formulario espera respuesta: ${title}`,
  formOfAppWaits: (app: string, title: string) =>
    `Un formulario de ${app} espera respuesta${title === '' ? '' : `: ${title}`}`,
  webhookOff: (host: string) => `${host} no quiere más mensajes: su webhook está desactivado`,
  appFails: (app: string | undefined) =>
    app === undefined
      ? 'Una aplicación falla a sus visitantes: consulte sus ejecuciones fallidas'
      : `${app} falla a sus visitantes: consulte sus ejecuciones fallidas`,
  accountBroken: (label: string) => `Vuelva a conectar ${label}: ya no funciona y lo que la usa está detenido`,
  repositoryBroken: (repository: string) => `${repository} no se puede mantener al día: vea qué dice su servidor`,
  repositoryApps: (repository: string, count: string) => `${count} aplicaciones de ${repository} esperan a alguien`,
  repositoryConflict: (app: string, repository: string) =>
    `${app} se cambió aquí y en ${repository}: elija qué se conserva`,
  repositoryApp: (app: string, repository: string) => `${app} no está al día con ${repository}: vea por qué`,
  sourceFailed: 'No se pudo leer una fuente de una base de conocimiento',
  paymentFailed: 'Falta un pago: pague para conservar el plan',
};
