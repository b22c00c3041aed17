import { describe, expect, it } from 'vitest';
import { dueTimes } from './due-times.ts';
import { nextTime } from './trigger-sync.ts';

const at = (text: string) => new Date(`${text}Z`);
const daily = { cron: '0 9 * * *', timezone: 'Europe/Berlin' };

describe('what is due', () => {
  const due = (cron: string, nextAt: string, now: string) =>
    dueTimes({ cron, timezone: 'UTC', nextAt: at(nextAt) }, at(now), 3_600);

  it('is the newest time of the last hour, and the others are missed', () => {
    expect(due('0 * * * *', '2026-01-01T08:00', '2026-01-01T08:00')).toEqual({
      dueAt: at('2026-01-01T08:00'),
      missed: 0,
      lastDueAt: at('2026-01-01T08:00'),
      nextAt: at('2026-01-01T09:00'),
    });
    expect(due('0 * * * *', '2026-01-01T08:00', '2026-01-01T12:30')).toMatchObject({
      dueAt: at('2026-01-01T12:00'),
      missed: 4,
      nextAt: at('2026-01-01T13:00'),
    });
    expect(due('0 0 * * *', '2026-01-01T00:00', '2026-01-03T12:00')).toMatchObject({
      dueAt: null,
      missed: 3,
      lastDueAt: at('2026-01-03T00:00'),
    });
  });

  it('is found after years of every minute', () => {
    expect(due('* * * * *', '2020-01-01T00:00', '2026-01-03T12:00')).toMatchObject({
      dueAt: at('2026-01-03T12:00'),
      missed: 199,
      nextAt: at('2026-01-03T12:01'),
    });
  });

  it('comes to an end with its schedule', () => {
    const nothing = dueTimes(
      { cron: null, timezone: null, nextAt: at('2026-01-01T08:00') },
      at('2026-01-01T08:01'),
      60,
    );
    expect(nothing).toMatchObject({ dueAt: at('2026-01-01T08:00'), nextAt: null });
  });
});

describe('the next time of a schedule that is made anew', () => {
  it('is none that was fired before, though clocks are put back', () => {
    const fired = at('2026-01-02T08:00');
    expect(nextTime(daily, fired, at('2026-01-02T07:59'))).toEqual(at('2026-01-03T08:00'));
    expect(nextTime(daily, fired, at('2026-01-02T08:30'))).toEqual(at('2026-01-03T08:00'));
    expect(nextTime(daily, null, at('2026-01-02T07:59'))).toEqual(at('2026-01-02T08:00'));
  });

  it('goes by the clock there is now, where the one before was far ahead', () => {
    expect(nextTime(daily, at('2030-01-01T08:00'), at('2026-01-02T07:59'))).toEqual(at('2026-01-02T08:00'));
  });
});
