import type { NoticeTexts } from './notice-texts.ts';

const effects = {
  warn: 'No se detiene nada: solo avisa.',
  stop: 'Cuando se agota, se rechazan las ejecuciones.',
  downgrade: 'Cuando se agota, las llamadas van al modelo más barato que indica.',
} as const;
const owners = { app: 'una aplicación', 'app key': 'una clave de aplicación' } as const;

export const texts: NoticeTexts = {
  changes: {
    'new-sign-in': {
      subject: 'Un nuevo inicio de sesión',
      what: 'Alguien inició sesión en su cuenta desde un lugar desde el que no se había usado.',
    },
    'password-changed': { subject: 'Su contraseña ha cambiado', what: 'Se cambió la contraseña de su cuenta.' },
    'second-factor-on': {
      subject: 'Su segundo factor está activado',
      what: 'Se configuró un segundo factor para su cuenta.',
    },
    'second-factor-off': {
      subject: 'Su segundo factor está desactivado',
      what: 'Se desactivó el segundo factor de su cuenta: basta la contraseña para iniciar sesión.',
    },
    'recovery-codes-renewed': {
      subject: 'Nuevos códigos de recuperación',
      what: 'Se crearon nuevos códigos de recuperación para su cuenta; los anteriores ya no valen.',
    },
    'key-made': {
      subject: 'Se creó una clave personal',
      what: 'Se creó una clave personal para su cuenta: un programa que la tenga actúa en su nombre.',
    },
    'sign-in-linked': {
      subject: 'Otra forma de iniciar sesión',
      what: 'Otra persona de un proveedor de identidad se vinculó a su cuenta y puede iniciar sesión en ella.',
    },
    'sign-in-unlinked': {
      subject: 'Se quitó una forma de iniciar sesión',
      what: 'Se desvinculó de su cuenta una forma de iniciar sesión; nadie entra ya por ella.',
    },
  },
  when: (time) => `Cuándo: ${time}`,
  from: (address) => `Desde: ${address}`,
  remedies: {
    account:
      'Si fue usted, no haga nada. Si no fue usted, establezca una contraseña nueva de inmediato («¿Olvidó su contraseña?»: eso termina todas las sesiones y claves personales) y revise sus sesiones y claves.',
    link: 'Si fue usted, no haga nada. Si no fue usted, pida de inmediato al propietario del espacio de trabajo que elimine la conexión con el proveedor de identidad: una contraseña nueva no termina el vínculo. Después establezca una contraseña nueva («¿Olvidó su contraseña?»), lo que termina todas las sesiones y claves personales.',
  },
  given: ({ workspace, other }) => ({
    subject: 'Se cedió un espacio de trabajo',
    text: `El espacio de trabajo ${workspace} se cedió a ${other}, que ahora es su propietario; usted es administrador.\n\nSi no fue usted, pida a ${other} que lo devuelva y establezca una contraseña nueva.`,
  }),
  received: ({ workspace, other }) => ({
    subject: 'Ahora es propietario de un espacio de trabajo',
    text: `${other} le cedió el espacio de trabajo ${workspace}: ahora es suyo, con su plan y sus facturas.`,
  }),
  somebodyElse: 'otra persona',
  budget({ level, of, period, unit, currency, amount, used, action }, workspace) {
    const counted = unit === 'tokens' ? 'tokens' : currency;
    const whose =
      of === 'workspace' ? `espacio de trabajo ${workspace}` : `espacio de trabajo ${workspace} para ${owners[of]}`;
    const isDay = period === 'day';
    return {
      subject: level === 'near' ? 'Un presupuesto está casi agotado' : 'Un presupuesto está agotado',
      text: `Del presupuesto del ${whose}, ${amount} ${counted} por ${isDay ? 'día' : 'mes'}, se han usado ${used}. ${effects[action]}\n\nEmpieza de nuevo con el próximo ${isDay ? 'día' : 'mes'} (UTC). Para ver y cambiar presupuestos: weft budgets`,
    };
  },
};
