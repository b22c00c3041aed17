export const texts = { repositories: 'Repositorys' };
