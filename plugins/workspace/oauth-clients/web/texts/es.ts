import type { texts as english } from './en.ts';

export const texts: typeof english = {
  services: 'Servicios de inicio de sesión',
  servicesAbout:
    'Google, Microsoft, GitHub y GitLab: las personas inician sesión con ellos y conectan allí sus cuentas.',
  addresses: 'Direcciones que registrar',
  addressesAbout: 'Ponga ambas como direcciones de redirección donde registre este servidor en un servicio.',
  uses: { sign_in: 'Inicio de sesión', connected_accounts: 'Cuentas conectadas' },
  clients: 'Servicios',
  clientsAbout: 'Registre este servidor en un servicio y ponga el ID de cliente y el secreto que le dé.',
  service: 'Servicio',
  clientId: 'ID de cliente',
  clientSecret: 'Secreto del cliente',
  secretKept: 'Déjelo vacío para conservar el guardado.',
  domains: 'Dominios',
  domainsHint: (label: string) =>
    `Quien según ${label} tiene una dirección de estos dominios entra sin invitación. Varios, con comas.`,
  address: 'Dirección',
  addressHint: 'De su propio servidor, si tiene uno.',
  tenant: 'Inquilino',
  tenantHint:
    'El ID del inquilino, de su resumen en Entra. Sin él nadie inicia sesión con Microsoft; las cuentas se pueden conectar.',
  noTenant: 'Sin inicio de sesión: falta el inquilino',
  driveReadonly: 'Puede pedir leer un Drive entero',
  driveReadonlyHint: 'Solo si su cliente en Google es interno o fue verificado por Google.',
  notSetUp: 'Sin configurar',
  inConfiguration: 'Fijado en la configuración',
  optional: 'opcional',
  save: 'Guardar',
  saved: (label: string) => `${label} está configurado.`,
  register: (label: string) => `Dónde se registran clientes en ${label}`,
  setUp: (label: string) => `Configurar ${label}`,
  change: (label: string) => `Cambiar ${label}`,
  test: (label: string) => `Probar ${label}`,
  remove: 'Quitar',
  removeQuestion: (label: string) => `¿Quitar el cliente de ${label}?`,
  removeAbout: (label: string) =>
    `Nadie inicia ya sesión con ${label}, y las cuentas conectadas allí se detienen. Quien no tenga contraseña pone una por correo.`,
  answers: (label: string, says: string) => `${label} responde: ${says}.`,
  nothingKnown: 'nada conocido',
  results: {
    accepted: 'El ID de cliente y el secreto son correctos.',
    refused: 'El ID de cliente o el secreto no son correctos, o la dirección no está registrada.',
    unclear: 'No está claro si acepta el cliente.',
  },
  troubles: {
    raw_ip: (label: string) =>
      `${label} no acepta direcciones IP. Dé a este servidor un nombre de un dominio público y póngalo en CONSOLE_URL.`,
    not_https: (label: string) =>
      `${label} solo acepta https, salvo localhost. Ponga este servidor tras https y fije CONSOLE_URL.`,
    not_public: (label: string) =>
      `${label} solo acepta nombres de dominios públicos. Fije CONSOLE_URL a uno; puede llevar a su propia red.`,
  },
};
