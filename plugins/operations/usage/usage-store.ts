import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '#plugins/database/contract.ts';
import { forgetCalls } from './calls-store.ts';
import type { DailyFigures, DayRange, Usage, UsageGroup, UsageLine, UsageQuery } from './contract.ts';
import { appDaysOf } from './days-store.ts';
import { percentile } from './latency-buckets.ts';
import { daysOf, matching, sumOfKinds, type Where } from './matching-store.ts';
import { shard } from './rollup-store.ts';
import type { UsageTables } from './tables.ts';
import { type DayRow, joined, type ModelRow } from './usage-sums.ts';

const LINES = 500;
/** Rows that one statement removes. */
const FORGOTTEN = 5_000;

/** Requests of an app on a day that are not in its row yet. */
export interface RequestCount {
  readonly workspaceId: string;
  readonly appId: string;
  readonly day: string;
  readonly requests: number;
}

const columns = {
  day: sql`to_char(day, 'YYYY-MM-DD')`,
  app: sql.ref('app_id'),
  model: sql.ref('model'),
  key: sql.ref('key_id'),
} as const;
const byModel = sql.table('usage_models');
const byKey = sql.table('usage_keys');

/** What was used in days; of one workspace at a time. */
export class UsageStore implements Usage {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async groups(workspaceId: string, { groupBy, ...where }: UsageQuery): Promise<readonly UsageGroup[]> {
    const column = columns[groupBy];
    const models = await this.#models(workspaceId, sql`${column}::text`, where, groupBy === 'key' ? byKey : byModel);
    const isOfDays = groupBy === 'day' || groupBy === 'app';
    const days = isOfDays ? await this.#days(workspaceId, sql`${column}::text`, where, groupBy === 'app') : [];
    const groups = joined(days, models);
    if (groupBy === 'day') return groups.sort((one, other) => (one.key < other.key ? -1 : 1));
    return groups.sort((one, other) => other.totalTokens - one.totalTokens || other.runs - one.runs);
  }

  async *lines(workspaceId: string, range: DayRange & { readonly appId?: string | undefined }) {
    let after: UsageLine | undefined;
    for (;;) {
      const lines: readonly UsageLine[] = await this.#lines(workspaceId, range, after);
      if (lines.length > 0) yield lines;
      if (lines.length < LINES) return;
      after = lines.at(-1);
    }
  }

