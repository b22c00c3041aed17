export const texts = { services: 'Servicios de inicio de sesión' };
