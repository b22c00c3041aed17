import { type Kysely, type Selectable, sql } from 'kysely';
import type { JsonText } from '#engine';
import { type Database, few, type OpenTransaction, type Sink } from '#plugins/database/contract.ts';
import type { FormAction, FormInput, FormPart, FormQuery, FormStatus, HumanForm } from './contract.ts';
import type { FormTables } from './tables.ts';

/** A form to be opened. */
export interface NewForm
  extends Pick<
    HumanForm,
    'id' | 'workspaceId' | 'appId' | 'runId' | 'executionId' | 'nodeId' | 'nodeTitle' | 'content' | 'inputs' | 'actions'
  > {
  readonly defaults: Readonly<Record<string, string>>;
  /** Null: it gets none. */
  readonly token: { readonly hash: string; readonly sealed: string } | null;
  readonly waitSeconds: number;
  /** Its expiry ends the run. */
  readonly endsRun: boolean;
}

/** A form as the table has it. */
export interface StoredForm extends HumanForm {
  readonly tokenSealed: string | null;
  /** The run's journal is known to tell of it. */
  readonly isTold: boolean;
  /** It waits, and its time is not over. */
  readonly isOpen: boolean;
}

/** An answer that was checked. */
export interface CheckedAnswer {
  readonly actionId: string;
  readonly answers: JsonText;
  readonly user: string | null;
}

/** A form that is settled; its run may have to be woken or ended. */
export interface DueForm {
  readonly id: string;
  readonly workspaceId: string;
  readonly runId: string;
  readonly status: FormStatus;
}

const due = sql.raw('id, workspace_id as "workspaceId", run_id as "runId", status');
const columns = [
  'id',
  'workspace_id',
  'app_id',
  'run_id',
  'execution_id',
  'node_id',
  'node_title',
  'token_sealed',
  'status',
  'action_id',
  'answered_by',
  'created_at',
  'expires_at',
] as const;

