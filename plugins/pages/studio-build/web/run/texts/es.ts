import type { texts as english } from './en.ts';

export const texts: typeof english = {
  everyMoment: 'Cada momento de esta ejecución',
};
