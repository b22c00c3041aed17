export const texts = { services: 'Services de connexion' };
