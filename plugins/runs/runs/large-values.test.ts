import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RunEvent } from '#engine';
import { nodeFinished, runFinished } from '#engine/testing/run-events.ts';
import { type LogLine, recordingLogger } from '#http/testing/server.ts';
import { newId } from '#kernel';
import type { BlobStore, Blobs } from '#plugins/blobs/contract.ts';
import { type LocalBlobs, localBlobs } from '#plugins/blobs/testing/local-blobs.ts';
import { bytesOf, keysOf } from '#plugins/blobs/testing/store-contract.ts';
import { runQuery } from '#plugins/database/testing/run-query.ts';
import { silentLogger } from '#plugins/database/testing/silent-logger.ts';
import { createTestDatabase, type TestDatabase } from '#plugins/database/testing/test-database.ts';
import { RunBlobStore } from './blob-store.ts';
import { EventStore } from './event-store.ts';
import { storable } from './journal-rows.ts';
import { BLOB_OWNER, LargeValues } from './large-values.ts';
import { PartitionStore } from './partition-store.ts';
import { begin, manualProcess, readAll, runStart } from './testing/manual-runs.ts';

const LIMIT = 1_000;
const x = 'x'.repeat(5_000);
const unusual = `"\\\u0000\ud800é😀${'y'.repeat(5_000)}`;
/** What PostgreSQL can't store is not kept, in the store as little as in a row. */
const kept = (value: unknown) => storable(JSON.stringify(value));

let test: TestDatabase;
let local: LocalBlobs;
let store: BlobStore;
let blobs: Blobs;

beforeAll(async () => {
  test = await createTestDatabase();
  await new PartitionStore(test.database).ensure(Date.now(), 'month', 0);
});
afterAll(() => test.dispose());
beforeEach(async () => {
  local = await localBlobs(test);
  ({ store, blobs } = local);
  return () => local.dispose();
});

const processOf = (own: Pick<Blobs, 'put' | 'open'> = blobs) => manualProcess(test, { blobs: own, largeValue: LIMIT });

/** Ends at the node `b`, whose input is the run's; `a` has no large values. */
const events: readonly RunEvent[] = [
  begin,
  nodeFinished({ nodeId: 'a', index: 1, outputs: '{"n":1.0}' }),
  nodeFinished({
    executionId: newId(),
    nodeId: 'b',
    index: 2,
    inputs: JSON.stringify({ value: x }),
    processData: JSON.stringify(Array.from({ length: 1_000 }, (_, index) => index)),
    outputs: JSON.stringify({ small: 1, out: unusual }),
    state: JSON.stringify({ outputs: { out: unusual } }),
    elapsed: 0,
  }),
  runFinished({ outputs: JSON.stringify({ result: x }) }),
];

async function runLarge(own?: Pick<Blobs, 'put' | 'open'>) {
  const { runs, runner } = await processOf(own);
  const start = { ...runStart(newId()), inputs: `{"text":"${x}"}`, recordedInputs: `{"text":"${x}","sys.n":1}` };
  const run = runs.start({ ...start, conversation: JSON.stringify({ topic: unusual }) });
  runner.emit(...events);
  await run.finished;
  return { workspaceId: start.workspaceId, appId: start.appId, runId: run.runId };
}

const nodesOf = async (workspaceId: string, runId: string) =>
  (await processOf()).runs.nodes(workspaceId, runId, { after: 0, limit: 10, values: true });

const wholeNodes = [
  { index: 1, outputs: '{"n":1.0}' },
  {
    index: 2,
    inputs: JSON.stringify({ value: x }),
    outputs: kept({ small: 1, out: unusual }),
    processData: expect.stringMatching(/^\[0,1,.*,999\]$/),
  },
];

