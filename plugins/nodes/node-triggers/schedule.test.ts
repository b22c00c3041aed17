import { describe, expect, it } from 'vitest';
import { scheduleOf } from './schedule.ts';

type Settings = Readonly<Record<string, unknown>>;

/** The next times from one on, in UTC without seconds. */
function times(data: Settings, from: string, count: number): string[] {
  const schedule = scheduleOf(data);
  const found: string[] = [];
  let at: Date | null = new Date(from);
  while (schedule !== null && at !== null && found.length < count) {
    at = schedule.next(at);
    if (at !== null) found.push(at.toISOString().slice(0, 16));
  }
  return found;
}

const cron = (expression: string, timezone = 'UTC'): Settings => ({
  mode: 'cron',
  cron_expression: expression,
  timezone,
});

describe('the times of a schedule', () => {
  it.each<[string, Settings, readonly string[]]>([
    ['hourly', { frequency: 'hourly', visual_config: { on_minute: 15 } }, ['2026-01-30T12:15', '2026-01-30T13:15']],
    ['daily', { frequency: 'daily', visual_config: { time: '12:05 AM' } }, ['2026-01-31T00:05', '2026-02-01T00:05']],
    [
      'weekly, each day once',
      { frequency: 'weekly', visual_config: { time: '9:30 PM', weekdays: ['sun', 'Fri', 'fri'] } },
      ['2026-01-30T21:30', '2026-02-01T21:30'],
    ],
    [
      'monthly, the last day once and no day that a month lacks',
      { frequency: 'monthly', visual_config: { time: '12:00 PM', monthly_days: [30, 31, 'last'] } },
      ['2026-01-31T12:00', '2026-02-28T12:00', '2026-03-30T12:00', '2026-03-31T12:00'],
    ],
    ['the fifth minute and each quarter from it', cron('5/15 13 * * *'), ['2026-01-30T13:05', '2026-01-30T13:20']],
    [
      'over the end of the week',
      cron('0 0 * * sat-mon'),
      ['2026-01-31T00:00', '2026-02-01T00:00', '2026-02-02T00:00', '2026-02-07T00:00'],
    ],
    ['the last friday', cron('0 0 * * L5'), ['2026-02-27T00:00', '2026-03-27T00:00']],
  ])('%s', (_, data, expected) => {
    expect(times(data, '2026-01-30T12:00:00Z', expected.length)).toEqual(expected);
  });

  it('are those of its time zone', () => {
    expect(times(cron('0 9 * * *', 'Asia/Kolkata'), '2026-01-30T12:00:00Z', 1)).toEqual(['2026-01-31T03:30']);
  });
});

describe('a clock that is put on', () => {
  const berlin = (expression: string, from: string, count: number) =>
    times(cron(expression, 'Europe/Berlin'), from, count);

  it('forward: what does not exist fires at the end of the gap, once', () => {
    expect(berlin('30 2 * * *', '2026-03-28T12:00:00Z', 2)).toEqual(['2026-03-29T01:00', '2026-03-30T00:30']);
    expect(berlin('0,30 2 * * *', '2026-03-28T12:00:00Z', 2)).toEqual(['2026-03-29T01:00', '2026-03-30T00:00']);
    expect(berlin('0 * * * *', '2026-03-28T23:30:00Z', 3)).toEqual([
      '2026-03-29T00:00',
      '2026-03-29T01:00',
      '2026-03-29T02:00',
    ]);
  });

  it('back: what comes twice fires the first time, and what repeats through the hours both times', () => {
    expect(berlin('30 2 * * *', '2026-10-24T12:00:00Z', 2)).toEqual(['2026-10-25T00:30', '2026-10-26T01:30']);
    expect(berlin('0 * * * *', '2026-10-24T23:30:00Z', 3)).toEqual([
      '2026-10-25T00:00',
      '2026-10-25T01:00',
      '2026-10-25T02:00',
    ]);
  });
});
