import { type Kysely, type Selectable, sql } from 'kysely';
import { newId } from '#kernel';
import type { Database } from '#plugins/database/contract.ts';
import { type AppPlace, type JobState, modelName, type ReplyRequest } from './annotation.ts';
import type { ReplySetting } from './contract.ts';
import type { AnnotationTables } from './tables.ts';

type Db = Kysely<AnnotationTables>;
export type JobAction = 'enable' | 'disable' | 'embed';

/** Days for which jobs that are over can be asked for. */
const KEPT_DAYS = 7;
/** Seconds by which a change may be seen late: its transaction was open that long. */
const SLACK = 60;

const settingColumns = [
  'id',
  'workspace_id',
  'app_id',
  'provider',
  'model',
  'score_threshold',
  'revision',
  'enabled',
] as const;

/**
 * To be called in each transaction that changes annotations or vectors of an app, at its end: tells all processes, and
 * has new questions turned into vectors where the reply is on. A job that is about to end and this one see each other:
 * both lock the app's setting.
 */
export async function noteChange(db: Db, { workspaceId, appId }: AppPlace): Promise<void> {
  const setting = await touched(db, appId);
  if (setting?.enabled !== true) return;
  const { provider, model, score_threshold: scoreThreshold } = setting;
  await openJob(db, { workspaceId, appId }, 'embed', { provider, model, scoreThreshold });
}

/** Locks the app's setting, and tells all processes that something about it has changed. */
export async function touched(db: Db, appId: string) {
  return db
    .updateTable('annotation_replies')
    .set({ revision: sql<number>`revision + 1`, changed_at: sql<Date>`clock_timestamp()` })
    .where('app_id', '=', appId)
    .returning(settingColumns)
    .executeTakeFirst();
}

/** The new job; null when one of that kind is open, which then hurries. */
async function openJob(db: Db, { workspaceId, appId }: AppPlace, action: JobAction, request: ReplyRequest) {
  const { rows } = await sql<{ id: string; is_new: boolean }>`
    insert into annotation_jobs (id, workspace_id, app_id, action, status, provider, model, score_threshold)
    values (${newId()}, ${workspaceId}, ${appId}, ${action}, 'waiting', ${request.provider}, ${request.model},
      ${request.scoreThreshold})
    on conflict (app_id, action) where status in ('waiting', 'processing') do update set run_after = now()
    returning id, xmax = 0 as is_new`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('a job was neither made nor found');
  return { id: row.id, isNew: row.is_new };
}

