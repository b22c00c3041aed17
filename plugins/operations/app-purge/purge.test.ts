import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { greetingWorkflow, modelChat } from '#engine/testing/app-document.ts';
import { newId } from '#kernel';
import { Apps, ExpiredApps } from '#plugins/apps/contract.ts';
import { Blobs } from '#plugins/blobs/contract.ts';
import { Database } from '#plugins/database/contract.ts';
import { fillTables } from '#plugins/database/testing/fill-tables.ts';
import { runQuery } from '#plugins/database/testing/run-query.ts';
import { silentLogger } from '#plugins/database/testing/silent-logger.ts';
import { EventReader } from '#plugins/delivery-api/testing/event-reader.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { Jobs } from '#plugins/jobs/contract.ts';
import { newWorkspace } from '#plugins/members/testing/people.ts';
import { RunEnds, Runs } from '#plugins/runs/contract.ts';
import { PurgeService } from './purge-service.ts';
import { PARENTS, type PurgedApp, PurgeStore } from './purge-store.ts';

let platform: TestPlatform;
let database: Database;
let store: PurgeStore;
const signal = new AbortController().signal;

beforeAll(async () => {
  platform = await sharedPlatform();
  database = platform.kernel.resolve(Database);
  store = new PurgeStore(database);
});

const query = <Row>(text: string) => runQuery<Row>(database, text);
const names = (rows: readonly { readonly name: string }[]) => rows.map(({ name }) => name);

function service(purgeStore = store, blobs: Blobs = platform.kernel.resolve(Blobs)): PurgeService {
  const { kernel } = platform;
  return new PurgeService({
    store: purgeStore,
    expired: kernel.resolve(ExpiredApps),
    jobs: kernel.resolve(Jobs),
    runs: kernel.resolve(Runs),
    ends: kernel.resolve(RunEnds),
    blobs,
    logger: silentLogger,
  });
}

/** Tables that have workspaces, but nothing of apps. */
async function tablesOfWorkspaces(workspaceId: string): Promise<string[]> {
  const all = await query<{ name: string }>(
    `select table_name as name from information_schema.columns where column_name = 'workspace_id' and table_schema = 'public'`,
  );
  const found = await Promise.all(PARENTS.map((parent) => store.children(workspaceId, parent)));
  const ofApps = [
    ...names(await store.tables(workspaceId)),
    ...names(found.flat()),
    ...PARENTS.map(({ table }) => table),
  ];
  return names(all).filter(
    (name) =>
      !['apps', ...ofApps].includes(name) &&
      !/^(?:usage_(?:days|failures|keys|models|lat)|storage_app_days)/.test(name),
  );
}

/** A workspace with what apps of it refer to, but don't own: a repository that nothing looks into. */
async function workspaceOfApps(): Promise<string> {
  const workspaceId = await newWorkspace(platform);
  const columns = ['provider', 'url', 'repository', 'branch', 'folder', 'environment_file', 'direction', 'commits'];
  const held = [...columns, 'applies', 'sealed_hook_secret', 'author_name'];
  await query(`insert into repository_links (id, workspace_id, takes_new, state, ${held})
    values ('${newId()}', '${workspaceId}', false, 'paused', ${held.map(() => "'x'")})`);
  return workspaceId;
}

async function* bytes(text: string) {
  yield Buffer.from(text);
}

/** An app with something in every table, a file, and a large value of its run. */
async function fullApp(workspaceId: string): Promise<PurgedApp> {
  const [appId, runId, conversationId] = [newId(), newId(), newId()];
  const blobs = platform.kernel.resolve(Blobs);
  const file = await blobs.put('files', workspaceId, bytes('content'));
  const value = await blobs.put('runs', workspaceId, bytes('value'), runId);
  const [link] = await query<{ id: string }>(`select id from repository_links where workspace_id = '${workspaceId}'`);
  await fillTables(database, workspaceId, {
    // The index of logs works its queue off whenever it likes.
    without: [...(await tablesOfWorkspaces(workspaceId)), 'log_queue'],
    values: {
      app_id: appId,
      run_id: runId,
      conversation_id: conversationId,
      'apps.id': appId,
      link_id: link?.id,
      'workflow_runs.id': runId,
      'conversations.id': conversationId,
      'uploaded_files.blob_store': file.store,
      'uploaded_files.blob_key': file.key,
      'run_blobs.store': value.store,
      'run_blobs.key': value.key,
    },
  });
  return { workspaceId, appId };
}

