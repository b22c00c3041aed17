import type { texts as english } from './en.ts';

export const texts: typeof english = {
  title: '通知',
  about: '您在此工作空间中需要知道的事，未读的在前。保留 90 天。',
  unreadCount: (count: number) => `通知：${count} 条未读`,
  unread: '未读',
  readAll: '全部标为已读',
  none: '没有通知',
  noneAbout: '预算即将用完和来自新位置的登录会显示在这里。',
  what: '内容',
  when: '时间',
  budgetNear: '预算已使用五分之四',
  budgetReached: '预算已用完',
  newSignIn: (address: string) => `来自 ${address} 的新登录`,
};
