import type { Kysely, Selectable } from 'kysely';
import { currentTime } from '#kernel';
import type { Database } from '#plugins/database/contract.ts';
import type { AppLimitChanges, AppLimits, UseLimits } from './contract.ts';
import type { LimitTables } from './tables.ts';

const nothing: UseLimits = { requestsPerMinute: null, concurrentRuns: null, tokensPerDay: null };

/** An app whose owner has set nothing. */
export const unlimited: AppLimits = { app: nothing, user: nothing };

/** What owners of apps allow, of one workspace at a time. */
export class LimitStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async find(workspaceId: string, appId: string): Promise<AppLimits> {
    const row = await this.#db(workspaceId)
      .selectFrom('app_limits')
      .selectAll()
      .where('app_id', '=', appId)
      .executeTakeFirst();
    return row === undefined ? unlimited : toLimits(row);
  }

  /** Two who change different limits at the same time both succeed. */
  async save(workspaceId: string, appId: string, changes: AppLimitChanges): Promise<AppLimits> {
    const values = {
      ...given('requests_per_minute', changes.app?.requestsPerMinute),
      ...given('concurrent_runs', changes.app?.concurrentRuns),
      ...given('tokens_per_day', changes.app?.tokensPerDay),
      ...given('user_requests_per_minute', changes.user?.requestsPerMinute),
      ...given('user_concurrent_runs', changes.user?.concurrentRuns),
      ...given('user_tokens_per_day', changes.user?.tokensPerDay),
    };
    const row = await this.#db(workspaceId)
      .insertInto('app_limits')
      .values({ app_id: appId, workspace_id: workspaceId, ...values })
      .onConflict((conflict) =>
        conflict.column('app_id').doUpdateSet({ ...values, updated_at: new Date(currentTime()) }),
      )
      .returningAll()
      .executeTakeFirstOrThrow();
    return toLimits(row);
  }

  #db(workspaceId: string): Kysely<LimitTables> {
    return this.#database.workspace<LimitTables>(workspaceId);
  }
}

type LimitColumn = Exclude<keyof LimitTables['app_limits'], 'app_id' | 'workspace_id' | 'updated_at'>;

function given(column: LimitColumn, value: number | null | undefined): { [Column in LimitColumn]?: number | null } {
  return value === undefined ? {} : { [column]: value };
}

function toLimits(row: Selectable<LimitTables['app_limits']>): AppLimits {
  return {
    app: {
      requestsPerMinute: row.requests_per_minute,
      concurrentRuns: row.concurrent_runs,
      tokensPerDay: row.tokens_per_day,
    },
    user: {
      requestsPerMinute: row.user_requests_per_minute,
      concurrentRuns: row.user_concurrent_runs,
      tokensPerDay: row.user_tokens_per_day,
    },
  };
}