/** What owners have set, and the jobs they started. */
export class ReplyStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Opens the job that switches the reply on; the one that is open already counts, whatever was asked for. */
  enable(place: AppPlace, request: ReplyRequest): Promise<JobState> {
    return this.#changing(place, async (db) => {
      const { id, isNew } = await openJob(db, place, 'enable', request);
      return { id, status: isNew ? 'waiting' : 'processing', error: '' };
    });
  }

  /** Switches the reply off at once. Vectors stay: switching it on again is quick. */
  disable(place: AppPlace, request: ReplyRequest): Promise<JobState> {
    const { workspaceId, appId } = place;
    return this.#changing(place, async (db) => {
      await db.updateTable('annotation_replies').set({ enabled: false }).where('app_id', '=', appId).execute();
      await db
        .updateTable('annotation_jobs')
        .set({ status: 'error', error: 'The annotation reply was switched off meanwhile.', claim: null })
        .where('app_id', '=', appId)
        .where('status', 'in', ['waiting', 'processing'])
        .execute();
      const id = newId();
      const { provider, model, scoreThreshold: score_threshold } = request;
      const row = { id, workspace_id: workspaceId, app_id: appId, action: 'disable', status: 'completed' };
      await db
        .insertInto('annotation_jobs')
        .values({ ...row, provider, model, score_threshold })
        .execute();
      return { id, status: 'waiting', error: '' };
    });
  }

  /** null: the app has no such job. */
  async job({ workspaceId, appId }: AppPlace, action: string, id: string): Promise<JobState | null> {
    const row = await this.#db(workspaceId)
      .selectFrom('annotation_jobs')
      .select(['id', 'status', 'error'])
      .where('app_id', '=', appId)
      .where('action', '=', action)
      .where('id', '=', id)
      .executeTakeFirst();
    return row === undefined ? null : toState(row);
  }

  /** The app's newest job, and how many of its questions have a vector: of the model in force, else of the job's. */
  async progress({ workspaceId, appId }: AppPlace, inForce: Pick<ReplyRequest, 'provider' | 'model'> | null) {
    const db = this.#db(workspaceId);
    const latest = await db
      .selectFrom('annotation_jobs')
      .select(['id', 'status', 'error', 'action', 'provider', 'model'])
      .where('app_id', '=', appId)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    const named = inForce ?? latest;
    const counts = await db
      .selectFrom('annotations as a')
      .leftJoin('annotation_vectors as v', (join) =>
        join.onRef('v.annotation_id', '=', 'a.id').on('v.model', '=', named === undefined ? '' : modelName(named)),
      )
      .select([sql<number>`count(*)::integer`.as('annotations'), sql<number>`count(v.model)::integer`.as('embedded')])
      .where('a.app_id', '=', appId)
      .executeTakeFirstOrThrow();
    return { job: latest === undefined ? null : { ...toState(latest), action: latest.action as JobAction }, ...counts };
  }

  /** System: the settings of all apps, which every process keeps in memory. `since`: only those changed after it. */
  async settings(since: Date | null) {
    const rows = await this.#database
      .system<AnnotationTables>()
      .selectFrom('annotation_replies')
      .select(settingColumns)
      .select('changed_at')
      .$if(since !== null, (query) =>
        query.where('changed_at', '>', sql<Date>`${since}::timestamptz - make_interval(secs => ${SLACK})`),
      )
      .execute();
    return rows.map((row) => ({ setting: toSetting(row), isOn: row.enabled, changedAt: row.changed_at }));
  }

  /** System: as above, of one app. */
  async setting(appId: string) {
    const row = await this.#database
      .system<AnnotationTables>()
      .selectFrom('annotation_replies')
      .select(settingColumns)
      .where('app_id', '=', appId)
      .executeTakeFirst();
    return row === undefined ? null : { setting: toSetting(row), isOn: row.enabled };
  }

  /** With the app's setting locked, which is made where there is none. */
  #changing<Result>(place: AppPlace, change: (db: Db) => Promise<Result>): Promise<Result> {
    const { workspaceId, appId } = place;
    return this.#db(workspaceId)
      .transaction()
      .execute(async (db) => {
        await db
          .insertInto('annotation_replies')
          .values({ app_id: appId, id: newId(), workspace_id: workspaceId })
          .onConflict((conflict) => conflict.column('app_id').doNothing())
          .execute();
        await touched(db, appId);
        await db
          .deleteFrom('annotation_jobs')
          .where('app_id', '=', appId)
          .where('status', 'in', ['completed', 'error'])
          .where('created_at', '<', sql<Date>`now() - make_interval(days => ${KEPT_DAYS})`)
          .execute();
        return change(db);
      });
  }

  #db(workspaceId: string): Db {
    return this.#database.workspace<AnnotationTables>(workspaceId);
  }
}

function toState({ id, status, error }: { id: string; status: string; error: string }): JobState {
  return { id, status: status as JobState['status'], error };
}

type SettingRow = Pick<Selectable<AnnotationTables['annotation_replies']>, (typeof settingColumns)[number]>;

function toSetting(row: SettingRow): ReplySetting {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    appId: row.app_id,
    provider: row.provider,
    model: row.model,
    scoreThreshold: row.score_threshold,
    revision: row.revision,
  };
}
