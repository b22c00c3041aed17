import { describe, expect, it } from 'vitest';
import { scheduleOf } from './schedule.ts';
import { scheduleWarnings } from './schedule-warnings.ts';

const fields = (data: Readonly<Record<string, unknown>>) => scheduleWarnings(data).map(({ field }) => field);

describe('a schedule', () => {
  it.each([
    { mode: 'cron', cron_expression: '0 9 * * *', timezone: 'Asia/Shanghai' },
    { mode: 'cron', config: { cron_expression: '0 9 * * 1' }, cron_expression: '' },
    { mode: 'visual', frequency: 'daily', visual_config: { time: '9:30 am' } },
    { frequency: 'hourly', visual_config: { on_minute: 0 } },
    { frequency: 'hourly' },
    { mode: 'visual', config: { frequency: 'weekly', visual_config: { time: '12:00 AM', weekdays: ['sun', 'Fri'] } } },
    { mode: 'visual', frequency: 'monthly', visual_config: { time: '11:59 PM', monthly_days: [1, 31, 'last'] } },
  ])('is good: %o', (data) => {
    expect(scheduleWarnings(data)).toEqual([]);
    expect(scheduleOf(data)).not.toBeNull();
  });

  it.each<[Readonly<Record<string, unknown>>, string[]]>([
    [{ mode: 'cron' }, ['cron_expression']],
    [{ mode: 'cron', cron_expression: 'tomorrow' }, ['cron_expression']],
    [{ mode: 'cron', cron_expression: '0 0 30 2 *' }, ['cron_expression']],
    [{ mode: 'cron', cron_expression: '0 9 * * *', timezone: 'Moon/Crater' }, ['timezone']],
    [{}, ['frequency']],
    [{ frequency: 'yearly' }, ['frequency']],
    [{ frequency: 'hourly', visual_config: { on_minute: 60 } }, ['visual_config.on_minute']],
    [{ frequency: 'hourly', visual_config: { on_minute: '' } }, ['visual_config.on_minute']],
    [{ frequency: 'daily', visual_config: { time: '25:00' } }, ['visual_config.time']],
    [{ frequency: 'weekly', visual_config: { weekdays: [] } }, ['visual_config.weekdays']],
    [{ frequency: 'weekly', visual_config: { weekdays: ['someday'] } }, ['visual_config.weekdays']],
    [
      { frequency: 'monthly', visual_config: { time: 7, monthly_days: [0] } },
      ['visual_config.time', 'visual_config.monthly_days'],
    ],
    [{ frequency: [], visual_config: 'x', config: 'y', timezone: {} }, ['frequency']],
  ])('says what is wrong with %o', (data, expected) => {
    expect(fields(data)).toEqual(expected);
    expect(scheduleOf(data)).toBeNull();
  });
});
