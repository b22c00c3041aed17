import type { texts as english } from './en.ts';

export const texts: typeof english = {
  everyMoment: 'Chaque moment de cette exécution',
};