const expired = ({ appId }: PurgedApp, days = 31) =>
  query(`update apps set deleted_at = now() - interval '${days} days' where id = '${appId}'`);

/** What tables have of a workspace, by table. */
async function contentOf(workspaceId: string): Promise<Record<string, readonly string[]>> {
  const tables = await query<{ name: string }>(
    `select c.table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.column_name = 'workspace_id' and c.table_schema = 'public' and t.table_type = 'BASE TABLE'
       and c.table_name !~ '_p?[0-9]{4,}' order by 1`,
  );
  const content: Record<string, readonly string[]> = {};
  for (const { name } of tables) {
    const rows = await query<{ text: string }>(
      `select t::text as text from ${name} t where workspace_id = '${workspaceId}' order by 1`,
    );
    content[name] = rows.map(({ text }) => text);
  }
  return content;
}

const tablesWithRows = async (id: string) =>
  Object.entries(await contentOf(id)).flatMap(([name, rows]) => (rows.length > 0 ? [name] : []));

async function blobsOf(id: string): Promise<number> {
  const files = await readdir(join(platform.home, 'blobs'), { recursive: true, withFileTypes: true });
  return files.filter((entry) => entry.isFile() && entry.parentPath.includes(id)).length;
}

const isThere = async ({ appId }: PurgedApp) => (await query(`select from apps where id = '${appId}'`)).length > 0;

