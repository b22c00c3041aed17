import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#kernel';
import { Blobs } from '#plugins/blobs/contract.ts';
import { Database } from '#plugins/database/contract.ts';
import { fillTables } from '#plugins/database/testing/fill-tables.ts';
import { runQuery } from '#plugins/database/testing/run-query.ts';
import { startPlatform, type TestPlatform } from '#plugins/delivery-api/testing/platform.ts';
import { Jobs } from '#plugins/jobs/contract.ts';
import { newWorkspace } from '#plugins/members/testing/people.ts';
import { Runs } from '#plugins/runs/contract.ts';
import { Workspaces } from '#plugins/workspaces/contract.ts';
import { WorkspaceEndings } from './contract.ts';
import { DeletionService } from './deletion-service.ts';
import { PurgeStore } from './purge-store.ts';

let platform: TestPlatform;
let database: Database;
let store: PurgeStore;
const signal = new AbortController().signal;

beforeAll(async () => {
  platform = await startPlatform({ threads: 0 });
  // Its indexer would take away what these tests write into its queue.
  await platform.kernel.unload('logs');
  database = platform.kernel.resolve(Database);
  store = new PurgeStore(database);
});
afterAll(() => platform.dispose());

function service(purgeStore = store): DeletionService {
  const { kernel } = platform;
  return new DeletionService({
    store: purgeStore,
    workspaces: kernel.resolve(Workspaces),
    jobs: kernel.resolve(Jobs),
    runs: kernel.resolve(Runs),
    blobs: kernel.resolve(Blobs),
    endings: kernel.contributions(WorkspaceEndings),
    graceDays: 30,
    logger: { info() {}, warn() {}, error() {}, debug() {} } as never,
  });
}

async function* bytes(text: string) {
  yield Buffer.from(text);
}

/** A workspace with something in every table, and a file. */
async function fullWorkspace(): Promise<string> {
  const id = await newWorkspace(platform);
  await fillTables(database, id);
  await platform.kernel.resolve(Blobs).put('files', id, bytes('content'));
  await platform.kernel.resolve(Blobs).put('runs', id, bytes('value'));
  return id;
}

/** Closed, with its time over. */
async function expired(id: string): Promise<void> {
  await service().delete(id, { name: 'Another', by: 'operator' });
  await runQuery(database, `update workspaces set purge_at = now() - interval '1 second' where id = '${id}'`);
}

async function tablesWithRows(id: string): Promise<string[]> {
  const found: string[] = [];
  for (const table of await store.tables()) if (await store.hasRows(table, id)) found.push(table);
  return found;
}

async function contentOf(id: string): Promise<Record<string, string>> {
  const content: Record<string, string> = {};
  for (const table of await store.tables()) {
    const rows = await runQuery<{ text: string }>(
      database,
      `select coalesce(string_agg(t::text, '|' order by t::text), '') as text from ${table} t where workspace_id = '${id}'`,
    );
    content[table] = rows[0]?.text ?? '';
  }
  return content;
}

async function blobsOf(id: string): Promise<number> {
  const files = await readdir(join(platform.home, 'blobs'), { recursive: true, withFileTypes: true });
  return files.filter((entry) => entry.isFile() && entry.parentPath.includes(id)).length;
}

describe('a workspace whose time is over', () => {
  it('leaves no row in any table that has workspaces, no file and no job; its neighbour keeps all', async () => {
    const [gone, kept] = [await fullWorkspace(), await fullWorkspace()];
    expect(await tablesWithRows(gone)).toEqual(await store.tables());
    const before = await contentOf(kept);
    expect(Object.values(before)).not.toContain('');
    await platform.kernel.resolve(Jobs).enqueue({
      task: 'workspace-deletion.stop',
      payload: { workspaceId: gone },
      workspaceId: gone,
      runAt: new Date(Date.now() + 1e9),
    });
    await expired(gone);
    await service().purge({ workspaceId: gone }, signal);
    expect(await tablesWithRows(gone)).toEqual([]);
    expect([await blobsOf(gone), await blobsOf(kept)]).toEqual([0, 2]);
    expect(await contentOf(kept)).toEqual(before);
    const rows = await runQuery(
      database,
      `select id from graphile_worker._private_jobs where payload->>'workspace_id' = '${gone}'`,
    );
    expect(rows).toEqual([]);
    expect(await platform.kernel.resolve(Workspaces).get(gone)).toBeNull();
    // Nobody is let in where it was.
    expect(platform.kernel.resolve(Workspaces).isClosed(gone)).toBe(true);
  });

  it('is removed to the end however often the process dies on the way', async () => {
    const gone = await fullWorkspace();
    await expired(gone);
    const count = (await store.tables()).length;
    class Dying extends PurgeStore {
      left = 0;
      override async removeRows(table: string, workspaceId: string): Promise<boolean> {
        if (this.left === 0) throw new Error('died');
        this.left -= 1;
        return super.removeRows(table, workspaceId);
      }
    }
    const dying = new Dying(database);
    for (let steps = 0; steps < count; steps += 5) {
      dying.left = steps;
      await expect(service(dying).purge({ workspaceId: gone }, signal)).rejects.toThrow('died');
      expect(await platform.kernel.resolve(Workspaces).get(gone)).not.toBeNull();
    }
    await expect(service().purge({ workspaceId: gone }, AbortSignal.abort(new Error('stopping')))).rejects.toThrow();
    await service().purge({ workspaceId: gone }, signal);
    expect(await tablesWithRows(gone)).toEqual([]);
    // Once more than needed.
    await service().purge({ workspaceId: gone }, signal);
  });

  it('is removed by the job that was left when it was deleted', async () => {
    const gone = await fullWorkspace();
    await expired(gone);
    await runQuery(
      database,
      `update graphile_worker._private_jobs set run_at = now() where payload->'payload'->>'workspaceId' = '${gone}'`,
    );
    const workspaces = platform.kernel.resolve(Workspaces);
    await expect.poll(() => workspaces.get(gone), { timeout: 60_000, interval: 200 }).toBeNull();
    expect(await tablesWithRows(gone)).toEqual([]);
  });
});

describe('a workspace that is not to go', () => {
  it.each(['open', 'restored', 'restorable'])('is left alone: %s', async (state) => {
    const id = await fullWorkspace();
    const before = await contentOf(id);
    if (state !== 'open') await service().delete(id, { name: 'Another', by: 'operator' });
    if (state === 'restored') await service().restore(id);
    await service().purge({ workspaceId: id }, signal);
    expect(await contentOf(id)).toEqual(before);
  });

  it('is not restored once its time is over', async () => {
    const id = await newWorkspace(platform);
    await expired(id);
    await expect(service().restore(id)).rejects.toMatchObject({ code: 'workspace-deletion.not_deleted' });
  });

  it('nobody knows: nothing happens', async () => {
    await service().purge({ workspaceId: newId() }, signal);
  });
});
