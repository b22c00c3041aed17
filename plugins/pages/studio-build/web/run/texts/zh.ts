import type { texts as english } from './en.ts';

export const texts: typeof english = {
  everyMoment: '查看此次运行的每一步',
};