/** Forms of one workspace at a time; only the look for forms whose time is over goes through all of them. */
export class FormStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** False: the execution has a form already, which stays as it is. `whenNew` writes what belongs to a new one. */
  async insert(form: NewForm, whenNew?: (transaction: OpenTransaction) => Promise<void>): Promise<boolean> {
    const db = this.#db(form.workspaceId);
    if (whenNew === undefined) return this.#insert(db, form);
    return db.transaction().execute(async (transaction) => {
      const isNew = await this.#insert(transaction, form);
      if (isNew) await whenNew(transaction);
      return isNew;
    });
  }

  async #insert(db: Kysely<FormTables>, form: NewForm): Promise<boolean> {
    const row = await db
      .insertInto('human_input_forms')
      .values({
        id: form.id,
        workspace_id: form.workspaceId,
        app_id: form.appId,
        run_id: form.runId,
        execution_id: form.executionId,
        node_id: form.nodeId,
        node_title: form.nodeTitle,
        token_hash: form.token?.hash ?? null,
        token_sealed: form.token?.sealed ?? null,
        content: JSON.stringify(form.content),
        inputs: JSON.stringify(form.inputs),
        actions: JSON.stringify(form.actions),
        defaults: JSON.stringify(form.defaults),
        status: 'open',
        created_at: sql`now()`,
        expires_at: sql`now() + make_interval(secs => ${form.waitSeconds})`,
        ends_run: form.endsRun,
      })
      .onConflict((conflict) => conflict.columns(['run_id', 'execution_id']).doNothing())
      .returning('id')
      .executeTakeFirst();
    return row !== undefined;
  }

  ofExecution(workspaceId: string, runId: string, executionId: string): Promise<StoredForm | null> {
    return one(this.#forms(workspaceId).where('run_id', '=', runId).where('execution_id', '=', executionId));
  }

  byToken(workspaceId: string, appId: string, hash: string): Promise<StoredForm | null> {
    return one(this.#forms(workspaceId).where('token_hash', '=', hash).where('app_id', '=', appId));
  }

  byId(workspaceId: string, id: string): Promise<StoredForm | null> {
    return one(this.#forms(workspaceId).where('id', '=', id));
  }

  async list(workspaceId: string, query: FormQuery): Promise<readonly HumanForm[]> {
    let forms = this.#forms(workspaceId).orderBy('id', 'desc').limit(query.limit);
    if (query.appId !== undefined) forms = forms.where('app_id', '=', query.appId);
    if (query.runId !== undefined) forms = forms.where('run_id', '=', query.runId);
    if (query.status !== undefined) forms = forms.where('status', '=', query.status);
    if (query.before !== undefined) forms = forms.where('id', '<', query.before);
    return (await forms.execute()).map(toForm);
  }

  async ofRuns(workspaceId: string, runIds: readonly string[]): Promise<readonly StoredForm[]> {
    if (runIds.length === 0) return [];
    const wanted = sql<{ wanted_id: string }>`unnest(${[...new Set(runIds)]}::uuid[])`.as<'wanted'>(
      sql`wanted(wanted_id)`,
    );
    const forms = this.#forms(workspaceId).innerJoin(wanted, (join) => join.on(few('run_id', sql`wanted_id`)));
    return (await forms.orderBy('id').execute()).map(toForm);
  }

  /** Of several that try, one does; the rest are told false. */
  async submit(workspaceId: string, id: string, { actionId, answers, user }: CheckedAnswer): Promise<boolean> {
    const row = await this.#db(workspaceId)
      .updateTable('human_input_forms')
      .set({ status: 'submitted', action_id: actionId, answers, answered_by: user, ...settledNow })
      .where('id', '=', id)
      .where('status', '=', 'open')
      .where('expires_at', '>', sql<Date>`now()`)
      .returning('id')
      .executeTakeFirst();
    return row !== undefined;
  }

  /** The run's journal tells of the forms of these executions. */
  async noteTold(workspaceId: string, runId: string, executionIds: readonly string[]): Promise<void> {
    if (executionIds.length === 0) return;
    await this.#db(workspaceId)
      .updateTable('human_input_forms')
      .set({ told_at: sql`now()` })
      .where('run_id', '=', runId)
      .where('execution_id', 'in', executionIds)
      .where('told_at', 'is', null)
      .execute();
  }

  /** The node has taken the form's outcome. */
  async take(workspaceId: string, id: string): Promise<void> {
    await this.#db(workspaceId)
      .updateTable('human_input_forms')
      .set({ taken_at: sql`now()` })
      .where('id', '=', id)
      .where('taken_at', 'is', null)
      .execute();
  }

  /** Whether a run has forms whose outcome its nodes have not taken. */
  async hasUntaken(workspaceId: string, runId: string): Promise<boolean> {
    const row = await this.#db(workspaceId)
      .selectFrom('human_input_forms')
      .select('id')
      .where('run_id', '=', runId)
      .where('settled_at', 'is not', null)
      .where('taken_at', 'is', null)
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  }

  /** The run is over: nobody waits for its forms any more. */
  async close(workspaceId: string, runId: string): Promise<void> {
    await closeForms(this.#db(workspaceId), [runId]);
  }

  /**
   * Settles forms whose time is over. System role: of all workspaces; each form by one process. Those of a closed
   * workspace or a deleted app wait: their runs may not go on.
   */
  async expire(limit: number): Promise<readonly DueForm[]> {
    const { rows } = await sql<DueForm>`
      update human_input_forms set status = case when ends_run then 'expired' else 'timed-out' end,
        settled_at = now(), looked_at = now()
      where id in (
        select id from human_input_forms where status = 'open' and expires_at <= now()
          and workspace_id not in (select id from workspaces where deleted_at is not null)
          and not exists (select from apps where apps.id = app_id and deleted_at is not null)
        order by expires_at limit ${limit} for update skip locked
      )
      returning ${due}`.execute(this.#system());
    return rows;
  }

  /**
   * Forms that were settled some time ago and not taken: whoever settled them died, or their run is at work elsewhere.
   * System role: of all workspaces.
   */
  async untaken(seconds: number, limit: number): Promise<readonly DueForm[]> {
    const { rows } = await sql<DueForm>`
      update human_input_forms set looked_at = now()
      where id in (
        select id from human_input_forms
        where taken_at is null and settled_at is not null and looked_at < now() - make_interval(secs => ${seconds})
        order by looked_at limit ${limit} for update skip locked
      )
      returning ${due}`.execute(this.#system());
    return rows;
  }

  /** Removes the forms of runs with smaller ids. System role: of all workspaces. */
  async forget(before: string): Promise<void> {
    await sql`
      with gone as (
        delete from human_input_forms where run_id < ${before}::uuid and taken_at is not null returning id
      )
      delete from human_input_letters where form_id in (select id from gone)`.execute(this.#system());
  }

  #forms(workspaceId: string) {
    return this.#db(workspaceId)
      .selectFrom('human_input_forms')
      .select(columns)
      .select(sql<boolean>`status = 'open' and expires_at > now()`.as('is_open'))
      .select(sql<boolean>`told_at is not null`.as('is_told'))
      .select([sql<string>`content::text`.as('content'), sql<string>`inputs::text`.as('inputs')])
      .select([sql<string>`actions::text`.as('actions'), sql<string>`defaults::text`.as('defaults')])
      .select(sql<string | null>`answers::text`.as('answers'))
      .where('workspace_id', '=', workspaceId);
  }

  #db(workspaceId: string): Kysely<FormTables> {
    return this.#database.workspace<FormTables>(workspaceId);
  }

  #system(): Kysely<FormTables> {
    return this.#database.system<FormTables>();
  }
}

const settledNow = { settled_at: sql<Date>`now()`, looked_at: sql<Date>`now()` };

async function closeForms(db: Kysely<FormTables>, runIds: readonly string[]): Promise<void> {
  await sql`
    update human_input_forms set status = case when status = 'open' then 'closed' else status end,
      settled_at = coalesce(settled_at, now()), taken_at = now()
    from unnest(${runIds}::uuid[]) wanted (wanted_id)
    where ${few('run_id', sql`wanted_id`)} and taken_at is null`.execute(db);
}

/** Closes the forms of runs that others gave up. */
export const closedSink: Sink<{ readonly runId: string }> = {
  id: 'human-input.closed',
  isSingleStatement: true,
  async write(db, rows) {
    const runIds = rows.map(({ runId }) => runId);
    await closeForms(db as unknown as Kysely<FormTables>, runIds);
  },
};

type Row = Pick<
  Selectable<FormTables['human_input_forms']>,
  (typeof columns)[number] | 'content' | 'inputs' | 'actions' | 'defaults' | 'answers'
> & { readonly is_open: boolean; readonly is_told: boolean };

async function one(query: { executeTakeFirst(): Promise<Row | undefined> }): Promise<StoredForm | null> {
  const row = await query.executeTakeFirst();
  return row === undefined ? null : toForm(row);
}

function toForm(row: Row): StoredForm {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    appId: row.app_id,
    runId: row.run_id,
    executionId: row.execution_id,
    nodeId: row.node_id,
    nodeTitle: row.node_title,
    content: JSON.parse(row.content) as readonly FormPart[],
    inputs: JSON.parse(row.inputs) as readonly FormInput[],
    actions: JSON.parse(row.actions) as readonly FormAction[],
    defaults: JSON.parse(row.defaults) as Readonly<Record<string, string>>,
    status: row.status,
    isOpen: row.is_open,
    isTold: row.is_told,
    hasToken: row.token_sealed !== null,
    tokenSealed: row.token_sealed,
    actionId: row.action_id,
    answers: row.answers,
    answeredBy: row.answered_by,
    createdAt: row.created_at.getTime(),
    expiresAt: row.expires_at.getTime(),
  };
}
