import { describe, expect, it } from 'vitest';
import { cronProblem } from './cron.ts';

describe('a cron expression', () => {
  it.each([
    '0 9 * * *',
    '*/5 * * * *',
    '0,30 8-18/2 1 jan-mar MON-FRI',
    ' 0   0  L  12 7 ',
    '5/15 0 ? * 5#2',
    '0 0 * nov-feb fri-mon',
    '59 23 31 12 0',
    '* * * * 5l',
    '* * * * L5',
  ])('is good: %s', (text) => {
    expect(cronProblem(text)).toBeNull();
  });

  it.each([
    ['', 'five fields'],
    ['0 9 * *', 'five fields'],
    ['0 9 * * * *', 'five fields'],
    ['@daily', 'five fields'],
    ['60 * * * *', 'minute: 60'],
    ['* 24 * * *', 'hour: 24'],
    ['* * 0 * *', 'for day'],
    ['* * * 13 *', 'for month'],
    ['* * * * 8', 'dayOfWeek: 8'],
    ['5-1 * * * *', "'5-1'"],
    ['*/0 * * * *', 'stepping: 0'],
    ['*/99 * * * *', 'greater than maximum'],
    ['1,,2 * * * *', 'minute'],
    ['1-2-3 * * * *', "'1-2-3'"],
    ['* * * foo *', 'FOO'],
    ['1e1 * * * *', '1E1'],
    ['0 0 31 2 *', 'never comes'],
    [`${'1,'.repeat(300)}1 * * * *`, 'five fields'],
  ])('is not good: %s', (text, problem) => {
    expect(cronProblem(text)).toContain(problem);
  });
});
