import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunEvent } from '#engine';
import { chunk, nodeFinished, runFinished } from '#engine/testing/run-events.ts';
import { newId } from '#kernel';
import { entry } from '#plugins/database/contract.ts';
import { runQuery } from '#plugins/database/testing/run-query.ts';
import { silentLogger } from '#plugins/database/testing/silent-logger.ts';
import { createTestDatabase, type TestDatabase } from '#plugins/database/testing/test-database.ts';
import type { NumberedEvent } from './contract.ts';
import { EventJournal } from './event-journal.ts';
import { EventStore } from './event-store.ts';
import { followRun } from './follow-run.ts';
import { PartitionStore } from './partition-store.ts';
import { ReadAheadBuffer } from './read-ahead-buffer.ts';
import { RunSignals } from './run-signals.ts';
import { RunValues } from './run-values.ts';
import { abandonedSink, journalSink } from './store.ts';
import { all, finishedNode, started } from './testing/every-event.ts';
import { begin, manualProcess, Reader, readAll, runStart, valuesInRows } from './testing/manual-runs.ts';

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

async function startRun() {
  const start = runStart(newId());
  const run = owner.runs.start(start);
  await run.accepted;
  return { run, workspaceId: start.workspaceId, runId: run.runId };
}

const numbered = (events: readonly RunEvent[], generation = 0): NumberedEvent[] =>
  events.map((event, index) => ({ number: index + 1, generation, event }));

describe('the events of a run', () => {
  it('are read back from the table as they were', async () => {
    const { run, workspaceId, runId } = await startRun();
    const live = readAll(owner.runs.follow(workspaceId, runId));
    owner.runner.emit(...all);
    await run.finished;
    expect(await live).toEqual(numbered(all));
    expect(await readAll(owner.runs.follow(workspaceId, runId))).toEqual(numbered(all));
    expect(await other.runs.events(workspaceId, runId, { after: 0 })).toEqual({
      events: numbered(all),
      hasMore: false,
    });
  });

  it.each([
    ['each in a batch of its own', 1],
    ['some at a time', 3],
  ])('are the same when they come %s', async (_case, size) => {
    const { run, workspaceId, runId } = await startRun();
    for (let at = 0; at < all.length; at += size) {
      owner.runner.emit(...all.slice(at, at + size));
      await new Promise(setImmediate);
    }
    await run.finished;
    expect(await readAll(other.runs.follow(workspaceId, runId))).toEqual(numbered(all));
  });

  it.each([
    ['no answer and no model', runFinished()],
    ['an answer that outputs do not show', runFinished({ answer: 'x', files: '[{"a":1}]', status: 'stopped' })],
    ['an error', runFinished({ status: 'failed', error: 'no "luck"', errorCode: 'engine.no_thread', outputs: '{}' })],
    ['usage', runFinished({ usage: { ...runFinished().usage, totalTokens: 3, totalPrice: '0.0010', latency: 1.5 } })],
  ])('end with what they ended with: %s', async (_case, end) => {
    const { run, workspaceId, runId } = await startRun();
    owner.runner.emit(begin, end);
    await run.finished;
    expect(await readAll(other.runs.follow(workspaceId, runId))).toEqual(numbered([begin, end]));
  });

  it('never show what only the journal needs', async () => {
    const { run, workspaceId, runId } = await startRun();
    const secret = { ...finishedNode, state: '{"secret":"hunter2"}' };
    const live = readAll(owner.runs.follow(workspaceId, runId));
    owner.runner.emit(begin, { ...secret, kind: 'node-retry', retryIndex: 1 }, secret, runFinished());
    await run.finished;
    expect(JSON.stringify(await live)).not.toContain('hunter2');
    expect(JSON.stringify(await readAll(other.runs.follow(workspaceId, runId)))).not.toContain('hunter2');
  });
});

describe('a page', () => {
  it('ends where a run of this process is, also in the middle of its text', async () => {
    const { run, workspaceId, runId } = await startRun();
    const told = [begin, chunk(['one']), started(finishedNode), chunk(['two'])];
    for (const [index, event] of told.entries()) {
      owner.runner.emit(event);
      const { events } = await owner.runs.events(workspaceId, runId, { after: 0 });
      expect(events).toEqual(numbered(told.slice(0, index + 1)));
    }
    await expect(owner.runs.events(newId(), runId, { after: 0 })).rejects.toThrow('There is no run');
    owner.runner.emit(finishedNode, runFinished());
    await run.finished;
  });
});

