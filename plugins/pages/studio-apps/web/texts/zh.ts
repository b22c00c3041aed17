import type { texts as english } from './en.ts';

export const texts: typeof english = {
  apps: '应用',
  about: '此工作空间的聊天机器人、智能体、工作流和文本生成器。',
  search: '搜索应用',
  none: '还没有应用',
  noneAbout: '导入文档，或从模板开始。',
  noHits: '没有匹配的应用',
  clear: '清除搜索',
  newWorkspace: '新建工作空间',
  workspaceName: '工作空间名称',
  makeWorkspace: '创建工作空间',
  changedAgo: (when) => `${when}更改`,
};
