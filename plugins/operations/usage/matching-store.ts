import { type RawBuilder, sql } from 'kysely';
import type { DayRange } from './contract.ts';

/** Days of all apps of a workspace, or of one. */
export type Where = DayRange & { readonly appId?: string | undefined };

/**
 * Rows of `usage_days`, and one of nothing for each day on which an app's files changed: it is a day of the app as well. With
 * `isOfApps` also one for each app that has had files since before.
 */
export function daysOf(workspaceId: string, where: Where, isOfApps = false): RawBuilder<unknown> {
  const { from, to, appId } = where;
  const holding = sql`
    union all
    select ${to}::date, app_id, 0, 0, 0, 0, 0, 0, 0 from (
      select distinct on (app_id) app_id, bytes from storage_app_days
      where workspace_id = ${workspaceId}::uuid and day < ${from}::date and ${ofApp(appId)}
      order by app_id, day desc
    ) before where bytes > 0`;
  return sql`(
    select day, app_id, runs_succeeded, runs_partial, runs_failed, runs_stopped, messages, users, requests
    from usage_days where ${matching(workspaceId, where)}
    union all
    select day, app_id, 0, 0, 0, 0, 0, 0, 0 from storage_app_days where ${matching(workspaceId, where)}
    ${isOfApps ? holding : sql``}
  ) as usage_days`;
}

/** Kinds of tokens, summed up, in tables that count tokens. */
export const sumOfKinds: RawBuilder<unknown> = sql`sum(cached_tokens)::bigint as "cachedTokens",
  sum(cache_write_tokens)::bigint as "cacheWriteTokens", sum(reasoning_tokens)::bigint as "reasoningTokens",
  sum(unpriced_tokens)::bigint as "unpricedTokens"`;

/** The condition for rows of days, in any table of usage. */
export function matching(workspaceId: string, { from, to, appId }: Where): RawBuilder<unknown> {
  return sql`workspace_id = ${workspaceId}::uuid and day between ${from}::date and ${to}::date and ${ofApp(appId)}`;
}

function ofApp(appId: string | undefined): RawBuilder<unknown> {
  return appId === undefined ? sql`true` : sql`app_id = ${appId}::uuid`;
}
