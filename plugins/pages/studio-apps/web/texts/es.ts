import type { texts as english } from './en.ts';

export const texts: typeof english = {
  apps: 'Aplicaciones',
  about: 'Chatbots, agentes, flujos y generadores de texto de este espacio.',
  search: 'Buscar aplicaciones',
  none: 'Aún no hay aplicaciones',
  noneAbout: 'Importe un documento, o empiece con una plantilla.',
  noHits: 'Ninguna aplicación coincide',
  clear: 'Borrar la búsqueda',
  newWorkspace: 'Nuevo espacio de trabajo',
  workspaceName: 'Nombre del espacio',
  makeWorkspace: 'Crear el espacio',
  changedAgo: (when) => `Modificada ${when}`,
};
