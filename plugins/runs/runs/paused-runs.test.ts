import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noUsage, type RunPausedEvent } from '#engine';
import { createTestDatabase, type TestDatabase } from '#plugins/database/testing/test-database.ts';
import type { EndedRun } from './contract.ts';
import { PartitionStore } from './partition-store.ts';
import { begin, manualProcess, runStart } from './testing/manual-runs.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
  await new PartitionStore(test.database).ensure(Date.now(), 'month', 0);
});
afterAll(() => test.dispose());

const paused: RunPausedEvent = {
  kind: 'run-paused',
  reasons: [{ nodeId: 'ask', executionId: crypto.randomUUID(), data: '{"why":"so"}' }],
  outputs: '{}',
  answer: '',
  startedAt: 1,
  pausedAt: 2,
  elapsed: 0.001,
  totalTokens: 0,
  totalSteps: 1,
  usage: noUsage,
};

/** A run that waits. */
async function pausedRun({ runs, runner }: Awaited<ReturnType<typeof manualProcess>>) {
  const workspaceId = crypto.randomUUID();
  const run = runs.start(runStart(workspaceId));
  runner.emit(begin, paused);
  await run.finished;
  return { workspaceId, runId: run.runId };
}

describe('a paused run', () => {
  it('goes on in one of several processes that try', async () => {
    const processes = [await manualProcess(test), await manualProcess(test)];
    const [first] = processes;
    if (first === undefined) throw new Error('there is no process');
    const { workspaceId, runId } = await pausedRun(first);
    const tries = [...processes, ...processes].map(({ runs }) => runs.resume(workspaceId, runId));
    const resumed = (await Promise.all(tries)).filter((run) => run !== null);
    expect(resumed).toMatchObject([{ runId }]);
    expect(await first.runs.paused(workspaceId, runId)).toBeNull();
  });

  it('waits on when going on failed for a reason that is not its own', async () => {
    let isBroken = true;
    const owner = {
      id: 'test',
      rehydrate: async () => {
        if (isBroken) throw new Error('the database is away');
        return { environment: '{}' };
      },
    };
    const process = await manualProcess(test, { owner });
    const { workspaceId, runId } = await pausedRun(process);
    await expect(process.runs.resume(workspaceId, runId)).rejects.toThrow('the database is away');
    expect(await process.runs.paused(workspaceId, runId)).toEqual(paused.reasons);
    isBroken = false;
    expect(await process.runs.resume(workspaceId, runId)).toMatchObject({ runId });
  });

  it('is told of to those who follow runs, as is its end later', async () => {
    const told: EndedRun[] = [];
    const process = await manualProcess(test, { ended: (run) => void told.push(run) });
    const { workspaceId, runId } = await pausedRun(process);
    expect(told).toMatchObject([{ runId, workspaceId, end: { kind: 'run-paused' }, wasPaused: false }]);
    const run = await process.runs.resume(workspaceId, runId);
    process.runner.emit({ kind: 'run-started', at: 3, reason: 'resumption' }, paused);
    await run?.finished;
    expect(told[1]).toMatchObject({ runId, end: { kind: 'run-paused' }, wasPaused: true });
  });

  it('is stopped although it was asked to when it had begun to pause', async () => {
    const process = await manualProcess(test);
    const workspaceId = crypto.randomUUID();
    const run = process.runs.start(runStart(workspaceId));
    process.runner.emit(begin, paused);
    run.stop('enough');
    await run.finished;
    await expect.poll(() => process.runner.stops, { interval: 10 }).toEqual(['enough', 'enough']);
    expect(await process.runs.paused(workspaceId, run.runId)).toBeNull();
  });

  it('is owned by whoever started it', async () => {
    const process = await manualProcess(test);
    const { workspaceId, runId } = await pausedRun(process);
    expect(await process.runs.owner(workspaceId, runId)).toEqual({ id: 'test', data: '{}' });
    expect(await process.runs.owner(crypto.randomUUID(), runId)).toBeNull();
  });
});
