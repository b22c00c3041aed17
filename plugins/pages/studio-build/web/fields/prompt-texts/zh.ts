import type { texts as english } from './en.ts';

export const texts: typeof english = {
  hint: '输入 / 或 {{ 插入变量',
  unknown: '不存在：前面的节点都没有它',
};
