export const texts = { services: 'Anmeldedienste' };
