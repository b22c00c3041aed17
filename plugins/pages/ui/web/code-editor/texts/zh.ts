import type { texts as english } from './en.ts';

export const texts: typeof english = {
  leave: '按 Tab 缩进；按 Esc 后再按 Tab 离开此字段。',
  offers: '建议',
  deleted: '已删除所选内容',
};