describe('a reader', () => {
  it('in another process sees a run while it goes on, and its end', async () => {
    const { run, workspaceId, runId } = await startRun();
    const reader = new Reader(other.runs.follow(workspaceId, runId));
    owner.runner.emit(begin);
    expect(await reader.next()).toMatchObject({ number: 1, event: begin });
    for (let index = 0; index < 5; index++) {
      owner.runner.emit(chunk([`word${index}`]));
      expect(await reader.next()).toEqual({ number: index + 2, generation: 0, event: chunk([`word${index}`]) });
    }
    owner.runner.emit(started(finishedNode));
    expect((await reader.next())?.event).toEqual(started(finishedNode));
    owner.runner.emit(finishedNode, runFinished());
    await run.finished;
    expect((await reader.next())?.event).toEqual(finishedNode);
    expect((await reader.next())?.event).toEqual(runFinished());
    expect(await reader.next()).toBeUndefined();
  });

  it('who is cut off after any event and comes back gets each of the others once', async () => {
    const { run, workspaceId, runId } = await startRun();
    owner.runner.emit(...all.slice(0, 6));
    const readers = [owner, other].map(({ runs }) => readInPieces(runs, workspaceId, runId));
    for (const event of all.slice(6)) {
      owner.runner.emit(event);
      await new Promise(setImmediate);
    }
    await run.finished;
    for (const read of await Promise.all(readers)) expect(read).toEqual(numbered(all));
    for (let after = 0; after <= all.length + 1; after++) {
      const cursor = { after, generation: 0 };
      expect(await readAll(other.runs.follow(workspaceId, runId, cursor))).toEqual(numbered(all).slice(after));
    }
  });

  it('is one of many, who all get everything', async () => {
    const { run, workspaceId, runId } = await startRun();
    owner.runner.emit(...all.slice(0, 6));
    const many = Array.from({ length: 100 }, (_, index) => {
      const { runs } = index % 2 === 0 ? owner : other;
      return readAll(runs.follow(workspaceId, runId, { after: index % 5, generation: 0 }));
    });
    for (const event of all.slice(6)) {
      owner.runner.emit(event);
      await new Promise(setImmediate);
    }
    await run.finished;
    for (const [index, events] of (await Promise.all(many)).entries()) {
      expect(events).toEqual(numbered(all).slice(index % 5));
    }
  });

  it('waits with the run while the database is away', async () => {
    const { run, workspaceId, runId } = await startRun();
    let failures = 1;
    class TroubledStore extends EventStore {
      override page(...cursor: Parameters<EventStore['page']>): ReturnType<EventStore['page']> {
        failures -= 1;
        return failures < 0 ? super.page(...cursor) : Promise.reject(new Error('the connection is lost'));
      }
    }
    const parts = {
      store: new TroubledStore(test.database, valuesInRows()),
      signals: new RunSignals(test.notifications, silentLogger),
      readAhead: new ReadAheadBuffer(),
      live: () => undefined,
    };
    const following = { workspaceId, runId, cursor: { after: 0 }, signal: new AbortController().signal };
    const reading = readAll(followRun(parts, following));
    owner.runner.emit(...all);
    await run.finished;
    expect(await reading).toEqual(numbered(all));
  });

  it('leaves when their signal aborts, in the midst of waiting', async () => {
    const { run, workspaceId, runId } = await startRun();
    for (const { runs } of [owner, other]) {
      const abort = new AbortController();
      const reading = readAll(runs.follow(workspaceId, runId, { signal: abort.signal }));
      await new Promise(setImmediate);
      abort.abort();
      expect(await reading).toEqual([]);
    }
    owner.runner.emit(begin, runFinished());
    await run.finished;
  });

  it('finds no run of another workspace, nor one that never was', async () => {
    const { run, workspaceId, runId } = await startRun();
    for (const { runs } of [owner, other]) {
      await expect(readAll(runs.follow(newId(), runId))).rejects.toMatchObject({ code: 'runs.not_found' });
      await expect(runs.events(newId(), runId, { after: 0 })).rejects.toMatchObject({ code: 'runs.not_found' });
      await expect(readAll(runs.follow(workspaceId, newId()))).rejects.toMatchObject({ kind: 'not-found' });
    }
    owner.runner.emit(begin, runFinished());
    await run.finished;
    await expect(readAll(owner.runs.follow(newId(), runId))).rejects.toMatchObject({ code: 'runs.not_found' });
    expect(await other.runs.nodes(newId(), runId, { after: 0, limit: 10, values: true })).toEqual([]);
    expect(await other.runs.get(newId(), runId)).toBeNull();
  });

  it('reads a run of many rows page by page', async () => {
    const { run, workspaceId, runId } = await startRun();
    const long = Array.from({ length: 50 }, (_, index) => chunk([`${index}`.padEnd(17_000, '.')]));
    for (const event of long) owner.runner.emit(event);
    owner.runner.emit(runFinished());
    await run.finished;
    expect(await readAll(other.runs.follow(workspaceId, runId))).toHaveLength(52);
    const page = await other.runs.events(workspaceId, runId, { after: 3 });
    expect(page.hasMore).toBe(true);
    expect(page.events[0]?.number).toBe(4);
  });
});

