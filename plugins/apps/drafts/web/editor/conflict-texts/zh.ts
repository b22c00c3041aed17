import type { texts as english } from './en.ts';

export const texts: typeof english = {
  conflict: '你们更改了同一处',
  conflictAbout: '请逐个字段选择。未选的内容可用“撤销”找回。',
  yours: '您的内容',
  theirs: '对方的内容',
  somebody: '其他人',
  keepAllMine: '全部保留我的',
  takeAllTheirs: '全部采用对方的',
  onlyHere: '不同',
  removedHere: '已删除',
  emptyHere: '空',
  placeLost: '此更改所在的位置已被删除。如有需要，请复制您的内容。',
  wholeNode: '整个节点',
  cardPlace: '画布上的位置',
  edgesOf: '连接',
  keepMine: '保留我的',
  takeTheirs: '采用对方的',
};
