import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { runFinished } from '#engine/testing/run-events.ts';
import { runQuery } from '#plugins/database/testing/run-query.ts';
import { silentLogger } from '#plugins/database/testing/silent-logger.ts';
import { createTestDatabase, type TestDatabase } from '#plugins/database/testing/test-database.ts';
import type { RunOwner } from './contract.ts';
import { PartitionStore } from './partition-store.ts';
import { QuarantineStore } from './quarantine-store.ts';
import { Recovery } from './recovery.ts';
import { RunStore } from './store.ts';
import { begin, manualProcess, runStart, valuesInRows } from './testing/manual-runs.ts';

/** Of runs that can't be taken over. */
const mostTries = 20;

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
  await new PartitionStore(test.database).ensure(Date.now(), 'month', 0);
});
afterAll(() => test.dispose());

describe('a run whose process is gone', () => {
  it('is tried again when it could not be taken over, and given up at last', async () => {
    const store = new RunStore(test.database, valuesInRows());
    const workspaceId = crypto.randomUUID();
    const dead = await manualProcess(test);
    const { runId, accepted } = dead.runs.start(runStart(workspaceId));
    dead.runner.emit(begin);
    await accepted;
    await runQuery(test.database, `delete from processes where boot_id = '${dead.bootId}'`);

    let tries = 0;
    const owner: RunOwner = {
      id: 'test',
      rehydrate: async () => {
        tries += 1;
        throw new Error('the database is away');
      },
    };
    const { runs, bootId } = await manualProcess(test, { owner });
    const hooks = { all: () => [], get: () => undefined, onChange: () => () => {} };
    const own = { bootId, instanceId: crypto.randomUUID() };
    const watching = { quarantine: new QuarantineStore(test.database), watchSeconds: 0 };
    const parts = {
      store,
      runs,
      groupCommit: test.groupCommit,
      own,
      silentSeconds: 3_600,
      logger: silentLogger,
      isStopping: () => false,
      ...watching,
    };
    const recovery = new Recovery({ ...parts, hooks });
    const status = async () => (await runs.get(workspaceId, runId))?.status;
    for (let sweep = 1; sweep <= mostTries; sweep += 1) {
      await recovery.sweep();
      expect([tries, await status()]).toEqual([sweep, 'running']);
    }
    await recovery.sweep();
    expect([tries, await status()]).toEqual([mostTries, 'failed']);
  });

  it('was left in good order, or is in nobody’s memory, and goes on without counting', async () => {
    const store = new RunStore(test.database, valuesInRows());
    const workspaceId = crypto.randomUUID();
    const gone = await manualProcess(test);
    const { runId, accepted } = gone.runs.start({ ...runStart(workspaceId), owner: { id: 'test', data: 'null' } });
    gone.runner.emit(begin);
    await accepted;
    await store.leave(gone.bootId);

    const owner: RunOwner = { id: 'test', rehydrate: async () => ({ environment: '{}' }) };
    const { runs, bootId } = await manualProcess(test, { owner });
    const hooks = { all: () => [], get: () => undefined, onChange: () => () => {} };
    const own = { bootId, instanceId: crypto.randomUUID() };
    const watching = { quarantine: new QuarantineStore(test.database), watchSeconds: 0 };
    const parts = {
      store,
      runs,
      groupCommit: test.groupCommit,
      own,
      silentSeconds: 3_600,
      logger: silentLogger,
      isStopping: () => false,
      ...watching,
    };
    const recovery = new Recovery({ ...parts, hooks });
    // The claim came through, its answer did not.
    await store.claim(own, { silentSeconds: 3_600, limit: 10, crashes: { below: 1 } });
    const [row] = await runQuery<{ crashes: number }>(
      test.database,
      `update workflow_runs set created_at = now() - interval '2 minutes' where id = '${runId}' returning crashes`,
    );
    expect(row?.crashes).toBe(0);
    await recovery.look();
    expect(runs.has(runId)).toBe(false);
    await recovery.look();
    expect(runs.has(runId)).toBe(true);
  });
});

describe('quarantined runs that are watched', () => {
  /** A process that goes on with one quarantined run, and watches it for an hour. */
  async function watchedRun() {
    const store = new RunStore(test.database, valuesInRows());
    const dead = await manualProcess(test);
    const { runId, accepted } = dead.runs.start(runStart(crypto.randomUUID()));
    dead.runner.emit(begin);
    await accepted;
    await runQuery(test.database, `delete from processes where boot_id = '${dead.bootId}'`);
    await runQuery(test.database, `update workflow_runs set crashes = 2 where id = '${runId}'`);

    const { runs, runner, bootId } = await manualProcess(test);
    const quarantine = new QuarantineStore(test.database);
    const clear = vi.spyOn(quarantine, 'clear');
    // It has lived for long enough.
    vi.spyOn(performance, 'now').mockReturnValueOnce(-4_000_000);
    const error = vi.fn();
    const recovery = new Recovery({
      store,
      runs,
      quarantine,
      groupCommit: test.groupCommit,
      hooks: { all: () => [], get: () => undefined, onChange: () => () => {} },
      own: { bootId, instanceId: crypto.randomUUID() },
      silentSeconds: 3_600,
      watchSeconds: 3_600,
      logger: { ...silentLogger, error },
      isStopping: () => runs.isStopping,
    });
    await recovery.sweep();
    expect(runs.has(runId)).toBe(true);
    const trial = async () =>
      (await runQuery<{ trial: number }>(test.database, `select trial from workflow_runs where id = '${runId}'`))[0]
        ?.trial;
    expect(await trial()).toBe(1);
    return { runs, runner, recovery, clear, error, trial };
  }

  it('stay on trial when their process stops', async () => {
    const { runs, recovery, clear, error, trial } = await watchedRun();
    await runs.drain(AbortSignal.abort());
    await recovery.stop();
    expect(clear).not.toHaveBeenCalled();
    expect(error).not.toHaveBeenCalled();
    expect(await trial()).toBe(1);
  });

  it('make room for the next ones when they have ended', async () => {
    const { runner, clear } = await watchedRun();
    const cleared = new Promise<void>((resolve) => clear.mockImplementationOnce(async () => resolve()));
    runner.emit(begin, runFinished());
    await cleared;
  });
});
