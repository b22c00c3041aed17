export const texts = { repositories: 'Repositorios' };
