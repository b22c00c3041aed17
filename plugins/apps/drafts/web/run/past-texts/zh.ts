import type { texts as english } from './en.ts';

export const texts: typeof english = {
  pastRun: '先前运行的值',
  valuesOf: (when, state) => `节点显示的是 ${when} 那次运行的值（${state}）。`,
  backToRun: '返回该运行',
  goOnFromHere: '从此处用草稿继续',
  leaveRun: '显示草稿的最近值',
  chooseToGoOn: '请选择一个已运行且不在容器内的节点。',
};
