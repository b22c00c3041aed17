export const texts = { repositories: '代码仓库' };
