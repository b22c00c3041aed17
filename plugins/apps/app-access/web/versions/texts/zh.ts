import type { texts as english } from './en.ts';

export const texts: typeof english = {
  graph: '画布上的差异',
  loadingGraph: '正在加载画布…',
  by: (names: string) => `由 ${names}`,
  show: (name: string) => `在画布上显示 ${name}`,
  counts: {
    added: (count: number) => `新增 ${count} 处`,
    changed: (count: number) => `更改 ${count} 处`,
    removed: (count: number) => `移除 ${count} 处`,
  },
  backToStudio: '返回编辑器',
  toApi: 'API 与密钥',
  toEmbed: '嵌入其他网站',
  openPage: '打开网页',
  copyLink: '复制链接',
  linkCopied: '链接已复制。',
  switchPageOn: '开启网页',
  changedMeanwhile: '在您检查期间草稿有了更改，因此没有发布。请查看新的更改，然后再发布。',
  restoreTitle: '恢复此版本？',
  restoreAbout:
    '草稿中有此版本没有的变量，或有不同的密钥值。草稿的密钥值会丢失：撤销可以恢复其他所有内容，但不能恢复这些值。',
};
