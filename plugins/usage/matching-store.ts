import { type RawBuilder, sql } from 'kysely';
import type { DayRange } from './contract.ts';

/** Days of all apps of a workspace, or of one. */
export type Where = DayRange & { readonly appId?: string | undefined };

/** The condition for rows of days, in any table of usage. */
export function matching(workspaceId: string, { from, to, appId }: Where): RawBuilder<unknown> {
  const app = appId === undefined ? sql`true` : sql`app_id = ${appId}::uuid`;
  return sql`workspace_id = ${workspaceId}::uuid and day between ${from}::date and ${to}::date and ${app}`;
}