describe('an app whose time is over', () => {
  it('leaves nothing but figures; its neighbours keep all', async () => {
    const [workspaceId, elsewhere] = [await workspaceOfApps(), await workspaceOfApps()];
    const kept = await fullApp(workspaceId);
    const other = await fullApp(elsewhere);
    const [before, beforeElsewhere] = [await contentOf(workspaceId), await contentOf(elsewhere)];
    const gone = await fullApp(workspaceId);
    const filled = await contentOf(workspaceId);
    const found = names(await store.tables(workspaceId)).filter((name) => name !== 'log_queue');
    for (const table of [...found, 'workflow_runs', 'conversations', 'run_events']) {
      expect([table, filled[table]?.length]).toEqual([table, 2]);
    }
    expect(await blobsOf(workspaceId)).toBe(4);
    await expired(gone);
    await service().purge(gone, signal);
    const after = await contentOf(workspaceId);
    for (const figures of ['usage_days', 'usage_failures', 'usage_keys', 'usage_models', 'usage_latencies']) {
      expect(after[figures]).toEqual(filled[figures]);
      after[figures] = before[figures] ?? [];
    }
    // Kept by triggers: of the app that is gone they tell that it stores nothing.
    expect(after.storage_app_days?.length).toBe(filled.storage_app_days?.length);
    after.storage_app_days = before.storage_app_days ?? [];
    expect(after).toEqual(before);
    expect(await contentOf(elsewhere)).toEqual(beforeElsewhere);
    expect([await blobsOf(workspaceId), await blobsOf(elsewhere)]).toEqual([2, 2]);
    expect([await isThere(gone), await isThere(kept), await isThere(other)]).toEqual([false, true, true]);
  });

  it('is removed to the end however often the process dies on the way', async () => {
    const workspaceId = await workspaceOfApps();
    const before = await tablesWithRows(workspaceId);
    const gone = await fullApp(workspaceId);
    await expired(gone);
    class Dying extends PurgeStore {
      left = 0;
      override async remove(...what: Parameters<PurgeStore['remove']>) {
        if (this.left === 0) throw new Error('died');
        this.left -= 1;
        return super.remove(...what);
      }
    }
    const dying = new Dying(database);
    for (const steps of [0, 1, 2, 3, 5, 8, 13]) {
      dying.left = steps;
      await expect(service(dying).purge(gone, signal)).rejects.toThrow('died');
      expect(await isThere(gone)).toBe(true);
    }
    await expect(service().purge(gone, AbortSignal.abort(new Error('stopping')))).rejects.toThrow();
    await service().purge(gone, signal);
    const figures = ['usage_days', 'usage_failures', 'usage_keys', 'usage_latencies', 'usage_models'];
    // What the workspace has stored is counted by triggers: the sums stay, and are nothing.
    const left = (await tablesWithRows(workspaceId)).filter((name) => !name.startsWith('storage_'));
    expect(left).toEqual([...before, ...figures].sort());
    // Once more than needed.
    await service().purge(gone, signal);
  });

  it('keeps the rows of contents that could not be removed, and finds those by them again', async () => {
    const workspaceId = await workspaceOfApps();
    const gone = await fullApp(workspaceId);
    await expired(gone);
    const blobs = platform.kernel.resolve(Blobs);
    const away: Blobs = {
      put: blobs.put.bind(blobs),
      open: blobs.open.bind(blobs),
      removeOf: blobs.removeOf.bind(blobs),
      remove: () => Promise.reject(new Error('the store is away')),
    };
    await expect(service(store, away).purge(gone, signal)).rejects.toThrow('the store is away');
    await expect(service(store, away).purge(gone, signal)).rejects.toThrow('the store is away');
    expect(await blobsOf(workspaceId)).toBe(2);
    await service().purge(gone, signal);
    expect([await blobsOf(workspaceId), await isThere(gone)]).toEqual([0, false]);
  });

  it('is found by a round, and removed by the job it leaves', async () => {
    const { appId, key } = await platform.importApp(greetingWorkflow());
    const gone = { workspaceId: platform.workspaceId, appId };
    expect((await platform.post(key, '/v1/workflows/run', { inputs: { name: 'A' }, user: 'u' })).status).toBe(200);
    await platform.kernel.resolve(Apps).delete(gone.workspaceId, appId);
    await service().enqueue(signal);
    expect(await isThere(gone)).toBe(true);
    await expired(gone);
    await Promise.all([service().enqueue(signal), service().enqueue(signal)]);
    await expect.poll(() => isThere(gone), { timeout: 60_000, interval: 200 }).toBe(false);
    for (const table of ['workflow_runs', 'app_keys', 'app_versions', 'end_users']) {
      expect(await query(`select from ${table} where app_id = '${appId}'`)).toEqual([]);
    }
    // Nobody knows the key any more; before it led to an app that was deleted.
    await expect.poll(async () => (await platform.get(key, '/v1/info')).status).toBe(401);
  });

  it('has its runs stopped before their rows go', async () => {
    const { appId, key } = await platform.importApp(modelChat({ completion_params: { pace_ms: 200 } }));
    const gone = { workspaceId: platform.workspaceId, appId };
    const body = { inputs: {}, query: 'word '.repeat(600), response_mode: 'streaming', user: 'u' };
    const reader = new EventReader(await platform.open(key, '/v1/chat-messages', { body }));
    await reader.until(({ event }) => event === 'message');
    await platform.kernel.resolve(Apps).delete(gone.workspaceId, appId);
    await expired(gone);
    await expect(service().purge(gone, signal)).rejects.toThrow('stopped');
    await reader.rest();
    const purged = () =>
      service()
        .purge(gone, signal)
        .then(
          () => isThere(gone),
          () => true,
        );
    await expect.poll(purged, { timeout: 30_000, interval: 200 }).toBe(false);
    expect(await query(`select from messages where app_id = '${appId}'`)).toEqual([]);
  });
});

describe('an app that is not to go', () => {
  it.each(['there', 'restorable', 'restored'])('is left alone: %s', async (state) => {
    const workspaceId = await workspaceOfApps();
    const app = await fullApp(workspaceId);
    if (state !== 'there') await expired(app, 29);
    if (state === 'restored') await platform.kernel.resolve(Apps).restore(workspaceId, app.appId);
    const before = await contentOf(workspaceId);
    await service().enqueue(signal);
    await service().purge(app, signal);
    await platform.kernel.resolve(ExpiredApps).remove(workspaceId, app.appId);
    expect(await contentOf(workspaceId)).toEqual(before);
  });

  it("can't come back when its time is over, and nobody else's workspace removes it", async () => {
    const [workspaceId, elsewhere] = [await workspaceOfApps(), await workspaceOfApps()];
    const app = await fullApp(workspaceId);
    await expired(app);
    await expect(platform.kernel.resolve(Apps).restore(workspaceId, app.appId)).rejects.toMatchObject({
      code: 'apps.not_found',
    });
    await service().purge({ workspaceId: elsewhere, appId: app.appId }, signal);
    await platform.kernel.resolve(ExpiredApps).remove(elsewhere, app.appId);
    expect(await isThere(app)).toBe(true);
    await service().purge({ workspaceId, appId: newId() }, signal);
  });
});
