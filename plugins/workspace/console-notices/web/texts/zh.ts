import type { texts as english } from './en.ts';

export const texts: typeof english = {
  title: '通知',
  about: '您在此工作空间中需要知道的事，未读的在前。保留 90 天。',
  unreadCount: (count: number) => `通知：${count} 条未读`,
  unread: '未读',
  readAll: '全部标为已读',
  none: '没有通知',
  noneAbout: '等待填写的表单、未付款项、即将用完的预算、失败的来源和 Webhook，以及来自新位置的登录会显示在这里。',
  what: '内容',
  when: '时间',
  budgetNear: '预算已使用五分之四',
  budgetReached: '预算已用完',
  newSignIn: (address: string) => `来自 ${address} 的新登录`,
  formWaits: (title: string) => `有表单等待填写：${title}`,
  formOfAppWaits: (app: string, title: string) => `${app} 有表单等待填写${title === '' ? '' : `：${title}`}`,
  webhookOff: (host: string) => `${host} 不再接收消息：其 Webhook 已关闭`,
  appFails: (app: string | undefined) =>
    app === undefined ? '有应用对访客报错：请查看失败的运行' : `${app} 对访客报错：请查看失败的运行`,
  accountBroken: (label: string) => `请重新连接 ${label}：它不再可用，使用它的内容已停止`,
  repositoryBroken: (repository: string) => `${repository} 无法保持同步：请查看其服务器的说明`,
  repositoryApps: (repository: string, count: string) => `${repository} 中有 ${count} 个应用等待处理`,
  repositoryConflict: (app: string, repository: string) => `${app} 在此处和 ${repository} 中都被更改：请选择保留哪个`,
  repositoryApp: (app: string, repository: string) => `${app} 与 ${repository} 不同步：请查看原因`,
  sourceFailed: '知识库的一个来源无法读取',
  paymentFailed: '有一笔款项未付：请付款以保留套餐',
};
