export const texts = { integrations: 'Integraciones' };