/** A reader who loses their connection after each event. */
async function readInPieces(runs: typeof owner.runs, workspaceId: string, runId: string): Promise<NumberedEvent[]> {
  const read: NumberedEvent[] = [];
  for (;;) {
    const last = read.at(-1);
    const abort = new AbortController();
    const cursor = last === undefined ? {} : { after: last.number, generation: last.generation };
    const next = await new Reader(runs.follow(workspaceId, runId, { ...cursor, signal: abort.signal })).next();
    abort.abort();
    if (next === undefined) return read;
    read.push(next);
  }
}

describe('a run that ended without telling so', () => {
  it('is ended for its readers by its row', async () => {
    const { run, workspaceId, runId } = await startRun();
    owner.runner.emit(begin, finishedNode);
    const reader = new Reader(other.runs.follow(workspaceId, runId));
    expect((await reader.next())?.event).toEqual(begin);
    expect((await reader.next())?.event).toEqual(finishedNode);
    await test.groupCommit.add([entry(abandonedSink, { runId, reason: 'gone' })]);
    expect(await reader.next()).toMatchObject({
      number: 3,
      generation: 1,
      event: { kind: 'run-finished', status: 'failed', error: 'gone' },
    });
    expect(await reader.next()).toBeUndefined();
    // One who had seen more than what became durable.
    const ahead = await readAll(other.runs.follow(workspaceId, runId, { after: 9, generation: 0 }));
    expect(ahead).toMatchObject([{ number: 3, generation: 1 }]);
    expect(await readAll(other.runs.follow(workspaceId, runId, { after: 3, generation: 1 }))).toEqual([]);
    run.stop('test');
  });
});

describe('a run that goes on in another generation', () => {
  const resumed: RunEvent = { kind: 'run-started', at: 1, reason: 'resumption' };

  it('replaces, for every reader, what was not told before', async () => {
    const { run, workspaceId, runId } = await startRun();
    owner.runner.emit(begin, finishedNode);
    owner.runner.emit(chunk(['lost by a slow writer']));
    const values = new RunValues(valuesInRows(), { runId, workspaceId });
    const next = new EventJournal({ runId, workspaceId, values, after: 2, generation: 1, flush: () => {} });
    next.add([resumed, chunk(['a'])]);
    next.resume(2);
    next.add([resumed, chunk(['b'])]);
    const processId = other.bootId;
    await test.groupCommit.add([entry(journalSink, { runId, processId, run: null, events: next.take().rows })]);
    owner.runner.emit(runFinished());
    await run.finished.catch(() => {});
    const effective = [
      ...numbered([begin, finishedNode]),
      { number: 3, generation: 1, event: resumed },
      { number: 4, generation: 1, event: chunk(['a']) },
      { number: 5, generation: 2, event: resumed },
      { number: 6, generation: 2, event: chunk(['b']) },
    ];
    const page = async (cursor: { after: number; generation?: number }) =>
      (await other.runs.events(workspaceId, runId, cursor)).events;
    expect(await page({ after: 0 })).toEqual(effective);
    expect(await page({ after: 4 })).toEqual(effective.slice(4));
    expect(await page({ after: 40, generation: 0 })).toEqual(effective.slice(2));
    expect(await page({ after: 40, generation: 1 })).toEqual(effective.slice(4));
    expect(await page({ after: 1, generation: 0 })).toEqual(effective.slice(1));
    expect(await page({ after: 6, generation: 2 })).toEqual([]);
  });
});

