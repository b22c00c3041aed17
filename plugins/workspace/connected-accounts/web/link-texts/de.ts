export const texts = { integrations: 'Integrationen' };
