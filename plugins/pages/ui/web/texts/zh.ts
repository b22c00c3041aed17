import type { texts as english } from './en.ts';

export const texts: typeof english = {
  close: '关闭',
  cancel: '取消',
  loading: '加载中',
  tryAgain: '重试',
  panelFailed: '页面的这一部分无法显示。其余部分仍可使用。',
  somethingWrong: '出了点问题',
  somethingWrongAbout: '此页面无法继续。服务器上的运行没有停止。',
  reload: '重新加载页面',
  offline: '没有连接。运行仍在继续，连接恢复后此页面会自动接上。',
  theme: '外观',
  themeLight: '浅色',
  themeDark: '深色',
  themeSystem: '跟随系统',
  showMore: (count) => `再显示 ${count} 个`,
};
