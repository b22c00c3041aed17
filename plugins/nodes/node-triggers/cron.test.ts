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
  ])('is good: %s', (text) => {
    expect(cronProblem(text)).toBeNull();
  });

  it.each([
    ['', 'five fields'],
    ['0 9 * *', 'five fields'],
    ['0 9 * * * *', 'five fields'],
    ['@daily', 'five fields'],
    ['60 * * * *', '"60" as minute'],
    ['* 24 * * *', '"24" as hour'],
    ['* * 0 * *', '"0" as day of the month'],
    ['* * * 13 *', '"13" as month'],
    ['* * * * 8', '"8" as day of the week'],
    ['5-1 * * * *', '"5-1" as minute'],
    ['*/0 * * * *', '"*/0" as minute'],
    ['*/99 * * * *', '"*/99" as minute'],
    ['1,,2 * * * *', '"" as minute'],
    ['1-2-3 * * * *', '"1-2-3" as minute'],
    ['1//2 * * * *', '"1//2" as minute'],
    ['-1 * * * *', '"-1" as minute'],
    ['* * * foo *', '"foo" as month'],
    ['1e1 * * * *', '"1e1" as minute'],
    [`${'1,'.repeat(300)}1 * * * *`, 'five fields'],
  ])('is not good: %s', (text, problem) => {
    expect(cronProblem(text)).toContain(problem);
  });
});
