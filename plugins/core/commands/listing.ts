import { type CommandContext, identifier } from './command.ts';
import { UsageError } from './terminal.ts';

/** The options of commands that list what runs left, newest first. */
export const listingOptions = {
  app: { type: 'string' },
  status: { type: 'string' },
  limit: { type: 'string' },
  before: { type: 'string' },
} as const;

/** What of the page that the options ask for; `before` is the id of one of `kind`. */
export function pageOptions({ options }: CommandContext, kind: 'run' | 'form') {
  const { app, status, limit, before } = options;
  if (typeof app === 'string') identifier(app, 'app');
  if (typeof before === 'string') identifier(before, kind);
  return { app_id: app, status, limit, before };
}

/** Seconds since 1970, for people. */
export function timeOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');
}

/** What follows a page; one that is short may have others after it. */
export function more(cursor: string | null): string[] {
  return cursor === null ? [] : [`More: the same with --cursor ${cursor}`];
}

/** A time like 2026-01-31 or 2026-01-31T12:00:00Z, or seconds since 1970. */
export function secondsOf(time: unknown): string | undefined {
  if (typeof time !== 'string') return undefined;
  if (/^\d+$/.test(time)) return time;
  const at = Date.parse(time) / 1000;
  if (Number.isNaN(at)) throw new UsageError(`'${time}' is no time: write 2026-01-31 or 2026-01-31T12:00:00Z`);
  return String(Math.floor(at));
}
