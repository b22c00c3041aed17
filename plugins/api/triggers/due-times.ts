import { scheduleOf } from '#plugins/node-triggers/contract.ts';
import type { Claim } from './firing-store.ts';

/** Times that are counted one by one, for each takes a while: of more, this many are told. */
const MAX_COUNTED = 200;

/**
 * What to fire of a schedule that is due since `nextAt`. The rule: of all times that are over the newest is fired, where it is no older than
 * `lateSeconds`; the others are counted as missed.
 */
export function dueTimes(
  { cron, timezone, nextAt }: { readonly cron: string | null; readonly timezone: string | null; readonly nextAt: Date },
  now: Date,
  lateSeconds: number,
): Claim {
  const schedule =
    cron === null ? null : scheduleOf({ mode: 'cron', cron_expression: cron, timezone: timezone ?? 'UTC' });
  const oldest = new Date(now.getTime() - lateSeconds * 1_000);
  let over = 0;
  let newest = nextAt;
  let next: Date | null = nextAt;
  while (next !== null && next <= now && over < MAX_COUNTED) {
    over += 1;
    newest = next;
    next = schedule?.next(next) ?? null;
  }
  if (next !== null && next <= now) {
    // Away for very long: what comes in between is not looked at.
    const near = schedule?.next(new Date(Math.max(oldest.getTime(), newest.getTime()))) ?? null;
    let at = near;
    while (at !== null && at <= now) {
      newest = at;
      at = schedule?.next(at) ?? null;
    }
    next = schedule?.next(now) ?? null;
  }
  const isFired = newest >= oldest;
  return { dueAt: isFired ? newest : null, missed: over - (isFired ? 1 : 0), lastDueAt: newest, nextAt: next };
}
