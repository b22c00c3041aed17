import { describe, expect, it } from 'vitest';
import type { ToolInvocation } from '#plugins/tools/contract.ts';
import { strftime } from './strftime.ts';
import { timeTools } from './tools.ts';

async function call(name: string, given: Readonly<Record<string, unknown>>): Promise<string | undefined> {
  const tool = timeTools.find((candidate) => candidate.name === name);
  // They read nothing else of an invocation.
  return (await tool?.invoke({ arguments: given } as unknown as ToolInvocation))?.text;
}

const failed = (name: string, given: Readonly<Record<string, unknown>>) =>
  call(name, given).then(
    (text) => `no error but ${text}`,
    (error: Error) => error.message,
  );

describe('the time tools', () => {
  it('tell the current time in a zone and a format', async () => {
    const before = Math.floor(Date.now() / 1000);
    const told = Number(await call('current_time', { format: '%s', timezone: 'Asia/Shanghai' }));
    expect(told).toBeGreaterThanOrEqual(before);
    expect(told).toBeLessThanOrEqual(Date.now() / 1000);
    expect(await call('current_time', {})).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  });

  it.each([
    ['localtime_to_timestamp', { localtime: '2024-1-1 0:0:0', timezone: 'Asia/Shanghai' }, '1704038400'],
    ['localtime_to_timestamp', { localtime: '2024-01-01', timezone: 'UTC' }, '1704067200'],
    ['localtime_to_timestamp', { localtime: '2024-07-01T12:00', timezone: 'Europe/Berlin' }, '1719828000'],
    ['timestamp_to_localtime', { timestamp: 1704038400, timezone: 'Asia/Shanghai' }, '2024-01-01 00:00:00'],
    ['timestamp_to_localtime', { timestamp: '-1', timezone: 'UTC' }, '1969-12-31 23:59:59'],
    [
      'timezone_conversion',
      { current_time: '2024-01-01 08:00:00', current_timezone: 'Asia/Shanghai', target_timezone: 'America/New_York' },
      '2023-12-31 19:00:00',
    ],
    ['weekday', { year: 2024, month: 2, day: 29 }, 'February 29, 2024 is Thursday.'],
    ['weekday', { year: '1600', month: 1, day: 1 }, 'January 1, 1600 is Saturday.'],
  ])('%s of %j is %s', async (name, given, told) => {
    expect(await call(name, given)).toBe(told);
  });

  it('read hours that clocks show twice as the first of them, and skip with them those they skip', async () => {
    const berlin = (localtime: string) => call('localtime_to_timestamp', { localtime, timezone: 'Europe/Berlin' });
    expect(await berlin('2024-10-27 02:30:00')).toBe('1729989000');
    expect(await berlin('2024-03-31 02:30:00')).toBe('1711848600');
  });

  it.each([
    ['current_time', { timezone: 'Mars/Olympus' }, 'no time zone "Mars/Olympus"'],
    ['current_time', { timezone: 'x'.repeat(100_000) }, 'no time zone'],
    ['current_time', { format: '%Y'.repeat(10_000) }, 'format is longer'],
    ['localtime_to_timestamp', { localtime: 'tomorrow', timezone: 'UTC' }, '"tomorrow" is no time'],
    ['localtime_to_timestamp', { localtime: '2023-02-29 00:00:00', timezone: 'UTC' }, 'no such day'],
    ['localtime_to_timestamp', { localtime: '2023-02-02 24:00:00', timezone: 'UTC' }, 'no such day'],
    ['timestamp_to_localtime', { timestamp: 'soon', timezone: 'UTC' }, 'timestamp must be a number'],
    ['timestamp_to_localtime', { timestamp: 1e18, timezone: 'UTC' }, 'outside the years'],
    ['weekday', { year: 2024, month: 13, day: 1 }, 'no such day'],
    ['weekday', { year: 2024, month: 1.5, day: 1 }, 'no such day'],
  ])('%s says what is wrong with its arguments (%#)', async (name, given, message) => {
    expect(await failed(name, given)).toContain(message);
  });
});

describe('the format', () => {
  const moment = Date.UTC(2024, 0, 7, 15, 4, 5, 678);

  it.each([
    ['%Y-%m-%d %H:%M:%S.%f', '2024-01-07 15:04:05.678000'],
    ['%A %a %B %b %d %e %-d', 'Sunday Sun January Jan 07  7 7'],
    ['%I:%M %p', '03:04 PM'],
    ['%j %U %W %V %G %u %w', '007 01 01 01 2024 7 0'],
    ['%y %D %F %T %R', '24 01/07/24 2024-01-07 15:04:05 15:04'],
    ['%z %Z %s %%', '+0000 UTC 1704639845 %'],
    ['%Q % 年', '%Q % 年'],
    ['%c', 'Sun Jan  7 15:04:05 2024'],
  ])('%s', (format, shown) => {
    expect(strftime(moment, 'UTC', format)).toBe(shown);
  });

  it('knows zones with odd offsets, and weeks of the year before and after', () => {
    expect(strftime(moment, 'Asia/Kathmandu', '%H:%M %z')).toBe('20:49 +0545');
    expect(strftime(moment, 'America/New_York', '%H:%M %z %Z')).toBe('10:04 -0500 EST');
    expect(strftime(Date.UTC(2021, 0, 1), 'UTC', '%G-W%V')).toBe('2020-W53');
    expect(strftime(Date.UTC(2024, 11, 30), 'UTC', '%G-W%V')).toBe('2025-W01');
  });
});
