import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ExecutionIds, type RunEvent } from '#engine';
import { nodeFinished, runFinished } from '#engine/testing/run-events.ts';
import { newId } from '#kernel';
import { runQuery } from '#plugins/database/testing/run-query.ts';
import { createTestDatabase, type TestDatabase } from '#plugins/database/testing/test-database.ts';
import type { NumberedEvent } from './contract.ts';
import { PartitionStore } from './partition-store.ts';
import { all, started } from './testing/every-event.ts';
import { begin, manualProcess, readAll, runStart } from './testing/manual-runs.ts';

let test: TestDatabase;
let owner: Awaited<ReturnType<typeof manualProcess>>;
let other: Awaited<ReturnType<typeof manualProcess>>;

beforeAll(async () => {
  test = await createTestDatabase();
  await new PartitionStore(test.database).ensure(Date.now(), 'month', 0);
  owner = await manualProcess(test);
  other = await manualProcess(test);
});
afterAll(() => test.dispose());

async function startRun(isRead = false) {
  const start = { ...runStart(newId()), isRead };
  const run = owner.runs.start(start);
  await run.accepted;
  return { run, workspaceId: start.workspaceId, runId: run.runId };
}

const numbered = (events: readonly RunEvent[]): NumberedEvent[] =>
  events.map((event, index) => ({ number: index + 1, generation: 0, event }));

describe('events that a thread packs', () => {
  it.each([1, 3, all.length])('are read back as they were, %i at a time', async (size) => {
    const { run, workspaceId, runId } = await startRun();
    for (let at = 0; at < all.length; at += size) {
      owner.runner.emit(...all.slice(at, at + size));
      await new Promise(setImmediate);
    }
    await run.finished;
    expect(await readAll(owner.runs.follow(workspaceId, runId))).toEqual(numbered(all));
    expect(await readAll(other.runs.follow(workspaceId, runId))).toEqual(numbered(all));
  });

  it.each([false, true])('keep values as the texts they were, as others do (%s)', async (isRead) => {
    const { run, workspaceId, runId } = await startRun(isRead);
    const texts = [
      '{"a":1.0, "b" : [1.50,"x"]}',
      '{"a":"\\u0000"}',
      '{"a":"\\ud800"}',
      '{"a":"\\\\u0000 😀"}',
      '[1.0]',
      '"text"',
      `{"a":"${'x'.repeat(5_000)}"}`,
    ];
    const nodes = texts.flatMap((outputs, index) => {
      const node = nodeFinished({ index: index + 1, executionId: newId(), outputs, inputs: outputs });
      return [started(node), node];
    });
    owner.runner.emit(begin, ...nodes, runFinished());
    await run.finished;
    const stored = await other.runs.nodes(workspaceId, runId, { after: 0, limit: 100, values: true });
    expect(stored.map(({ outputs }) => outputs)).toEqual(texts);
    expect(stored.map(({ inputs }) => inputs)).toEqual(texts);
    const read = await readAll(other.runs.follow(workspaceId, runId));
    expect(read).toEqual(numbered([begin, ...nodes, runFinished()]));
  });

  it.each([false, true])(
    'are given the ids that are made of the run and their index, and their times (%s)',
    async (isRead) => {
      const { run, workspaceId, runId } = await startRun(isRead);
      const ids = new ExecutionIds(runId);
      const at = Date.now();
      const times = [
        [at, at],
        [at - 10_000, at + 3],
        [at + 2e11, at + 2e11 + 7],
        [5, 9],
      ] as const;
      const nodes = times.map(([startedAt, finishedAt], index) =>
        nodeFinished({ index: index + 1, executionId: ids.of(index + 1), startedAt, finishedAt }),
      );
      const last = nodeFinished({ index: 5, executionId: newId(), startedAt: at, finishedAt: at });
      owner.runner.emit(begin, ...[...nodes, last].flatMap((node) => [started(node), node]), runFinished());
      await run.finished;
      const read = await readAll(other.runs.follow(workspaceId, runId));
      expect(read).toEqual(
        numbered([begin, ...[...nodes, last].flatMap((node) => [started(node), node]), runFinished()]),
      );
      const query = `select nodes from run_events where run_id = '${runId}'`;
      const texts = (await runQuery(test.database, query)) as { nodes: string }[];
      const kept = texts.flatMap((row) => JSON.parse(row.nodes) as unknown[][]);
      expect(kept.map(([, id]) => id)).toEqual([null, null, null, null, last.executionId]);
    },
  );

  it('are kept whole in several rows when they are many', async () => {
    const { run, workspaceId, runId } = await startRun();
    const nodes = Array.from({ length: 100 }, (_, index) =>
      nodeFinished({ index: index + 1, executionId: newId(), outputs: `{"a":"${'x'.repeat(2_000)}"}` }),
    );
    const events = [begin, ...nodes.map(started), ...nodes, runFinished()];
    owner.runner.emit(...events);
    await run.finished;
    const query = `select count(*)::int as count from run_events where run_id = '${runId}'`;
    expect(await runQuery(test.database, query)).not.toEqual([{ count: 1 }]);
    expect(await readAll(other.runs.follow(workspaceId, runId))).toEqual(numbered(events));
  });
});
