import { type Kysely, type Selectable, sql } from 'kysely';
import { currentTime, newId } from '#kernel';
import type { PublishedChange } from '#plugins/apps/contract.ts';
import type { Database, OpenTransaction } from '#plugins/database/contract.ts';
import type { AppState, LinkedApp, PublishedVersion, ShownConflict, SyncRun } from './link.ts';
import type { RepositoryTables } from './tables.ts';
import type { Side } from './three-way.ts';

/** Runs that are kept of a link. */
const MAX_RUNS = 200;

/** What links know of apps, versions that are published, and what was done. */
export class AppStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async apps(workspaceId: string, linkId: string): Promise<LinkedApp[]> {
    const query = this.#db(workspaceId).selectFrom('repository_apps').selectAll().where('link_id', '=', linkId);
    return (await query.orderBy('key').execute()).map(toApp);
  }

  /** Of all links. */
  async ofApp(workspaceId: string, appId: string): Promise<LinkedApp[]> {
    const query = this.#db(workspaceId).selectFrom('repository_apps').selectAll();
    const rows = await query.where('workspace_id', '=', workspaceId).where('app_id', '=', appId).execute();
    return rows.map(toApp);
  }

  /** How many apps of each link are in which state. */
  async counts(workspaceId: string): Promise<readonly { linkId: string; state: AppState; count: number }[]> {
    const rows = await this.#db(workspaceId)
      .selectFrom('repository_apps')
      .select(['link_id as linkId', 'state', sql<number>`count(*)::integer`.as('count')])
      .where('workspace_id', '=', workspaceId)
      .groupBy(['link_id', 'state'])
      .execute();
    return rows.map((row) => ({ ...row, state: row.state as AppState }));
  }

  async put(app: LinkedApp): Promise<void> {
    const { linkId, key, workspaceId, pull } = app;
    const columns = {
      app_id: app.appId,
      name: app.name,
      file: app.file,
      blob: app.blob,
      layout_blob: app.layoutBlob,
      file_text: app.fileText,
      app_text: app.appText,
      layout_text: app.layoutText,
      state: app.state,
      reason: app.reason,
      conflicts: app.conflicts.length === 0 ? null : JSON.stringify(app.conflicts),
      pull_number: pull?.number ?? null,
      pull_url: pull?.url ?? null,
      pull_branch: pull?.branch ?? null,
      pull_commit: pull?.commit ?? null,
      updated_at: new Date(currentTime()),
    };
    // Somebody may choose while a look is under way: a look takes choices back only where it has carried them out.
    const isSettled = ['in_step', 'ahead', 'pull_request'].includes(app.state);
    const changes = isSettled ? { ...columns, choices: null } : columns;
    await this.#db(workspaceId)
      .insertInto('repository_apps')
      .values({ link_id: linkId, key, workspace_id: workspaceId, ...columns, choices: null })
      .onConflict((conflict) => conflict.columns(['link_id', 'key']).doUpdateSet(changes))
      .execute();
  }

  async forget(workspaceId: string, linkId: string, key: string): Promise<void> {
    const query = this.#db(workspaceId).deleteFrom('repository_apps').where('link_id', '=', linkId);
    await query.where('key', '=', key).execute();
  }

  async choose(
    workspaceId: string,
    linkId: string,
    key: string,
    choices: Readonly<Record<string, Side>>,
  ): Promise<boolean> {
    const done = await this.#db(workspaceId)
      .updateTable('repository_apps')
      .set({ choices: JSON.stringify(choices) })
      .where('link_id', '=', linkId)
      .where('key', '=', key)
      .executeTakeFirst();
    return done.numUpdatedRows > 0n;
  }

  /**
   * In the transaction that publishes: a row for each link that commits the app, which is the one that has it, else the one that takes
   * new ones. Answers with the links.
   */
  async witness(transaction: OpenTransaction, change: PublishedChange): Promise<readonly string[]> {
    const { workspaceId, appId, versionId, number, note, publishedBy, accountId } = change;
    const { rows } = await sql<{ id: string }>`
      select link.id from repository_links link
      where link.workspace_id = ${workspaceId} and link.direction <> 'pull' and (
        exists (select from repository_apps own where own.link_id = link.id and own.app_id = ${appId})
        or link.takes_new and not exists (
          select from repository_apps other where other.workspace_id = ${workspaceId} and other.app_id = ${appId}))`.execute(
      transaction,
    );
    for (const { id } of rows) {
      await sql`
        insert into repository_changes (id, workspace_id, link_id, app_id, version_id, number, note, published_by, account_id)
        values (${newId()}, ${workspaceId}, ${id}, ${appId}, ${versionId}, ${number}, ${note}, ${publishedBy}, ${accountId})
        on conflict (link_id, version_id) do nothing`.execute(transaction);
      await sql`update repository_links set wanted_at = ${new Date(currentTime())} where id = ${id}`.execute(
        transaction,
      );
    }
    return rows.map(({ id }) => id);
  }

  /** A version that was published before the link was made, or is to be committed once more. */
  async addChange(linkId: string, change: PublishedChange): Promise<void> {
    const { workspaceId, appId, versionId, number, note, publishedBy, accountId } = change;
    await this.#db(workspaceId)
      .insertInto('repository_changes')
      .values({
        id: newId(),
        workspace_id: workspaceId,
        link_id: linkId,
        app_id: appId,
        version_id: versionId,
        number,
        note,
        published_by: publishedBy,
        account_id: accountId,
        commit_id: null,
      })
      .onConflict((conflict) => conflict.columns(['link_id', 'version_id']).doUpdateSet({ state: 'waiting' }))
      .execute();
  }

  /** Those that wait, in the order of their numbers. */
  async waiting(workspaceId: string, linkId: string): Promise<PublishedVersion[]> {
    const rows = await this.#db(workspaceId)
      .selectFrom('repository_changes')
      .selectAll()
      .where('link_id', '=', linkId)
      .where('state', '=', 'waiting')
      .orderBy('created_at')
      .orderBy('number')
      .limit(500)
      .execute();
    return rows.map(toVersion);
  }

  /** `commit`: null where there was nothing to commit. */
  async settle(
    workspaceId: string,
    changeId: string,
    state: 'done' | 'held' | 'dropped',
    commit: string | null,
  ): Promise<void> {
    const query = this.#db(workspaceId).updateTable('repository_changes').set({ state, commit_id: commit });
    await query.where('id', '=', changeId).execute();
  }

  /** How many versions of an app are not committed yet. */
  async waitingOf(workspaceId: string, appId: string): Promise<number> {
    const { count } = await this.#db(workspaceId)
      .selectFrom('repository_changes')
      .select(sql<number>`count(*)::integer`.as('count'))
      .where('workspace_id', '=', workspaceId)
      .where('app_id', '=', appId)
      .where('state', '=', 'waiting')
      .executeTakeFirstOrThrow();
    return count;
  }

  /** Those of an app that were held back are tried again. */
  async releaseHeld(workspaceId: string, linkId: string, appId: string): Promise<void> {
    await this.#db(workspaceId)
      .updateTable('repository_changes')
      .set({ state: 'waiting' })
      .where('link_id', '=', linkId)
      .where('app_id', '=', appId)
      .where('state', '=', 'held')
      .execute();
  }

  /** The commits of an app's versions, newest first. */
  async commits(workspaceId: string, appId: string): Promise<readonly { versionId: string; commit: string }[]> {
    const rows = await this.#db(workspaceId)
      .selectFrom('repository_changes')
      .select(['version_id as versionId', 'commit_id as commit'])
      .where('workspace_id', '=', workspaceId)
      .where('app_id', '=', appId)
      .where('commit_id', 'is not', null)
      .orderBy('number', 'desc')
      .limit(100)
      .execute();
    return rows.map(({ versionId, commit }) => ({ versionId, commit: commit ?? '' }));
  }

  async addRun(workspaceId: string, run: Omit<SyncRun, 'id' | 'finishedAt'>): Promise<void> {
    const db = this.#db(workspaceId);
    await db
      .insertInto('repository_runs')
      .values({
        id: newId(),
        workspace_id: workspaceId,
        link_id: run.linkId,
        began_by: run.beganBy,
        who: run.who,
        commit_before: run.before,
        commit_after: run.after,
        outcome: run.outcome,
        message: run.message,
        items: JSON.stringify(run.items),
        started_at: new Date(run.startedAt),
      })
      .execute();
    await sql`
      delete from repository_runs where link_id = ${run.linkId} and id not in (
        select id from repository_runs where link_id = ${run.linkId} order by id desc limit ${MAX_RUNS})`.execute(db);
  }

  /** Newest first; `before`: the last one seen. */
  async runs(
    workspaceId: string,
    linkId: string,
    page: { limit: number; before?: string | undefined },
  ): Promise<SyncRun[]> {
    let query = this.#db(workspaceId).selectFrom('repository_runs').selectAll().where('link_id', '=', linkId);
    if (page.before !== undefined) query = query.where('id', '<', page.before);
    return (await query.orderBy('id', 'desc').limit(page.limit).execute()).map(toRun);
  }

  #db(workspaceId: string): Kysely<RepositoryTables> {
    return this.#database.workspace<RepositoryTables>(workspaceId);
  }
}

