export const texts = { integrations: 'Intégrations', own: 'Mes intégrations' };
