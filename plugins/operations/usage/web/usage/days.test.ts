import { expect, it } from 'vitest';
import { daysBefore, daysOf, rangeOf } from './days.ts';

it('names each day of a time', () => {
  expect(daysOf('2026-02-27', '2026-03-01')).toEqual(['2026-02-27', '2026-02-28', '2026-03-01']);
  expect(daysOf('2026-03-02', '2026-03-01')).toEqual([]);
  expect(daysOf('nonsense', '2026-03-01')).toEqual([]);
});

it('reads the period of an address, whatever stands in it', () => {
  expect(rangeOf('7', '', '')).toEqual({ from: daysBefore(6), to: daysBefore(0) });
  expect(rangeOf('junk', '', '')).toEqual({ from: daysBefore(29), to: daysBefore(0) });
  expect(rangeOf('own', '2026-01-01', '2026-01-31')).toEqual({ from: '2026-01-01', to: '2026-01-31' });
});
