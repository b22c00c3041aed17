export const texts = { integrations: 'Integrationen', own: 'Meine Integrationen' };
