import { type Kysely, type Selectable, sql } from 'kysely';
import { newId } from '../../kernel/index.ts';
import type { Database } from '../database/contract.ts';
import type { NewWorkspace, Workspace, Workspaces } from './contract.ts';
import type { WorkspaceTables } from './tables.ts';

/** Any number will do; it is the name of the lock among this database's advisory locks. */
const firstLockKey = 8_211_073_522;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** System: workspaces are made and found before anything can belong to one. */
export class WorkspaceStore implements Workspaces {
  readonly #database: Database;
  readonly #plan: string;

  /** `plan`: of new workspaces for which none is named. */
  constructor(database: Database, plan = 'sandbox') {
    this.#database = database;
    this.#plan = plan;
  }

  first(): Promise<Workspace | null> {
    return findFirst(this.#system());
  }

  async get(id: string): Promise<Workspace | null> {
    if (!uuid.test(id)) return null;
    const row = await this.#system().selectFrom('workspaces').selectAll().where('id', '=', id).executeTakeFirst();
    return row === undefined ? null : toWorkspace(row);
  }

  async update(id: string, values: { codeNetwork?: boolean; plan?: string }): Promise<Workspace | null> {
    const { codeNetwork, plan } = values;
    if (!uuid.test(id) || (codeNetwork === undefined && plan === undefined)) return this.get(id);
    const row = await this.#system()
      .updateTable('workspaces')
      .set({ ...(codeNetwork !== undefined && { code_network: codeNetwork }), ...(plan !== undefined && { plan }) })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst();
    return row === undefined ? null : toWorkspace(row);
  }

  create(values: NewWorkspace): Promise<Workspace> {
    return insert(this.#system(), { plan: this.#plan, ...values });
  }

  createFirst(values: NewWorkspace): Promise<Workspace | null> {
    return this.#system()
      .transaction()
      .execute(async (transaction) => {
        await sql`select pg_advisory_xact_lock(${sql.lit(firstLockKey)})`.execute(transaction);
        return (await findFirst(transaction)) === null ? insert(transaction, { plan: this.#plan, ...values }) : null;
      });
  }

  #system(): Kysely<WorkspaceTables> {
    return this.#database.system<WorkspaceTables>();
  }
}

async function findFirst(db: Kysely<WorkspaceTables>): Promise<Workspace | null> {
  const row = await db.selectFrom('workspaces').selectAll().orderBy('id').limit(1).executeTakeFirst();
  return row === undefined ? null : toWorkspace(row);
}

async function insert(
  db: Kysely<WorkspaceTables>,
  values: NewWorkspace & { readonly plan: string },
): Promise<Workspace> {
  const row = await db
    .insertInto('workspaces')
    .values({
      id: newId(),
      name: values.name,
      description: values.description ?? '',
      plan: values.plan,
      owner_name: values.ownerName,
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
    ownerName: row.owner_name,
    codeNetwork: row.code_network,
    createdAt: row.created_at.getTime(),
  };
}
