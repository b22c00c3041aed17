import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runQuery } from '../database/testing/run-query.ts';
import { silentLogger } from '../database/testing/silent-logger.ts';
import { createTestDatabase, type TestDatabase } from '../database/testing/test-database.ts';
import type { RunOwner } from './contract.ts';
import { PartitionStore } from './partition-store.ts';
import { Recovery } from './recovery.ts';
import { RunStore } from './store.ts';
import { begin, manualProcess, runStart, valuesInRows } from './testing/manual-runs.ts';

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
      revive: async () => {
        tries += 1;
        throw new Error('the database is away');
      },
    };
    const { runs, bootId } = await manualProcess(test, { owner });
    const followers = { all: () => [], get: () => undefined, onChange: () => () => {} };
    const own = { bootId, instanceId: crypto.randomUUID() };
    const parts = { store, runs, groupCommit: test.groupCommit, own, silentSeconds: 3_600, logger: silentLogger };
    const recovery = new Recovery({ ...parts, followers });
    const status = async () => (await runs.get(workspaceId, runId))?.status;
    for (let sweep = 1; sweep <= 5; sweep += 1) {
      await recovery.sweep();
      expect([tries, await status()]).toEqual([sweep, 'running']);
    }
    await recovery.sweep();
    expect([tries, await status()]).toEqual([5, 'failed']);
  });

  it('was left in good order, or is in nobody’s memory, and goes on without counting', async () => {
    const store = new RunStore(test.database, valuesInRows());
    const workspaceId = crypto.randomUUID();
    const gone = await manualProcess(test);
    const { runId, accepted } = gone.runs.start({ ...runStart(workspaceId), owner: { id: 'test', data: 'null' } });
    gone.runner.emit(begin);
    await accepted;
    await store.leave(gone.bootId);

    const owner: RunOwner = { id: 'test', revive: async () => ({ environment: '{}' }) };
    const { runs, bootId } = await manualProcess(test, { owner });
    const followers = { all: () => [], get: () => undefined, onChange: () => () => {} };
    const own = { bootId, instanceId: crypto.randomUUID() };
    const parts = { store, runs, groupCommit: test.groupCommit, own, silentSeconds: 3_600, logger: silentLogger };
    const recovery = new Recovery({ ...parts, followers });
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
