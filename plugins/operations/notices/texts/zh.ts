import type { NoticeTexts } from './notice-texts.ts';

const effects = {
  warn: '不会停止任何运行：只发出提醒。',
  stop: '用完后将拒绝运行。',
  downgrade: '用完后将改用预算中指定的更便宜的模型。',
} as const;
const owners = { app: '一个应用', 'app key': '一个应用密钥' } as const;

export const texts: NoticeTexts = {
  changes: {
    'new-sign-in': { subject: '新的登录', what: '有人从一个以前没有使用过的地点登录了您的账户。' },
    'password-changed': { subject: '您的密码已更改', what: '您账户的密码已更改。' },
    'second-factor-on': { subject: '第二因素已开启', what: '您的账户已设置第二因素。' },
    'second-factor-off': { subject: '第二因素已关闭', what: '您账户的第二因素已关闭：现在仅凭密码即可登录。' },
    'recovery-codes-renewed': { subject: '新的恢复码', what: '已为您的账户生成新的恢复码；以前的恢复码已失效。' },
    'key-made': { subject: '已创建个人密钥', what: '已为您的账户创建个人密钥：持有它的程序可以您的名义行事。' },
    'sign-in-linked': {
      subject: '新增了一种登录方式',
      what: '身份提供商的另一个身份已关联到您的账户，并可登录该账户。',
    },
    'sign-in-unlinked': {
      subject: '已移除一种登录方式',
      what: '一种登录方式已与您的账户解除关联，任何人都无法再用它登录。',
    },
  },
  when: (time) => `时间：${time}`,
  from: (address) => `来源：${address}`,
  remedies: {
    account:
      '如果是您本人操作，请忽略此邮件。如果不是，请立即设置新密码（“忘记密码？”：这会结束所有会话并使所有个人密钥失效），并检查您的会话和密钥。',
    link: '如果是您本人操作，请忽略此邮件。如果不是，请立即要求工作空间的所有者删除与该身份提供商的连接：设置新密码并不会解除关联。然后设置新密码（“忘记密码？”），这会结束所有会话并使所有个人密钥失效。',
  },
  given: ({ workspace, other }) => ({
    subject: '工作空间已转让',
    text: `工作空间 ${workspace} 已转让给 ${other}，对方现在是所有者；您是其管理员。\n\n如果不是您本人操作，请要求 ${other} 归还，并设置新密码。`,
  }),
  received: ({ workspace, other }) => ({
    subject: '您现在拥有一个工作空间',
    text: `${other} 已将工作空间 ${workspace} 转让给您：您现在是它的所有者，并负责其套餐和账单。`,
  }),
  somebodyElse: '其他人',
  budget({ level, of, period, unit, currency, amount, used, action }, workspace) {
    const counted = unit === 'tokens' ? 'Token' : currency;
    const whose = of === 'workspace' ? `工作空间 ${workspace}` : `工作空间 ${workspace} 中${owners[of]}`;
    const isDay = period === 'day';
    return {
      subject: level === 'near' ? '预算即将用完' : '预算已用完',
      text: `${whose}的预算为${isDay ? '每天' : '每月'} ${amount} ${counted}，已使用 ${used}。${effects[action]}\n\n预算将于${isDay ? '次日' : '下月'}（UTC）重新计算。查看和更改预算：weft budgets`,
    };
  },
};