function toApp(row: Selectable<RepositoryTables['repository_apps']>): LinkedApp {
  const { pull_branch: branch } = row;
  const pull = { number: row.pull_number, url: row.pull_url, commit: row.pull_commit ?? '' };
  return {
    linkId: row.link_id,
    key: row.key,
    workspaceId: row.workspace_id,
    appId: row.app_id,
    name: row.name,
    file: row.file,
    blob: row.blob,
    layoutBlob: row.layout_blob,
    fileText: row.file_text,
    appText: row.app_text,
    layoutText: row.layout_text,
    state: row.state as AppState,
    reason: row.reason,
    conflicts: row.conflicts === null ? [] : (JSON.parse(row.conflicts) as ShownConflict[]),
    choices: row.choices === null ? {} : (JSON.parse(row.choices) as Record<string, Side>),
    pull: branch === null ? null : { ...pull, branch },
  };
}

function toVersion(row: Selectable<RepositoryTables['repository_changes']>): PublishedVersion {
  return {
    id: row.id,
    linkId: row.link_id,
    appId: row.app_id,
    versionId: row.version_id,
    number: row.number,
    note: row.note,
    publishedBy: row.published_by,
    accountId: row.account_id,
    createdAt: row.created_at.getTime(),
  };
}

function toRun(row: Selectable<RepositoryTables['repository_runs']>): SyncRun {
  return {
    id: row.id,
    linkId: row.link_id,
    beganBy: row.began_by as SyncRun['beganBy'],
    who: row.who,
    before: row.commit_before,
    after: row.commit_after,
    outcome: row.outcome as SyncRun['outcome'],
    message: row.message,
    items: JSON.parse(row.items) as SyncRun['items'],
    startedAt: row.started_at.getTime(),
    finishedAt: row.finished_at.getTime(),
  };
}
