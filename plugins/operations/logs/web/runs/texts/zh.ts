import type { texts as english } from './en.ts';

export const texts: typeof english = {
  graph: '运行图',
  graphOf: (when) => `${when} 的运行图`,
  loadingGraph: '正在加载图',
  notYet: '未运行',
  passed: '运行经过此处',
  differs: '不同',
  times: (count) => `${count} 次`,
  elapsed: '到此用时',
  tokens: '到此令牌数',
  price: '到此费用',
  notRunAbout: '此时它尚未运行。',
  toStart: '到开头',
  keys: '[ 和 ] 前后移动一个事件；Home 和 End 到第一个和最后一个。',
  canvasAbout: '运行开始时的图。',
  onlyNode: (node) => `只比较 ${node}。`,
  allNodes: '比较所有节点',
  pinned: (nodes: string) => `运行时已固定：${nodes}。这些节点直接给出固定的输出，没有运行。`,
};
