export const texts = { repositories: 'Dépôts' };
