export const texts = { integrations: '集成' };