  appDays(workspaceId: string, range: Where) {
    return appDaysOf(this.#db(workspaceId), workspaceId, range);
  }

  async figures(workspaceId: string, appId: string, range: DayRange): Promise<readonly DailyFigures[]> {
    const where = { ...range, appId };
    const key = sql`to_char(day, 'YYYY-MM-DD')`;
    const [days, models, latencies] = await Promise.all([
      this.#days(workspaceId, key, where),
      this.#models(workspaceId, key, where),
      this.#latencies(workspaceId, where),
    ]);
    const users = new Map(days.map((day) => [day.key, day.users]));
    return joined(days, models)
      .sort((one, other) => (one.key < other.key ? -1 : 1))
      .map(({ key: day, ...sum }) => {
        const histogram = new Map(latencies.filter((row) => row.key === day).map(({ bucket, runs }) => [bucket, runs]));
        const [p50, p95, p99] = [0.5, 0.95, 0.99].map((part) => percentile(histogram, part));
        return {
          ...sum,
          day,
          users: users.get(day) ?? 0,
          latency: { p50: p50 ?? null, p95: p95 ?? null, p99: p99 ?? null },
        };
      });
  }

  /**
   * Adds to days, as the system: a batch has apps of many workspaces. It is noted by its id, under one of these, so that a
   * batch which is written again after a lost connection counts once.
   */
  async addRequests(id: string, counts: readonly RequestCount[]): Promise<void> {
    const rows = counts.map(({ workspaceId, appId, day, requests }) => ({
      workspace_id: workspaceId,
      app_id: appId,
      day,
      requests,
    }));
    await sql`
      with noted as (
        insert into usage_calls (id, workspace_id) values (${id}, ${counts[0]?.workspaceId})
        on conflict do nothing
        returning id
      )
      insert into usage_days as d (workspace_id, day, app_id, shard, requests)
      select workspace_id, day, app_id, ${shard}::smallint, requests
      from json_to_recordset(${JSON.stringify(rows)}::json) as r(workspace_id uuid, day date, app_id uuid, requests bigint)
      where exists (select from noted)
      order by workspace_id, day, app_id
      on conflict (workspace_id, day, app_id, shard) do update set requests = d.requests + excluded.requests`.execute(
      this.#database.system<UsageTables>(),
    );
  }

  /** Forgets who of a day was counted; system, of all workspaces. Runs end on their day or, for a batch that waited, soon after. */
  async forgetUsers(before: string): Promise<void> {
    for (;;) {
      const { numAffectedRows } = await sql`
        delete from usage_users where ctid = any(array(
          select ctid from usage_users where day < ${before}::date limit ${FORGOTTEN}
        ))`.execute(this.#database.system<UsageTables>());
      if (Number(numAffectedRows ?? 0) < FORGOTTEN) return;
    }
  }

  /** Forgets which calls outside of runs were counted; system, of all workspaces. */
  forgetCalls(before: Date): Promise<void> {
    return forgetCalls(this.#database.system(), before);
  }

  async #days(
    workspaceId: string,
    key: RawBuilder<unknown>,
    where: Where,
    isOfApps = false,
  ): Promise<readonly DayRow[]> {
    const { rows } = await sql<DayRow>`
      select ${key} as key, sum(runs_succeeded)::bigint as succeeded, sum(runs_partial)::bigint as partial,
        sum(runs_failed)::bigint as failed, sum(runs_stopped)::bigint as stopped, sum(messages)::bigint as messages,
        sum(users)::bigint as users, sum(requests)::bigint as requests
      from ${daysOf(workspaceId, where, isOfApps)} group by 1`.execute(this.#db(workspaceId));
    return rows;
  }

  async #models(
    workspaceId: string,
    key: RawBuilder<unknown>,
    where: Where,
    table = byModel,
  ): Promise<readonly ModelRow[]> {
    const { rows } = await sql<ModelRow>`
      select ${key} as key, currency, sum(runs)::bigint as runs, sum(calls)::bigint as calls,
        sum(prompt_tokens)::bigint as prompt,
        sum(completion_tokens)::bigint as completion, sum(total_tokens)::bigint as total,
        ${sumOfKinds},
        trim_scale(sum(price))::text as price
      from ${table} where ${matching(workspaceId, where)} group by 1, currency order by currency`.execute(
      this.#db(workspaceId),
    );
    return rows;
  }

  async #latencies(workspaceId: string, where: Where) {
    const { rows } = await sql<{ readonly key: string; readonly bucket: number; readonly runs: number }>`
      select to_char(day, 'YYYY-MM-DD') as key, bucket, sum(runs)::bigint as runs
      from usage_latencies where ${matching(workspaceId, where)} group by day, bucket`.execute(this.#db(workspaceId));
    return rows;
  }

  async #lines(workspaceId: string, range: Where, after: UsageLine | undefined): Promise<readonly UsageLine[]> {
    const next =
      after === undefined
        ? sql`true`
        : sql`(day, app_id, model, currency) > (${after.day}::date, ${after.appId}::uuid, ${after.model}, ${after.currency})`;
    const { rows } = await sql<UsageLine>`
      select to_char(day, 'YYYY-MM-DD') as day, app_id as "appId", model, currency, sum(runs)::bigint as runs,
        sum(calls)::bigint as calls, sum(prompt_tokens)::bigint as "promptTokens", sum(completion_tokens)::bigint as "completionTokens",
        sum(total_tokens)::bigint as "totalTokens", ${sumOfKinds}, trim_scale(sum(price))::text as price
      from usage_models where ${matching(workspaceId, range)} and ${next}
      group by usage_models.day, app_id, model, currency order by usage_models.day, app_id, model, currency
      limit ${LINES}`.execute(this.#db(workspaceId));
    return rows;
  }

  #db(workspaceId: string): Kysely<UsageTables> {
    return this.#database.workspace<UsageTables>(workspaceId);
  }
}
