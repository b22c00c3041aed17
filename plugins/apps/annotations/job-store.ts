import { type Kysely, type Selectable, sql } from 'kysely';
import { newId } from '#kernel';
import type { Database } from '#plugins/database/contract.ts';
import { type AppPlace, modelName, type ReplyRequest } from './annotation.ts';
import { type JobAction, touched } from './reply-store.ts';
import type { AnnotationTables } from './tables.ts';

/** Seconds without a sign of life after which a job is another process's. */
const LEASE = 15;

/** A job this process is at. */
export interface ClaimedJob extends AppPlace, ReplyRequest {
  readonly id: string;
  readonly claim: string;
  readonly action: JobAction;
  /** From 1. */
  readonly attempts: number;
}

/** A question without a vector of a model. */
export interface Unembedded {
  readonly id: string;
  readonly question: string;
  readonly version: number;
}

export interface NewVector extends Pick<Unembedded, 'id' | 'version'> {
  readonly vector: Buffer;
}

/** Jobs that make vectors, as the process that works on them sees them. */
export class JobStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** At the start, before any claim. The embedded database has one process: whose claims there are is dead. */
  async begin(): Promise<void> {
    if (this.#database.kind !== 'pglite') return;
    await this.#database
      .system<AnnotationTables>()
      .updateTable('annotation_jobs')
      .set({ claimed_until: new Date(0) })
      .where('status', '=', 'processing')
      .execute();
  }

  /** System: the next job of any workspace that waits, or whose process fell silent. */
  async claim(): Promise<ClaimedJob | null> {
    const { rows } = await sql<Selectable<AnnotationTables['annotation_jobs']>>`
      update annotation_jobs set status = 'processing', claim = ${newId()}, attempts = attempts + 1,
        claimed_until = now() + make_interval(secs => ${LEASE})
      where id = (
        select id from annotation_jobs
        where status = 'waiting' and run_after <= now() or status = 'processing' and claimed_until < now()
        order by run_after limit 1 for update skip locked
      )
      returning *`.execute(this.#database.system<AnnotationTables>());
    const [row] = rows;
    if (row === undefined) return null;
    return {
      id: row.id,
      workspaceId: row.workspace_id,
      appId: row.app_id,
      claim: row.claim ?? '',
      action: row.action as JobAction,
      attempts: row.attempts,
      provider: row.provider,
      model: row.model,
      scoreThreshold: row.score_threshold,
    };
  }

  /** False: the job is not this process's any more, or is over. */
  async renew(job: ClaimedJob): Promise<boolean> {
    const { numUpdatedRows } = await this.#own(this.#db(job.workspaceId), job)
      .set({ claimed_until: sql<Date>`now() + make_interval(secs => ${LEASE})` })
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /** Leaves it to the next process, as if it had not been begun: this one stops. */
  async giveBack(job: ClaimedJob): Promise<void> {
    await this.#own(this.#db(job.workspaceId), job)
      .set({ status: 'waiting', claim: null, run_after: sql<Date>`now()`, attempts: sql<number>`attempts - 1` })
      .execute();
  }

  /** Leaves it for later: it failed, and is tried again `seconds` from now. */
  async release(job: ClaimedJob, seconds: number, error: string): Promise<void> {
    await this.#own(this.#db(job.workspaceId), job)
      .set({ status: 'waiting', claim: null, error, run_after: sql<Date>`now() + make_interval(secs => ${seconds})` })
      .execute();
  }

  async fail(job: ClaimedJob, error: string): Promise<void> {
    await this.#own(this.#db(job.workspaceId), job).set({ status: 'error', claim: null, error }).execute();
  }

  /** Questions of the app without a vector of the model, in the order of their ids. */
  async unembedded({ workspaceId, appId }: AppPlace, model: string, limit: number): Promise<readonly Unembedded[]> {
    return unembedded(this.#db(workspaceId), { appId, model, limit });
  }

  /** What became another question meanwhile, or went, gets none. */
  saveVectors({ workspaceId, appId }: AppPlace, model: string, vectors: readonly NewVector[]): Promise<void> {
    const values = vectors.map(({ id, version, vector }) => sql`(${id}::uuid, ${version}::integer, ${vector}::bytea)`);
    return this.#db(workspaceId)
      .transaction()
      .execute(async (db) => {
        await sql`
          insert into annotation_vectors (annotation_id, model, workspace_id, app_id, question_version, vector)
          select a.id, ${model}, a.workspace_id, a.app_id, v.version, v.vector
          from (values ${sql.join(values)}) as v (id, version, vector)
          join annotations a on a.id = v.id and a.question_version = v.version and a.app_id = ${appId}
          for share of a
          on conflict (annotation_id, model) do update
            set question_version = excluded.question_version, vector = excluded.vector`.execute(db);
        await touched(db, appId);
      });
  }

  /** The model a job makes vectors of: an `embed` those of the setting in force. null: nothing is to be made. */
  async modelOf(job: ClaimedJob): Promise<Pick<ReplyRequest, 'provider' | 'model'> | null> {
    if (job.action === 'enable') return job;
    const row = await this.#db(job.workspaceId)
      .selectFrom('annotation_replies')
      .select(['provider', 'model'])
      .where('app_id', '=', job.appId)
      .where('enabled', '=', true)
      .executeTakeFirst();
    return row ?? null;
  }

  /**
   * Completes the job where every question has its vector; the setting of an `enable` is in force from then on. Answers
   * `more` where there are new questions, `lost` where the job is not this process's any more.
   */
  complete(job: ClaimedJob): Promise<'completed' | 'more' | 'lost'> {
    return this.#db(job.workspaceId)
      .transaction()
      .execute((db) => (job.action === 'enable' ? this.#enable(db, job) : this.#settle(db, job)));
  }

  async #enable(db: Kysely<AnnotationTables>, job: ClaimedJob) {
    const { appId, provider, model, scoreThreshold } = job;
    await touched(db, appId);
    const name = modelName(job);
    if ((await unembedded(db, { appId, model: name, limit: 1 })).length > 0) return 'more';
    const { numUpdatedRows } = await this.#own(db, job)
      .set({ status: 'completed', claim: null, error: '' })
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return 'lost';
    await db
      .updateTable('annotation_replies')
      .set({ enabled: true, provider, model, score_threshold: scoreThreshold })
      .where('app_id', '=', appId)
      .execute();
    await db.deleteFrom('annotation_vectors').where('app_id', '=', appId).where('model', '<>', name).execute();
    return 'completed';
  }

  /** Nobody asks for an `embed` that is done: it goes. */
  async #settle(db: Kysely<AnnotationTables>, job: ClaimedJob) {
    const { appId } = job;
    const setting = await touched(db, appId);
    const model = setting?.enabled === true ? modelName(setting) : null;
    if (model !== null && (await unembedded(db, { appId, model, limit: 1 })).length > 0) return 'more';
    const { numDeletedRows } = await db
      .deleteFrom('annotation_jobs')
      .where('id', '=', job.id)
      .where('claim', '=', job.claim)
      .where('status', '=', 'processing')
      .executeTakeFirst();
    return numDeletedRows > 0n ? 'completed' : 'lost';
  }

  #own(db: Kysely<AnnotationTables>, { id, claim }: ClaimedJob) {
    return db
      .updateTable('annotation_jobs')
      .where('id', '=', id)
      .where('claim', '=', claim)
      .where('status', '=', 'processing');
  }

  #db(workspaceId: string): Kysely<AnnotationTables> {
    return this.#database.workspace<AnnotationTables>(workspaceId);
  }
}

async function unembedded(
  db: Kysely<AnnotationTables>,
  { appId, model, limit }: { readonly appId: string; readonly model: string; readonly limit: number },
): Promise<readonly Unembedded[]> {
  const rows = await db
    .selectFrom('annotations as a')
    .select(['a.id', 'a.question', 'a.question_version'])
    .where('a.app_id', '=', appId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('annotation_vectors as v')
            .select('v.annotation_id')
            .whereRef('v.annotation_id', '=', 'a.id')
            .where('v.model', '=', model),
        ),
      ),
    )
    .orderBy('a.id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ id: row.id, question: row.question, version: row.question_version }));
}
