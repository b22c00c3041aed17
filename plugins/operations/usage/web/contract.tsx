/** For pages about what is used, and what it costs. */
export { Meter } from './parts/meter.tsx';
export { dateOf, money } from './parts/money.ts';
export { usageTabs } from './usage/usage-tabs.ts';
