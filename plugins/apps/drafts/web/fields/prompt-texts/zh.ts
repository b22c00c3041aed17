import type { texts as english } from './en.ts';

export const texts: typeof english = {
  hint: '输入 / 或 {{ 插入变量',
  special: '特殊占位符',
  unknown: '不存在：前面的节点都没有它',
  hidden: '隐藏的值',
  hiddenAbout: '已封存：运行时使用，任何人都看不到',
  lost: '没有值',
  lostAbout: '此应用未保存该值：请重新输入',
  moveSecret: '移到机密环境变量',
};
