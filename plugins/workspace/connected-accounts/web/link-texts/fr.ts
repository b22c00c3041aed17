export const texts = { integrations: 'Intégrations' };
