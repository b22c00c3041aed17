export const texts = { integrations: 'Integraciones', own: 'Mis integraciones' };
