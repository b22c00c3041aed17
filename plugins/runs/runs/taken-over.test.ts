import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noUsage, type RunEvent, type RunFinishedEvent } from '#engine';
import { runQuery } from '#plugins/database/testing/run-query.ts';
import { createTestDatabase, type TestDatabase } from '#plugins/database/testing/test-database.ts';
import { PartitionStore } from './partition-store.ts';
import { begin, manualProcess, runStart } from './testing/manual-runs.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
  await new PartitionStore(test.database).ensure(Date.now(), 'month', 0);
});
afterAll(() => test.dispose());

const chunk = (text: string): RunEvent => ({
  kind: 'chunk',
  nodeId: 'n',
  selector: null,
  deltas: [text],
  position: null,
});

const finished: RunFinishedEvent = {
  kind: 'run-finished',
  status: 'succeeded',
  outputs: '{"text":"done"}',
  answer: '',
  files: '[]',
  error: null,
  errorCode: null,
  startedAt: 1,
  finishedAt: 2,
  elapsed: 0.001,
  totalTokens: 0,
  totalSteps: 1,
  exceptionsCount: 0,
  usage: noUsage,
};

/** A run that one process began, told some of, and lost to another. */
async function takenOver() {
  const [silent, other] = [await manualProcess(test), await manualProcess(test)];
  const workspaceId = crypto.randomUUID();
  const run = silent.runs.start(runStart(workspaceId));
  const told: RunEvent[] = [];
  const whole = (async () => {
    for await (const batch of run.read()) told.push(...batch);
    return told;
  })();
  silent.runner.emit(begin, chunk('kept'));
  await run.accepted;
  await silent.runs.persisted(run.runId);
  silent.runner.emit(chunk('lost'));
  await expect.poll(() => told.length).toBe(3);
  await runQuery(test.database, `update workflow_runs set process_id = '${other.bootId}' where id = '${run.runId}'`);
  await other.runs.continueRun(workspaceId, run.runId);
  return { run, whole, silent, other };
}

describe('the callers of a run that another process has taken over', () => {
  it('are told the rest of it, and its end', async () => {
    const { run, whole, silent, other } = await takenOver();
    silent.runs.detachAll();
    await expect.poll(() => silent.runs.has(run.runId)).toBe(false);
    other.runner.emit({ kind: 'run-started', at: 3, reason: 'resumption' }, chunk('again'), finished);
    expect(await run.finished).toMatchObject({ status: 'succeeded', outputs: '{"text":"done"}' });
    const events = (await whole).map((event) => (event.kind === 'chunk' ? event.deltas.join('') : event.kind));
    expect(events).toEqual(['run-started', 'kept', 'lost', 'run-started', 'again', 'run-finished']);
  });

  it('learn of it when the journal refuses what this process has to say', async () => {
    const { run, silent, other } = await takenOver();
    await runQuery(test.database, `delete from processes where boot_id = '${silent.bootId}'`);
    silent.runner.emit({ ...finished, status: 'failed' });
    await expect.poll(() => silent.runs.has(run.runId)).toBe(false);
    other.runner.emit({ kind: 'run-started', at: 3, reason: 'resumption' }, finished);
    expect(await run.finished).toMatchObject({ status: 'succeeded' });
  });
});
