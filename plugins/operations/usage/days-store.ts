import { type Kysely, sql } from 'kysely';
import type { AppDay } from './contract.ts';
import { daysOf, matching, sumOfKinds, type Where } from './matching-store.ts';
import type { UsageTables } from './tables.ts';
import { type DayRow, joined, type ModelRow } from './usage-sums.ts';

const LINES = 500;

interface Place {
  readonly day: string;
  readonly appId: string;
}

interface OfAppDay extends DayRow, Place {}

/** Days of apps in order, some hundred at a time: every run, request and change of files adds to one, whether or not it used a model. */
export async function* appDaysOf(
  db: Kysely<UsageTables>,
  workspaceId: string,
  where: Where,
): AsyncGenerator<readonly AppDay[]> {
  let after: Place | undefined;
  for (;;) {
    const next = after === undefined ? sql`true` : sql`(day, app_id) > (${after.day}::date, ${after.appId}::uuid)`;
    const { rows } = await sql<OfAppDay>`
      select to_char(day, 'YYYY-MM-DD') || ' ' || app_id as key, to_char(day, 'YYYY-MM-DD') as day, app_id as "appId",
        sum(runs_succeeded)::bigint as succeeded, sum(runs_partial)::bigint as partial,
        sum(runs_failed)::bigint as failed, sum(runs_stopped)::bigint as stopped, sum(messages)::bigint as messages,
        sum(users)::bigint as users, sum(requests)::bigint as requests
      from ${daysOf(workspaceId, where)} where ${next}
      group by usage_days.day, app_id order by usage_days.day, app_id limit ${LINES}`.execute(db);
    const [first, last] = [rows[0], rows.at(-1)];
    if (first === undefined || last === undefined) return;
    const places = new Map(rows.map((row) => [row.key, row]));
    const models = await modelsOf(db, workspaceId, { where, first, last });
    yield joined(rows, models).flatMap(({ key, ...sum }) => {
      const place = places.get(key);
      return place === undefined ? [] : [{ ...sum, day: place.day, appId: place.appId, users: place.users }];
    });
    if (rows.length < LINES) return;
    after = last;
  }
}

/** Of the days of apps between two, both included. */
async function modelsOf(
  db: Kysely<UsageTables>,
  workspaceId: string,
  { where, first, last }: { readonly where: Where; readonly first: Place; readonly last: Place },
): Promise<readonly ModelRow[]> {
  const { rows } = await sql<ModelRow>`
    select to_char(day, 'YYYY-MM-DD') || ' ' || app_id as key, currency, sum(runs)::bigint as runs,
      sum(calls)::bigint as calls,
      sum(prompt_tokens)::bigint as prompt, sum(completion_tokens)::bigint as completion,
      sum(total_tokens)::bigint as total,
      ${sumOfKinds},
      trim_scale(sum(price))::text as price
    from usage_models
    where ${matching(workspaceId, where)} and (day, app_id) >= (${first.day}::date, ${first.appId}::uuid)
      and (day, app_id) <= (${last.day}::date, ${last.appId}::uuid)
    group by usage_models.day, app_id, currency order by currency`.execute(db);
  return rows;
}
