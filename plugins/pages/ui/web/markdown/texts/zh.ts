import type { texts as english } from './en.ts';

export const texts: typeof english = {
  copy: '复制',
  copied: '已复制',
  code: '代码',
  table: '表格',
  done: '已完成',
  notDone: '未完成',
  showDiagram: '显示图表',
  hideDiagram: '显示源码',
  diagram: '图表',
  diagramFailed: '无法绘制此图表，源码见下方。',
  details: '详情',
  alerts: { note: '注意', tip: '提示', important: '重要', warning: '警告', caution: '小心' },
  footnote: (label: string) => `脚注 ${label}`,
  backToText: '返回正文',
  openAddress: '在新标签页中打开',
  openMail: '写邮件',
  leadsTo: '此链接指向',
  pictureFrom: (host) => `来自 ${host} 的图片`,
  linkTo: (host) => `指向 ${host} 的链接`,
  allRows: (count) => `显示全部 ${count} 行`,
};
