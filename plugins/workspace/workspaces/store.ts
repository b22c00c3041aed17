import { type Kysely, type Selectable, sql } from 'kysely';
import { type Contributions, isUuid, newId, PlatformError } from '#kernel';
import type { Database, OpenTransaction } from '#plugins/database/contract.ts';
import type { NewWorkspace, PlanLimit, Workspace, WorkspaceChanges, WorkspaceMaker } from './contract.ts';
import type { WorkspaceTables } from './tables.ts';

/** Any number will do; it is the name of the lock among this database's advisory locks. */
const firstLockKey = 8_211_073_522;

/** System: workspaces are made and found before anything can belong to one. */
export class WorkspaceStore {
  readonly #database: Database;
  readonly #plans: Contributions<PlanLimit>;
  readonly #plan: string;

  /** `plan`: of new workspaces for which none is named. */
  constructor(database: Database, plans: Contributions<PlanLimit>, plan = 'sandbox') {
    this.#database = database;
    this.#plans = plans;
    this.#plan = plan;
  }

  first(): Promise<Workspace | null> {
    return findFirst(this.#system());
  }

  async get(id: string): Promise<Workspace | null> {
    if (!isUuid(id)) return null;
    const row = await this.#system().selectFrom('workspaces').selectAll().where('id', '=', id).executeTakeFirst();
    return row === undefined ? null : toWorkspace(row);
  }

  async planOf(id: string): Promise<PlanLimit> {
    const workspace = await this.get(id);
    const plan = this.#plans.get(workspace?.plan ?? 'sandbox') ?? this.#plans.get('sandbox');
    if (plan === undefined) throw new Error('There is no plan sandbox.');
    return { ...plan, ...workspace?.planTerms };
  }

  async update(id: string, values: WorkspaceChanges): Promise<Workspace | null> {
    const { name, description, codeNetwork, plan, planTerms } = values;
    const changes = {
      ...(name !== undefined && { name }),
      ...(description !== undefined && { description }),
      ...(codeNetwork !== undefined && { code_network: codeNetwork }),
      ...(plan !== undefined && { plan }),
      ...(planTerms !== undefined && { plan_terms: planTerms === null ? null : JSON.stringify(planTerms) }),
    };
    if (!isUuid(id) || Object.keys(changes).length === 0) return this.get(id);
    const row = await this.#system()
      .updateTable('workspaces')
      .set(changes)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst();
    return row === undefined ? null : toWorkspace(row);
  }

  create(values: NewWorkspace): Promise<Workspace> {
    return insert(this.#system(), { plan: this.#plan, ...values });
  }

  /** The account's workspaces are counted and added one after the other. */
  createBy({ accountId, most }: WorkspaceMaker, values: NewWorkspace): Promise<Workspace | null> {
    return this.#system()
      .transaction()
      .execute(async (transaction) => {
        await sql`select pg_advisory_xact_lock(hashtextextended(${accountId}, ${sql.lit(firstLockKey)}))`.execute(
          transaction,
        );
        const made = await transaction
          .selectFrom('workspaces')
          .select(sql<number>`count(*)`.as('count'))
          .where('made_by', '=', accountId)
          .executeTakeFirstOrThrow();
        if (made.count >= most) return null;
        return insert(transaction, { plan: this.#plan, ...values, madeBy: accountId });
      });
  }

  createFirst(values: NewWorkspace): Promise<Workspace | null> {
    return this.#system()
      .transaction()
      .execute(async (transaction) => {
        await sql`select pg_advisory_xact_lock(${sql.lit(firstLockKey)})`.execute(transaction);
        return (await findAny(transaction)) === null ? insert(transaction, { plan: this.#plan, ...values }) : null;
      });
  }

  async page({ limit, after }: { readonly limit: number; readonly after?: string | undefined }): Promise<Workspace[]> {
    let query = this.#system().selectFrom('workspaces').selectAll().orderBy('id').limit(limit);
    if (after !== undefined) query = query.where('id', '>', after);
    return (await query.execute()).map(toWorkspace);
  }

  async closed(): Promise<string[]> {
    const query = this.#system().selectFrom('workspaces').select('id').where('deleted_at', 'is not', null);
    return (await query.execute()).map(({ id }) => id);
  }

  /** Those of them that are open. */
  async open(ids: readonly string[]): Promise<string[]> {
    if (ids.length === 0) return [];
    const query = this.#system()
      .selectFrom('workspaces')
      .select('id')
      .where('id', 'in', [...ids])
      .where('deleted_at', 'is', null);
    return (await query.execute()).map(({ id }) => id);
  }

  /** One after the other, so that of two that are closed at the same time one stays open. */
  async close(
    id: string,
    { by, purgeAt }: { readonly by: string; readonly purgeAt: Date },
    within: (transaction: OpenTransaction) => Promise<unknown>,
  ): Promise<Workspace | null> {
    if (!isUuid(id)) return null;
    return this.#system()
      .transaction()
      .execute(async (transaction) => {
        await sql`select pg_advisory_xact_lock(${sql.lit(firstLockKey)})`.execute(transaction);
        const row = await transaction
          .updateTable('workspaces')
          .set({ deleted_at: sql<Date>`now()`, deleted_by: by, purge_at: purgeAt })
          .where('id', '=', id)
          .where('deleted_at', 'is', null)
          .returningAll()
          .executeTakeFirst();
        if (row === undefined) return null;
        if ((await findFirst(transaction)) === null) throw lastOne(row.name);
        await within(transaction);
        return toWorkspace(row);
      });
  }

  async reopen(id: string, within: (transaction: OpenTransaction) => Promise<unknown>): Promise<Workspace | null> {
    if (!isUuid(id)) return null;
    return this.#system()
      .transaction()
      .execute(async (transaction) => {
        const row = await transaction
          .updateTable('workspaces')
          .set({ deleted_at: null, deleted_by: null, purge_at: null })
          .where('id', '=', id)
          .where('purge_at', '>', sql<Date>`now()`)
          .returningAll()
          .executeTakeFirst();
        if (row === undefined) return null;
        await within(transaction);
        return toWorkspace(row);
      });
  }

  async remove(id: string): Promise<void> {
    const query = this.#system().deleteFrom('workspaces').where('id', '=', id);
    await query.where('purge_at', '<=', sql<Date>`now()`).execute();
  }

  #system(): Kysely<WorkspaceTables> {
    return this.#database.system<WorkspaceTables>();
  }
}

async function findFirst(db: Kysely<WorkspaceTables>): Promise<Workspace | null> {
  const query = db.selectFrom('workspaces').selectAll().where('deleted_at', 'is', null);
  const row = await query.orderBy('id').limit(1).executeTakeFirst();
  return row === undefined ? null : toWorkspace(row);
}

async function findAny(db: Kysely<WorkspaceTables>): Promise<{ id: string } | null> {
  return (await db.selectFrom('workspaces').select('id').limit(1).executeTakeFirst()) ?? null;
}

/** The management token and whoever joins next need a place: an installation is never without one. */
function lastOne(name: string): PlatformError {
  const message = `"${name}" is the last workspace of this installation; make another one first.`;
  return new PlatformError('conflict', 'workspaces.last_one', message);
}

async function insert(
  db: Kysely<WorkspaceTables>,
  values: NewWorkspace & { readonly plan: string; readonly madeBy?: string },
): Promise<Workspace> {
  const row = await db
    .insertInto('workspaces')
    .values({
      id: newId(),
      name: values.name,
      description: values.description ?? '',
      plan: values.plan,
      owner_name: values.ownerName,
      made_by: values.madeBy ?? null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return toWorkspace(row);
}

function toWorkspace(row: Selectable<WorkspaceTables['workspaces']>): Workspace {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    plan: row.plan,
    planTerms: row.plan_terms,
    ownerName: row.owner_name,
    codeNetwork: row.code_network,
    createdAt: row.created_at.getTime(),
    deletion:
      row.deleted_at === null
        ? null
        : {
            requestedAt: row.deleted_at.getTime(),
            purgeAt: (row.purge_at ?? row.deleted_at).getTime(),
            requestedBy: row.deleted_by ?? '',
          },
  };
}
