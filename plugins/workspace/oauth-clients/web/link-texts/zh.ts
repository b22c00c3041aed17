export const texts = { services: '登录服务' };
