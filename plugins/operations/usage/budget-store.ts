import { type Kysely, type QueryExecutorProvider, type Selectable, sql } from 'kysely';
import { newId } from '#kernel';
import type { Database } from '#plugins/database/contract.ts';
import type { Budget } from './contract.ts';
import { SILENT_SECONDS } from './open-store.ts';
import type { UsageTables } from './tables.ts';

/** A budget and whose it is. */
export interface OwnedBudget extends Budget {
  readonly workspaceId: string;
}

/** What apps of a workspace, and keys of these, have used in a period. */
export interface UsedRow {
  readonly of: 'app' | 'key';
  readonly id: string;
  readonly currency: string;
  readonly tokens: string;
  readonly price: string;
}

/** Budgets, of one workspace at a time but for `all`. */
export class BudgetStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Of all workspaces, as the system: they are known by heart, so that the start of a run asks nobody. */
  async all(): Promise<readonly OwnedBudget[]> {
    const rows = await this.#database.system<UsageTables>().selectFrom('usage_budgets').selectAll().execute();
    return rows.map((row) => ({ ...toBudget(row), workspaceId: row.workspace_id }));
  }

  async list(workspaceId: string): Promise<readonly Budget[]> {
    const rows = await this.#db(workspaceId).selectFrom('usage_budgets').selectAll().orderBy('id').execute();
    return rows.map(toBudget);
  }

  async save(workspaceId: string, budget: Omit<Budget, 'id'>) {
    const { appId, keyId, period, unit, currency, amount, action, model } = budget;
    const { rows } = await sql<Selectable<UsageTables['usage_budgets']>>`
      insert into usage_budgets (
        id, workspace_id, app_id, key_id, period, unit, currency, amount, action, model_provider, model_name)
      values (${newId()}, ${workspaceId}, ${appId}, ${keyId}, ${period}, ${unit}, ${currency}, ${amount}::numeric,
        ${action}, ${model?.provider ?? null}, ${model?.model ?? null})
      on conflict (workspace_id, coalesce(app_id, '00000000-0000-0000-0000-000000000000'),
        coalesce(key_id, '00000000-0000-0000-0000-000000000000'), period, unit, currency, (action = 'downgrade'))
      do update set amount = excluded.amount, action = excluded.action, model_provider = excluded.model_provider,
        model_name = excluded.model_name, updated_at = now()
      returning *`.execute(this.#db(workspaceId));
    return rows.map(toBudget);
  }

  /** False: there is none. */
  async remove(workspaceId: string, id: string): Promise<boolean> {
    const result = await this.#db(workspaceId).deleteFrom('usage_budgets').where('id', '=', id).executeTakeFirst();
    return result.numDeletedRows > 0n;
  }

  #db(workspaceId: string): Kysely<UsageTables> {
    return this.#database.workspace<UsageTables>(workspaceId);
  }
}

/**
 * By app, key and currency, from this day on; also of runs that have ended and are not counted yet, of those
 * that go on in other processes, and what runs begun since that day had used when they began to wait for people.
 * `processId`: what this process reports of its own runs is not read again.
 */
export async function usedSince(
  db: QueryExecutorProvider,
  { workspaceId, from, processId }: { readonly workspaceId: string; readonly from: string; readonly processId: string },
): Promise<readonly UsedRow[]> {
  const first = lowestIdOf(from);
  const { rows } = await sql<UsedRow>`
    with waiting as (
      select e.app_id, (e.notes #>> '{usage,key_id}')::uuid as key_id, m.currency, m.total as total_tokens, m.price
      from run_ends e
      cross join lateral json_to_recordset(e.notes #> '{usage,models}') as m(currency text, total bigint, price numeric)
      where e.workspace_id = ${workspaceId} and (e.notes #>> '{usage,day}')::date >= ${from}::date
    ), paused as (
      select app_id, key_id, coalesce(currency, '') as currency, total_tokens, coalesce(total_price, 0) as price
      from workflow_runs
      where workspace_id = ${workspaceId} and status = 'paused' and id >= ${first}::uuid
      union all
      select app_id, key_id, coalesce(currency, ''), total_tokens, coalesce(total_price, 0)
      from workflow_runs
      where workspace_id = ${workspaceId} and status = 'running' and pause is not null and id >= ${first}::uuid
    )
    select of, id, currency, sum(total_tokens)::text as tokens, sum(price)::text as price
    from (
      select 'app' as of, app_id as id, currency, total_tokens, price
      from usage_models where workspace_id = ${workspaceId} and day >= ${from}::date
      union all
      select 'key', key_id, currency, total_tokens, price
      from usage_keys where workspace_id = ${workspaceId} and day >= ${from}::date
      union all
      select 'app', app_id, currency, total_tokens, price from waiting
      union all
      select 'key', key_id, currency, total_tokens, price from waiting where key_id is not null
      union all
      select 'app', app_id, currency, total_tokens, price from paused
      union all
      select 'key', key_id, currency, total_tokens, price from paused where key_id is not null
      union all
      select of, id, currency, tokens, price from usage_open_runs
      where workspace_id = ${workspaceId} and process_id <> ${processId}::uuid
        and reported_at > now() - make_interval(secs => ${SILENT_SECONDS})
    ) used
    group by of, id, currency`.execute(db);
  return rows;
}

/** The smallest id (UUID, version 7) of what began on this day. */
function lowestIdOf(day: string): string {
  const time = Date.parse(day).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`;
}

function toBudget(row: Selectable<UsageTables['usage_budgets']>): Budget {
  return {
    id: row.id,
    appId: row.app_id,
    keyId: row.key_id,
    period: row.period as Budget['period'],
    unit: row.unit as Budget['unit'],
    currency: row.currency,
    amount: row.amount,
    action: row.action as Budget['action'],
    model:
      row.model_provider === null || row.model_name === null
        ? null
        : { provider: row.model_provider, model: row.model_name },
  };
}
