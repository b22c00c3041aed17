import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noUsage, type RunFinishedEvent, type RunPausedEvent } from '#engine';
import { chunk, runFinished } from '#engine/testing/run-events.ts';
import { runQuery } from '#plugins/database/testing/run-query.ts';
import { silentLogger } from '#plugins/database/testing/silent-logger.ts';
import { createTestDatabase, type TestDatabase } from '#plugins/database/testing/test-database.ts';
import { PartitionStore } from './partition-store.ts';
import { QuarantineStore } from './quarantine-store.ts';
import { Recovery } from './recovery.ts';
import { RunStore } from './store.ts';
import { begin, manualProcess, readAll, runStart, valuesInRows } from './testing/manual-runs.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
  await new PartitionStore(test.database).ensure(Date.now(), 'month', 0);
});
afterAll(() => test.dispose());

const numbers = { startedAt: 1, elapsed: 0.001, totalTokens: 0, totalSteps: 1, usage: noUsage };
const paused: RunPausedEvent = {
  kind: 'run-paused',
  reasons: [{ nodeId: 'ask', executionId: crypto.randomUUID(), data: '{"why":"so"}' }],
  outputs: '{}',
  answer: '',
  pausedAt: 2,
  ...numbers,
};
const givenBack: RunFinishedEvent = {
  kind: 'run-finished',
  status: 'failed',
  outputs: '{}',
  answer: '',
  files: '[]',
  error: 'The server is shutting down.',
  errorCode: 'engine.stopping',
  finishedAt: 2,
  exceptionsCount: 0,
  ...numbers,
};

const aborted = AbortSignal.abort();

async function rowOf(runId: string) {
  const query = `select status, process_id, crashes from workflow_runs where id = '${runId}'`;
  return (await runQuery<{ status: string; process_id: string; crashes: number }>(test.database, query))[0];
}

describe('a process that stops', () => {
  it('leaves a run that the engine gives back to the next one', async () => {
    const { runs, runner } = await manualProcess(test);
    const run = runs.start(runStart(crypto.randomUUID()));
    runner.emit(begin, givenBack);
    await expect(run.finished).rejects.toMatchObject({ code: 'runs.suspended' });
    await run.accepted;
    expect(await rowOf(run.runId)).toMatchObject({ status: 'running' });
  });

  it('gives runs away when what they told is durable, no sooner', async () => {
    const workspaceId = crypto.randomUUID();
    const { runs, runner, bootId } = await manualProcess(test);
    const run = runs.start(runStart(workspaceId));
    runner.emit(begin);
    await run.accepted;
    runner.emit(chunk(['one']), chunk(['two']));
    runner.emit(givenBack);
    await runs.drain(AbortSignal.timeout(60_000));
    // In order: nothing of this process counts after it.
    await new RunStore(test.database, valuesInRows()).leave(bootId);
    const query = `select max(last) as last from run_events where run_id = '${run.runId}'`;
    expect(await runQuery(test.database, query)).toEqual([{ last: 3 }]);
  });

  it('ends a run that was asked to stop and has not let go, whether the engine gives it back or not', async () => {
    const workspaceId = crypto.randomUUID();
    for (const isGivenBack of [true, false]) {
      const { runs, runner } = await manualProcess(test);
      const run = runs.start(runStart(workspaceId));
      runner.emit(begin);
      await run.accepted;
      await runs.stop({ workspaceId, run: { taskId: run.taskId }, reason: 'enough' });
      expect(runner.stops).toEqual(['enough']);
      if (isGivenBack) runner.emit(givenBack);
      await runs.drain(aborted);
      await expect(run.finished).resolves.toMatchObject({ status: 'stopped', error: 'enough', errorCode: null });
      expect(await rowOf(run.runId)).toMatchObject({ status: 'stopped' });
      expect((await readAll(runs.follow(workspaceId, run.runId))).map(({ event }) => event.kind)).toEqual([
        'run-started',
        'run-finished',
      ]);
    }
  });

  it('tells the end of a run that is on its way to the journal', async () => {
    const { runs, runner } = await manualProcess(test);
    const run = runs.start(runStart(crypto.randomUUID()));
    runner.emit(begin, runFinished());
    await runs.drain(aborted);
    await expect(run.finished).resolves.toMatchObject({ status: 'succeeded' });
    expect(await rowOf(run.runId)).toMatchObject({ status: 'succeeded' });
  });

  it('begins no run, and goes on with none', async () => {
    const workspaceId = crypto.randomUUID();
    const { runs, runner } = await manualProcess(test);
    const run = runs.start(runStart(workspaceId));
    runner.emit(begin, paused);
    await run.finished;
    await runs.drain(aborted);
    expect(() => runs.start(runStart(workspaceId))).toThrow(expect.objectContaining({ code: 'runs.server_stopping' }));
    expect(runs.rejection(runStart(workspaceId))).toMatchObject({ code: 'runs.server_stopping' });
    await expect(runs.resume(workspaceId, run.runId)).rejects.toMatchObject({ code: 'runs.server_stopping' });
    expect(await runs.paused(workspaceId, run.runId)).toEqual(paused.reasons);
  });

  it('lets a run wait on that it was about to go on with', async () => {
    const workspaceId = crypto.randomUUID();
    const reviving = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    const owner = {
      id: 'test',
      rehydrate: async () => {
        asked.resolve();
        await reviving.promise;
        return { environment: '{}' };
      },
    };
    const { runs, runner } = await manualProcess(test, { owner });
    const run = runs.start(runStart(workspaceId));
    runner.emit(begin, paused);
    await run.finished;
    const resumed = runs.resume(workspaceId, run.runId);
    await asked.promise;
    await runs.drain(aborted);
    reviving.resolve();
    await expect(resumed).rejects.toMatchObject({ code: 'runs.server_stopping' });
    expect(await runs.paused(workspaceId, run.runId)).toEqual(paused.reasons);
  });

  it('takes nothing over, and what it leaves lost no process', async () => {
    const store = new RunStore(test.database, valuesInRows());
    const dead = await manualProcess(test);
    const run = dead.runs.start(runStart(crypto.randomUUID()));
    dead.runner.emit(begin);
    await run.accepted;
    await store.leave(dead.bootId);

    const next = await manualProcess(test);
    const recovery = new Recovery({
      store,
      runs: next.runs,
      isStopping: () => next.runs.isStopping,
      groupCommit: test.groupCommit,
      hooks: { all: () => [], get: () => undefined, onChange: () => () => {} },
      own: { bootId: next.bootId, instanceId: crypto.randomUUID() },
      silentSeconds: 3_600,
      quarantine: new QuarantineStore(test.database),
      watchSeconds: 0,
      logger: silentLogger,
    });
    await recovery.sweep();
    expect(next.runs.has(run.runId)).toBe(true);
    expect(await rowOf(run.runId)).toMatchObject({ process_id: next.bootId, crashes: 0 });
    await next.runs.drain(aborted);
    await recovery.stop();
    const left = await rowOf(run.runId);
    expect(left).toMatchObject({ status: 'running', crashes: 0 });
    await recovery.sweep();
    expect(await rowOf(run.runId)).toEqual(left);
  });
});
