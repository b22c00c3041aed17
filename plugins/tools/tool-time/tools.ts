import { numberOf, toText } from '#engine';
import { currentTime } from '#kernel';
import type { Tool, ToolInvocation, ToolParameter } from '#plugins/tools/contract.ts';
import { checked, readTime } from './read-time.ts';
import { strftime } from './strftime.ts';
import { badTime } from './time-error.ts';
import { asUtc, momentOf, readZone } from './zone.ts';

const STANDARD_FORMAT = '%Y-%m-%d %H:%M:%S';
/** Seconds of the years 1 and 9999. */
const FIRST_SECOND = -62_135_596_800;
const LAST_SECOND = 253_402_300_799;

type Arguments = ToolInvocation['arguments'];

function tool(name: string, parts: Omit<Tool, 'id' | 'provider' | 'name' | 'sideEffects'>): Tool {
  return { id: `time.${name}`, provider: 'time', providerAliases: ['tool-time'], name, sideEffects: false, ...parts };
}

function parameter(name: string, description: string, more: Partial<ToolParameter> = {}): ToolParameter {
  return { name, type: 'string', form: 'llm', label: name, description, ...more };
}

const ZONE_EXAMPLE = 'An IANA time zone, such as Europe/Berlin, Asia/Shanghai or UTC';

const currentTimeTool = tool('current_time', {
  label: 'Current Time',
  description: 'Tells the current date and time.',
  parameters: [
    parameter('format', 'The format, in the notation of strftime', { form: 'form', default: STANDARD_FORMAT }),
    parameter('timezone', ZONE_EXAMPLE, { form: 'form', default: 'UTC' }),
  ],
  invoke: ({ arguments: given }) => ({
    text: strftime(
      currentTime(),
      readZone(textOf(given, 'timezone') || 'UTC'),
      textOf(given, 'format') || STANDARD_FORMAT,
    ),
  }),
});

const localtimeToTimestamp = tool('localtime_to_timestamp', {
  label: 'Local Time to Timestamp',
  description: 'Converts a local date and time into a Unix timestamp in seconds.',
  parameters: [
    parameter('localtime', 'The local time, such as 2024-01-31 18:30:00', { required: true }),
    parameter('timezone', ZONE_EXAMPLE, { default: 'Asia/Shanghai' }),
  ],
  invoke({ arguments: given }) {
    const moment = momentOf(readTime(textOf(given, 'localtime')), readZone(textOf(given, 'timezone')));
    return { text: String(Math.floor(moment / 1000)) };
  },
});

const timestampToLocaltime = tool('timestamp_to_localtime', {
  label: 'Timestamp to Local Time',
  description: 'Converts a Unix timestamp in seconds into a local date and time.',
  parameters: [
    parameter('timestamp', 'Seconds since 1970-01-01 00:00:00 UTC', { type: 'number', required: true }),
    parameter('timezone', ZONE_EXAMPLE, { default: 'Asia/Shanghai' }),
  ],
  invoke({ arguments: given }) {
    const seconds = numberFrom(given, 'timestamp');
    if (!(seconds >= FIRST_SECOND && seconds <= LAST_SECOND))
      throw badTime('the timestamp lies outside the years 1 to 9999');
    return { text: strftime(Math.floor(seconds) * 1000, readZone(textOf(given, 'timezone')), STANDARD_FORMAT) };
  },
});

const timezoneConversion = tool('timezone_conversion', {
  label: 'Time Zone Conversion',
  description: 'Converts a date and time of one time zone into another.',
  parameters: [
    parameter('current_time', 'The time to convert, such as 2024-01-31 18:30:00', { required: true }),
    parameter('current_timezone', `Where that time holds. ${ZONE_EXAMPLE}`, {
      required: true,
      default: 'Asia/Shanghai',
    }),
    parameter('target_timezone', `Where to convert to. ${ZONE_EXAMPLE}`, { required: true, default: 'Asia/Tokyo' }),
  ],
  invoke({ arguments: given }) {
    const moment = momentOf(readTime(textOf(given, 'current_time')), readZone(textOf(given, 'current_timezone')));
    return { text: strftime(moment, readZone(textOf(given, 'target_timezone')), STANDARD_FORMAT) };
  },
});

const weekday = tool('weekday', {
  label: 'Weekday',
  description: 'Tells the day of the week of a date.',
  parameters: [
    parameter('year', 'The year, such as 2024', { type: 'number', required: true }),
    parameter('month', 'The month, 1 to 12', { type: 'number', required: true }),
    parameter('day', 'The day of the month, 1 to 31', { type: 'number', required: true }),
  ],
  invoke({ arguments: given }) {
    const [year, month, day] = ['year', 'month', 'day'].map((name) => numberFrom(given, name));
    const date = { year: year ?? 0, month: month ?? 0, day: day ?? 0, hour: 0, minute: 0, second: 0 };
    return { text: strftime(asUtc(checked(date)), 'UTC', '%B %-d, %Y is %A.') };
  },
});

/** The tools documents know as provider `time`. */
export const timeTools: readonly Tool[] = [
  currentTimeTool,
  timezoneConversion,
  localtimeToTimestamp,
  timestampToLocaltime,
  weekday,
];

function textOf(given: Arguments, name: string): string {
  return toText(given[name] ?? '').trim();
}

/** Variables come as they are: a number may be a text. */
function numberFrom(given: Arguments, name: string): number {
  const value = given[name];
  const number = numberOf(value) ?? (typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN);
  if (Number.isFinite(number)) return number;
  throw badTime(`${name} must be a number`);
}
