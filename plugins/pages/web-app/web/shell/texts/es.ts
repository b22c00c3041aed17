import type { texts as english } from './en.ts';

export const texts: typeof english = {
  opening: 'Abriendo',
  allApps: 'Todas las aplicaciones',
  tryAgain: 'Reintentar',
  closeChat: 'Cerrar',
  accounts: 'Cuentas conectadas',
  accountsStandStill: 'Cuentas conectadas: una está parada',
  accountsAbout:
    'Cuentas de otros servicios que conectó en esta aplicación. Solo usted adjunta archivos desde ellas; nadie ve el resto.',
  noAccounts: 'No hay nada conectado.',
  accountSince: (service: string, day: string) => `${service}, conectada el ${day}`,
  accountBroken: (reason: string) =>
    `Ya no funciona: ${reason}. No se podrá adjuntar nada desde ella hasta que la vuelva a conectar.`,
  accountFailed: 'No ha funcionado. Inténtelo de nuevo en un momento.',
  reconnect: 'Volver a conectar',
  disconnect: 'Desconectar',
  disconnectAccount: (label: string) => `Desconectar ${label}`,
  offline: 'Sin conexión. Lo que está en marcha continúa, y esta página se vuelve a unir.',
  unreachable: 'No se puede alcanzar el servidor',
  unreachableAbout: 'Compruebe su conexión y vuelva a intentarlo.',
  failed: 'Esta página no se puede abrir ahora',
  failedAbout: 'Algo ha fallado por el camino. Vuelva a intentarlo en un momento.',
  tooMany: 'Demasiadas visitas',
  tooManyAbout: 'Hubo más visitas desde su red de las permitidas. Espere un minuto y vuelva a intentarlo.',
  forMembers: 'Solo los miembros del espacio de trabajo pueden usar esta aplicación.',
  forSso: 'Inicie sesión con su organización para usar esta aplicación.',
  email: 'Correo electrónico',
  password: 'Contraseña',
  code: 'Código',
  codeHint: 'De su aplicación de autenticación, o un código de recuperación.',
  signIn: 'Iniciar sesión',
  ssoRefusedOtherwise: 'El inicio de sesión no funcionó. Vuelva a intentarlo.',
  signInTitle: (title: string) => `Iniciar sesión en ${title}`,
  openInTab: 'Abrir en otra pestaña',
  continueWith: (name: string) => `Continuar con ${name}`,
  closed: {
    off: { title: 'Esta página está desactivada', about: 'La página de esta aplicación está desactivada.' },
    paused: {
      title: 'Esta aplicación está en pausa',
      about: 'Está detenida por ahora. Vuelva a intentarlo más tarde.',
    },
    unpublished: {
      title: 'Esta aplicación aún no está publicada',
      about: 'Todavía se está trabajando en ella. Vuelva a intentarlo más tarde.',
    },
    'not-found': {
      title: 'Aquí no hay nada',
      about: 'La dirección es incorrecta o la aplicación se eliminó. Pregunte a quien se la dio.',
    },
    'embed-off': { title: 'Este chat no está disponible', about: 'Se desactivó o cambió su código.' },
    'origin-not-allowed': {
      title: 'Este chat no pertenece a este sitio',
      about: 'Este sitio no tiene permiso para mostrarlo.',
    },
  },
  ssoRefused: {
    refused: 'Su organización no le dejó entrar.',
    unverified_address: 'Su organización no confirma su dirección de correo.',
    foreign_address: 'Su dirección de correo no pertenece a esta organización.',
    removed: 'Su acceso fue retirado.',
  } as Readonly<Record<string, string>>,
  signInWrong: {
    wrong_credentials: 'El correo o la contraseña no son correctos.',
    wrong_code: 'El código no es correcto o ya se usó.',
    too_many_attempts: 'Demasiados intentos. Espere unos minutos y vuelva a intentarlo.',
  } as Readonly<Record<string, string>>,
};
