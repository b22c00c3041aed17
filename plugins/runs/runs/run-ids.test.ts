import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#plugins/database/testing/test-database.ts';
import { PartitionStore } from './partition-store.ts';
import { begin, manualProcess, runStart } from './testing/manual-runs.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
  await new PartitionStore(test.database).ensure(Date.now(), 'month', 0);
});
afterAll(() => test.dispose());

describe('a run', () => {
  it('is found by its task, though its process paused between any two looks at the clock', async () => {
    const { runs, runner } = await manualProcess(test);
    const workspaceId = crypto.randomUUID();
    let now = Date.now();
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => {
      now += 5_000;
      return now;
    });
    const run = runs.start(runStart(workspaceId));
    clock.mockRestore();
    runner.emit(begin);
    await run.accepted;
    expect(await runs.byTask(workspaceId, run.taskId)).toMatchObject({ id: run.runId });
  });
});