describe('a run of many quick nodes', () => {
  it('is written in few rows, which are there soon', async () => {
    const { run, workspaceId, runId } = await startRun();
    for (let index = 1; index <= 100; index++) {
      const node = nodeFinished({ index, executionId: newId(), elapsed: 0.001 });
      owner.runner.emit(...(index === 1 ? [begin] : []), started(node), node);
      await new Promise(setImmediate);
    }
    const written = async () => (await other.runs.events(workspaceId, runId, { after: 0 })).events.length;
    await expect.poll(written).toBe(201);
    const query = `select count(*)::int as count from run_events where run_id = '${runId}'`;
    const [row] = await runQuery<{ count: number }>(test.database, query);
    expect(row?.count).toBeLessThan(20);
    owner.runner.emit(runFinished());
    await run.finished;
  });
});

describe('a run that another process has taken over', () => {
  it('is followed there by its readers here', async () => {
    const { run, workspaceId, runId } = await startRun();
    owner.runner.emit(begin, finishedNode);
    const reader = new Reader(owner.runs.follow(workspaceId, runId));
    expect((await reader.next())?.event).toEqual(begin);
    expect((await reader.next())?.event).toEqual(finishedNode);
    await expect.poll(async () => (await other.runs.events(workspaceId, runId, { after: 0 })).events.length).toBe(2);
    owner.runs.detachAll();
    await test.groupCommit.add([entry(abandonedSink, { runId, reason: 'gone' })]);
    expect(await run.finished).toMatchObject({ kind: 'run-finished', error: 'gone' });
    expect(await reader.next()).toMatchObject({ generation: 1, event: { kind: 'run-finished', error: 'gone' } });
  });
});

describe('stopping', () => {
  it('reaches the process that executes the run, for those who may', async () => {
    const { run, workspaceId, runId } = await startRun();
    const { taskId, appId } = run;
    owner.runner.stops.length = 0;
    const reason = 'no more';
    await other.runs.stop({ workspaceId: newId(), run: { runId }, reason });
    await other.runs.stop({ workspaceId, appId: newId(), run: { taskId }, reason });
    await other.runs.stop({ workspaceId, createdBy: newId(), run: { taskId }, reason });
    await other.runs.stop({ workspaceId, run: { taskId: 'x'.repeat(20_000) }, reason });
    await owner.runs.stop({ workspaceId, run: { runId: newId() }, reason });
    const isStopped = async () => {
      await other.runs.stop({ workspaceId, appId, run: { taskId }, reason: `allowed${'.'.repeat(9_000)}` });
      return owner.runner.stops[0];
    };
    await expect.poll(isStopped).toMatch(/^allowed\.{493}$/);
    owner.runner.emit(begin, runFinished());
    await run.finished;
  });

  it('ends a run that is paused', async () => {
    const { run, workspaceId, runId } = await startRun();
    const { usage, startedAt, elapsed, totalTokens, totalSteps, outputs, answer } = runFinished();
    const facts = { usage, startedAt, elapsed, totalTokens, totalSteps, outputs, answer };
    owner.runner.emit(begin, { kind: 'run-paused', reasons: [], pausedAt: startedAt + 1, ...facts });
    await run.finished;
    const reading = readAll(owner.runs.follow(workspaceId, runId));
    other.runner.stops.length = 0;
    const request = { workspaceId, run: { taskId: run.taskId }, reason: 'enough' };
    await other.runs.stop({ ...request, appId: newId() });
    await other.runs.stop({ ...request, createdBy: newId() });
    expect(other.runner.stops).toEqual([]);
    await other.runs.stop({ ...request, appId: run.appId, createdBy: run.createdBy.id });
    expect(other.runner.stops).toEqual(['enough']);
    const resumed: RunEvent = { kind: 'run-started', at: 1, reason: 'resumption' };
    other.runner.emit(resumed, runFinished({ status: 'stopped', error: 'enough' }));
    expect((await reading).map(({ number, generation, event }) => [number, generation, event.kind])).toEqual([
      [1, 0, 'run-started'],
      [2, 0, 'run-paused'],
      [3, 1, 'run-started'],
      [4, 1, 'run-finished'],
    ]);
  });
});
