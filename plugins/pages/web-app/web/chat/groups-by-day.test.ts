import { expect, it } from 'vitest';
import { groupsByDay } from './groups-by-day.ts';

const now = new Date(2026, 11, 1, 9, 30);
const at = (...[year, month, day, hour]: [number, number, number, number]) => ({
  updated_at: new Date(year, month, day, hour).getTime() / 1000,
});

it('parts conversations by days of the calendar, then by months', () => {
  const items = [
    at(2026, 11, 1, 23),
    at(2026, 11, 1, 0),
    at(2026, 10, 30, 23),
    at(2026, 10, 30, 0),
    at(2026, 10, 24, 0),
    at(2026, 10, 23, 23),
    at(2026, 10, 1, 0),
    at(2026, 9, 31, 23),
    at(2025, 9, 2, 12),
  ];
  const groups = groupsByDay(items, 'en-US', now).map(({ id, month, items: each }) => [month ?? id, each.length]);
  expect(groups).toEqual([
    ['today', 2],
    ['yesterday', 2],
    ['lastWeek', 1],
    ['lastMonth', 2],
    ['October 2026', 1],
    ['October 2025', 1],
  ]);
  expect(groupsByDay([at(2025, 9, 2, 12)], 'zh-Hans', now)[0]?.month).toBe('2025年10月');
  expect(groupsByDay([], 'en', now)).toEqual([]);
});
