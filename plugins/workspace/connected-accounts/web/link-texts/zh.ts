export const texts = { integrations: '集成', own: '我的集成' };