describe('large values of a run', () => {
  it('are read back whole by everyone, in any process', async () => {
    const { workspaceId, appId, runId } = await runLarge();
    const { runs } = await processOf();
    const whole = { inputs: `{"text":"${x}","sys.n":1}`, outputs: JSON.stringify({ result: x }) };
    expect(await runs.get(workspaceId, runId)).toMatchObject(whole);
    expect(await runs.find(workspaceId, appId, runId)).toMatchObject(whole);
    expect(await nodesOf(workspaceId, runId)).toMatchObject(wholeNodes);
    const told = (await readAll(runs.follow(workspaceId, runId))).map(({ event }) => event);
    expect(told.at(-2)).toMatchObject({ kind: 'node-finished', state: null, inputs: JSON.stringify({ value: x }) });
    expect(told.at(-1)).toMatchObject({ kind: 'run-finished', outputs: whole.outputs });
    const values = new LargeValues({ blobs, limit: LIMIT, logger: silentLogger });
    const past = await new EventStore(test.database, values).past(workspaceId, runId);
    expect(past.at(-2)?.event).toMatchObject({ state: kept({ outputs: { out: unusual } }) });
  });

  it('are stored once each, compressed, and not in the database', async () => {
    const { workspaceId, runId } = await runLarge();
    const keys = await keysOf(store, BLOB_OWNER);
    // x, the unusual text, the list of numbers.
    expect(keys).toHaveLength(3);
    for (const key of keys) {
      expect(key).toMatch(new RegExp(`^runs/${workspaceId}/${runId}-[0-9a-f-]{36}$`));
      expect((await bytesOf(await store.read(key))).length).toBeLessThan(3_000);
    }
    for (const [table, id] of [
      ['workflow_runs', 'id'],
      ['node_executions', 'run_id'],
    ]) {
      const [row] = await runQuery<{ size: number }>(
        test.database,
        `select max(length(t::text)) as size from ${table} t where ${id} = '${runId}'`,
      );
      expect(row?.size).toBeLessThan(4_000);
    }
  });

  it('stay in the row when the store can not take them: nothing is lost', async () => {
    const { workspaceId, runId } = await runLarge(local.broken);
    expect(await keysOf(store, BLOB_OWNER)).toEqual([]);
    expect(await nodesOf(workspaceId, runId)).toMatchObject(wholeNodes);
  });

  it('are told of once when the store fails, not with every value', async () => {
    const lines: LogLine[] = [];
    const failing = { put: () => Promise.reject(new Error('ENOSPC')), open: () => Promise.reject(new Error('none')) };
    const values = new LargeValues({ blobs: failing, limit: LIMIT, logger: recordingLogger(lines) });
    const run = { workspaceId: newId(), runId: newId() };
    expect(await values.write(run, x)).toBe(x);
    expect(await values.write(run, x)).toBe(x);
    expect(lines).toMatchObject([{ level: 'warn', fields: { err: { message: 'ENOSPC' } } }]);
    expect(values.backlog).toBe(0);
  });

  it('that are gone or damaged are named, and the rest of the run is read', async () => {
    const { workspaceId, runId } = await runLarge();
    const { runs } = await processOf();
    const keys = await keysOf(store, BLOB_OWNER);
    const files = (await readdir(local.folder, { recursive: true, withFileTypes: true })).filter((file) =>
      file.isFile(),
    );
    for (const file of files) await writeFile(join(file.parentPath, file.name), 'changed');
    const lost = {
      code: 'runs.value_lost',
      kind: 'conflict',
      message: expect.stringContaining(`runs/${workspaceId}/`),
    };
    await expect(runs.get(workspaceId, runId)).rejects.toMatchObject(lost);
    await blobs.remove(keys.map((key) => ({ store: 'local', key })));
    await expect(nodesOf(workspaceId, runId)).rejects.toMatchObject(lost);
    await expect(readAll(runs.follow(workspaceId, runId))).rejects.toMatchObject(lost);
    await expect(runs.fork(workspaceId, runId, { nodeId: 'b', values: [] })).rejects.toMatchObject(lost);
    expect(await runs.list(workspaceId, { limit: 10 })).toMatchObject([{ id: runId, status: 'succeeded' }]);
    const page = { after: 0, limit: 1, values: true };
    expect(await runs.nodes(workspaceId, runId, page)).toMatchObject([{ nodeId: 'a' }]);
  });

  it('are not lent to another workspace, whatever a row says', async () => {
    const [mine, theirs] = [await runLarge(), await runLarge()];
    await runQuery(
      test.database,
      `update workflow_runs set large_outputs = (select large_outputs from workflow_runs where id = '${theirs.runId}')
       where id = '${mine.runId}'`,
    );
    const { runs } = await processOf();
    await expect(runs.get(mine.workspaceId, mine.runId)).rejects.toMatchObject({ code: 'runs.value_lost' });
    expect(await runs.get(mine.workspaceId, theirs.runId)).toBeNull();
    const rows = await test.database
      .workspace<{ run_blobs: { key: string; workspace_id: string } }>(mine.workspaceId)
      .selectFrom('run_blobs')
      .select('key')
      .where('workspace_id', '=', theirs.workspaceId)
      .execute();
    expect(rows).toEqual([]);
  });

  it('keep the order of a run’s rows while the store takes its time', async () => {
    const slow = {
      open: blobs.open.bind(blobs),
      put: async (...content: Parameters<Blobs['put']>) => {
        await new Promise((resolve) => setTimeout(resolve, 300));
        return blobs.put(...content);
      },
    };
    const { runs, runner } = await processOf(slow);
    const start = { ...runStart(newId()), recordedInputs: `{"text":"${x}"}` };
    const run = runs.start(start);
    const reading = readAll(runs.follow(start.workspaceId, run.runId));
    for (const event of events) {
      runner.emit(event);
      void runs.persisted(run.runId);
    }
    await run.accepted;
    await run.finished;
    expect((await reading).map(({ event }) => event.kind)).toEqual(events.map(({ kind }) => kind));
    const [row] = await runQuery<{ rows: number; last: number }>(
      test.database,
      `select count(*)::int as rows, max(last) as last from run_events where run_id = '${run.runId}'`,
    );
    expect(row?.last).toBe(events.length);
    expect(await nodesOf(start.workspaceId, run.runId)).toMatchObject(wholeNodes);
  });

  it('that no row came to refer to are swept, and no others', async () => {
    const { workspaceId, runId } = await runLarge();
    const values = new LargeValues({ blobs, limit: LIMIT, logger: silentLogger });
    const orphan = await values.write({ workspaceId, runId: newId() }, x);
    const lists = new RunBlobStore(test.database);
    expect(await local.sweep({ id: BLOB_OWNER, named: (keys) => lists.named(keys) }, 30)).toBe(1);
    await expect(store.read(typeof orphan === 'string' ? '' : orphan.key)).rejects.toMatchObject({
      code: 'blobs.not_found',
    });
    expect(await nodesOf(workspaceId, runId)).toMatchObject(wholeNodes);
  });
});
