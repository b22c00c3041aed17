import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nodeFinished, runFinished } from '#engine/testing/run-events.ts';
import { newId } from '#kernel';
import { entry } from '#plugins/database/contract.ts';
import { createNotes, NoteSink, type NoteTables, readNotes } from '#plugins/database/testing/notes.ts';
import { runQuery } from '#plugins/database/testing/run-query.ts';
import { createTestDatabase, type TestDatabase } from '#plugins/database/testing/test-database.ts';
import type { RunRecord, RunStart } from './contract.ts';
import { PartitionStore } from './partition-store.ts';
import { begin, manualProcess, readAll, runStart } from './testing/manual-runs.ts';

type Process = Awaited<ReturnType<typeof manualProcess>>;

/** Longer than any test takes. */
const LONG = 600_000;

let test: TestDatabase;

beforeAll(async () => {
  test = await createTestDatabase();
  await new PartitionStore(test.database).ensure(Date.now(), 'month', 0);
});
afterAll(() => test.dispose());

const appId = newId();

/** A run whose first rows wait, in a process of its own; its graph is kept already. */
async function held(acceptDelay: number) {
  const process: Process = await manualProcess(test);
  const workspaceId = newId();
  const start: RunStart = { ...runStart(workspaceId), appId, isRead: false };
  const before = process.runs.start(start);
  process.runner.emit(begin, runFinished());
  await before.finished;
  const run = process.runs.start({ ...start, acceptDelay });
  const find = (): Promise<RunRecord | null> => process.runs.find(workspaceId, appId, run.runId);
  return { ...process, run, workspaceId, find };
}

describe('the first rows of a run whose caller waits for its end', () => {
  it('are written with its end, whole', async () => {
    const { run, runner, runs, workspaceId, find } = await held(LONG);
    expect(await find()).toBeNull();
    runner.emit(begin, runFinished({ outputs: '{"b":2.0}' }));
    await Promise.all([run.accepted, run.finished]);
    expect(await find()).toMatchObject({ status: 'succeeded', inputs: '{"a":1.0}', outputs: '{"b":2.0}' });
    expect(await readAll(runs.follow(workspaceId, run.runId))).toHaveLength(2);
  });

  it('are there before a node with effects runs', async () => {
    const { run, runner, runs, find } = await held(LONG);
    runner.emit(begin);
    await runs.persisted(run.runId);
    await run.accepted;
    expect(await find()).toMatchObject({ status: 'running', inputs: '{"a":1.0}' });
  });

  it('go with those of a node that took its time', async () => {
    const { run, runner, find } = await held(LONG);
    runner.emit(begin, nodeFinished({ elapsed: 1 }));
    await run.accepted;
    expect(await find()).toMatchObject({ status: 'running' });
  });

  it('wait no longer than they may', async () => {
    const { run, find } = await held(1);
    await run.accepted;
    expect(await find()).toMatchObject({ status: 'running' });
  });

  it('are there before a run goes on in another thread', async () => {
    const { run, runner, find } = await held(LONG);
    runner.emit(begin);
    runner.emit(runFinished({ status: 'failed', errorCode: 'engine.thread_died' }));
    await run.accepted;
    expect(await find()).toMatchObject({ status: 'running' });
  });

  it('are left to the next process when this one stops', async () => {
    const { run, runs, find } = await held(LONG);
    await runs.drain(AbortSignal.abort());
    await expect(run.finished).rejects.toMatchObject({ code: 'runs.suspended' });
    expect(await find()).toMatchObject({ status: 'running' });
  });

  it('are never written once others count the process as gone', async () => {
    const { run, runs, find } = await held(LONG);
    runs.detachAll();
    await expect(run.accepted).rejects.toMatchObject({ code: 'runs.taken_over' });
    await expect(run.finished).rejects.toMatchObject({ code: 'runs.taken_over' });
    expect(await find()).toBeNull();
  });

  it('are refused by the database when others have the process for gone, with all that goes with them', async () => {
    const { run, runner, bootId, find } = await held(LONG);
    await runQuery(test.database, `delete from processes where boot_id = '${bootId}'`);
    const notes = test.database.system<NoteTables>();
    await createNotes(notes);
    runner.emit(begin, runFinished());
    await expect(run.finished).rejects.toMatchObject({ code: 'runs.taken_over' });
    const after = await manualProcess(test);
    const start = { ...runStart(newId()), startEntries: () => [entry(new NoteSink(), { id: 1, text: 'x' })] };
    await runQuery(test.database, `delete from processes where boot_id = '${after.bootId}'`);
    await expect(after.runs.start(start).accepted).rejects.toMatchObject({ code: 'runs.taken_over' });
    expect(await readNotes(notes)).toEqual([]);
    expect(await find()).toBeNull();
  });
});
