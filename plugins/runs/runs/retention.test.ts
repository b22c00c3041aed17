import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { runFinished } from '#engine/testing/run-events.ts';
import { forgetReferenceTime, lowestIdAt, monotonicTime, newId, setReferenceTime } from '#kernel';
import type { BlobStore, Blobs } from '#plugins/blobs/contract.ts';
import { type LocalBlobs, localBlobs } from '#plugins/blobs/testing/local-blobs.ts';
import { keysOf } from '#plugins/blobs/testing/store-contract.ts';
import { runQuery } from '#plugins/database/testing/run-query.ts';
import { silentLogger } from '#plugins/database/testing/silent-logger.ts';
import { createTestDatabase, type TestDatabase } from '#plugins/database/testing/test-database.ts';
import { RunBlobStore } from './blob-store.ts';
import { PartitionStore } from './partition-store.ts';
import { Retention } from './retention.ts';
import { fillHistory } from './testing/aged-history.ts';
import { begin, manualProcess, readAll, runStart } from './testing/manual-runs.ts';

const DAY = 86_400_000;
const rows = inject('testDatabaseUrl') === '' ? 20_000 : 200_000;
const now = Date.now();

let test: TestDatabase;
let store: PartitionStore;
let local: LocalBlobs;
let files: BlobStore;
let blobs: Blobs;
let runBlobs: RunBlobStore;

beforeAll(async () => {
  test = await createTestDatabase();
  store = new PartitionStore(test.database);
  runBlobs = new RunBlobStore(test.database);
  local = await localBlobs(test);
  ({ store: files, blobs } = local);
});
afterAll(async () => {
  await test.dispose();
  await local.dispose();
});

const retention = (days: number) => new Retention({ store, runBlobs, blobs, days, logger: silentLogger });
const query = <Row>(text: string) => runQuery<Row>(test.database, text);

async function count(table: 'workflow_runs' | 'node_executions'): Promise<number> {
  const [row] = await query<{ count: number }>(`select count(*)::int as count from ${table}`);
  return row?.count ?? 0;
}

async function ranges(table: string): Promise<readonly (readonly [number, number])[]> {
  return (await store.list()).filter((part) => part.table === table).map(({ from, to }) => [from, to]);
}

describe('the partitions of the history', () => {
  it('cover the time from yesterday to some weeks ahead without gaps, also when their width changes', async () => {
    await store.ensure(now - 110 * DAY, 'month', 60 * DAY);
    await store.ensure(now - 60 * DAY, 'week', 70 * DAY);
    await store.ensure(now, 'week', 20 * DAY);
    await store.ensure(now, 'week', 20 * DAY);
    for (const table of ['workflow_runs', 'node_executions', 'run_events', 'run_blobs']) {
      const parts = await ranges(table);
      expect(parts[0]?.[0]).toBeLessThanOrEqual(now - 110 * DAY);
      expect(parts.at(-1)?.[1]).toBeGreaterThan(now + 20 * DAY);
      for (const [index, [from]] of parts.entries()) if (index > 0) expect(from).toBe(parts[index - 1]?.[1]);
    }
    const widths = (await ranges('run_events')).map(([from, to]) => (to - from) / DAY);
    expect(widths[0]).toBeGreaterThanOrEqual(28);
    expect(widths.at(-1)).toBe(7);
  });

  it('that lie ahead are made anew when shorter ones are wanted', async () => {
    // Some days before a month begins: one that begins within a day is not made anew.
    const day = new Date(now + 400 * DAY);
    const later = Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), 25);
    await store.ensure(later, 'month', 62 * DAY);
    await store.ensure(later, 'week', 14 * DAY);
    const parts = (await ranges('node_executions')).filter(([from]) => from > later + DAY);
    expect(parts.length).toBeGreaterThan(0);
    expect(parts.every(([from, to]) => to - from <= 7 * DAY)).toBe(true);
    for (const part of await store.list()) if (part.from > now + 100 * DAY) await store.drop(part);
  });

  it('are there for a clock that was set right', async () => {
    const wrong = now + 3_000 * DAY;
    await store.ensure(wrong, 'month', 62 * DAY);
    const before = wrong - 40 * DAY;
    await store.ensure(before, 'week', 60 * DAY);
    for (const table of ['workflow_runs', 'node_executions', 'run_events', 'run_blobs']) {
      const parts = (await ranges(table)).filter(([, to]) => to > before - DAY && to < wrong + 30 * DAY);
      expect(parts[0]?.[0]).toBeLessThan(before);
      for (const [index, [from]] of parts.entries()) if (index > 0) expect(from).toBe(parts[index - 1]?.[1]);
    }
    for (const part of await store.list()) if (part.from > now + 1_000 * DAY) await store.drop(part);
  });

  it('are not open to the role of workspaces', async () => {
    const open = await query(`
      select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent in ('run_events'::regclass, 'node_executions'::regclass, 'workflow_runs'::regclass,
          'run_blobs'::regclass)
        and (not c.relrowsecurity or has_table_privilege('weft_app', c.oid, 'select, insert, update, delete'))`);
    expect(open).toEqual([]);
  });
});

describe('retention', () => {
  it('drops whole partitions that are too old, and touches nothing else', async () => {
    await fillHistory(test.database, { now, rows });
    expect(await count('node_executions')).toBe(rows);
    expect(await retention(0).sweep(now)).toEqual([]);
    const before = await store.list();
    const limit = now - 60 * DAY;
    const dropped = await retention(60).sweep(now);
    expect(new Set(dropped)).toEqual(new Set(before.filter(({ to }) => to <= limit).map(({ name }) => name)));
    expect(dropped.length).toBeGreaterThanOrEqual(3);
    const oldest = (await ranges('node_executions'))[0]?.[0] ?? 0;
    expect(oldest).toBeGreaterThan(limit - 31 * DAY);
    const kept = Math.floor(((now - oldest) / (100 * DAY)) * rows);
    expect(Math.abs((await count('node_executions')) - kept)).toBeLessThan(3);
    expect(await count('workflow_runs')).toBe(Math.ceil(kept / (rows / 100)));
    expect(await retention(60).sweep(now)).toEqual([]);
  });

  it('lets a partition wait while a run in it has not ended', async () => {
    const [first] = await ranges('workflow_runs');
    const [from = 0, to = 0] = first ?? [];
    const oldRun = '(select id from workflow_runs order by id limit 1)';
    for (const status of ['running', 'paused']) {
      await query(`update workflow_runs set status = '${status}' where id = ${oldRun}`);
      expect(await retention(1).sweep(to + DAY)).toEqual([]);
    }
    expect((await ranges('node_executions'))[0]).toEqual([from, to]);
    await query(`update workflow_runs set status = 'stopped' where id = ${oldRun}`);
    expect(await retention(1).sweep(to + DAY)).toHaveLength(4);
  });

  it('removes the large values of what it drops, and no others', async () => {
    const { runs, runner } = await manualProcess(test, { blobs, largeValue: 100 });
    const text = (letter: string) => `{"text":"${letter.repeat(1_000)}"}`;
    const start = runStart(newId());
    const keep = async (letter: string) => {
      const run = runs.start({ ...start, recordedInputs: text(letter) });
      runner.emit(begin, runFinished({ outputs: text(letter) }));
      await run.finished;
      return run.runId;
    };
    const [old, young] = [await keep('o'), await keep('y')];
    const aged = old.replace(/^.{13}/, lowestIdAt(now - 200 * DAY).slice(0, 13));
    await store.ensure(now - 200 * DAY, 'week', DAY);
    await query(`update workflow_runs set id = '${aged}' where id = '${old}'`);
    await query(`update run_events set run_id = '${aged}' where run_id = '${old}'`);
    await query(`update run_blobs set run_id = '${aged}' where run_id = '${old}'`);
    expect(await runs.get(start.workspaceId, aged)).toMatchObject({ inputs: text('o'), outputs: text('o') });
    expect(await keysOf(files, 'runs')).toHaveLength(2);

    // As long as a row may refer to them they stay.
    const lists = (await store.list()).filter(({ table, to }) => table === 'run_blobs' && to < now - 150 * DAY);
    const alone = Object.assign(new PartitionStore(test.database), { list: async () => lists });
    expect(await new Retention({ store: alone, runBlobs, blobs, days: 150, logger: silentLogger }).sweep(now)).toEqual(
      lists.filter(({ from, to }) => now - 200 * DAY < from || now - 200 * DAY >= to).map(({ name }) => name),
    );
    expect(await keysOf(files, 'runs')).toHaveLength(2);

    const told: string[] = [];
    const telling = { forgotten: async (before: string) => void told.push(before) };
    const sweeping = new Retention({ store, runBlobs, blobs, days: 150, logger: silentLogger, ...telling });
    expect((await sweeping.sweep(now)).length).toBeGreaterThanOrEqual(4);
    // The old run is below what is left, the young one is not.
    expect(told.map((before) => [aged < before, young < before])).toEqual([[true, false]]);
    expect(await keysOf(files, 'runs')).toEqual([expect.stringContaining(young)]);
    expect(await runs.get(start.workspaceId, aged)).toBeNull();
    expect(await runs.get(start.workspaceId, young)).toMatchObject({ inputs: text('y'), outputs: text('y') });
  });

  it('leaves a run in progress and its readers alone', async () => {
    const { runs, runner } = await manualProcess(test);
    const start = runStart(newId());
    const run = runs.start(start);
    await run.accepted;
    const reading = readAll(runs.follow(start.workspaceId, run.runId));
    runner.emit(begin);
    await retention(1).sweep(now);
    await retention(1).prepare(now);
    runner.emit(runFinished());
    await run.finished;
    expect(await reading).toHaveLength(2);
    expect(await readAll(runs.follow(start.workspaceId, run.runId))).toHaveLength(2);
  });

  it('does one thing at a time when several processes are at it', async () => {
    await store.ensure(now - 40 * DAY, 'week', 0).catch(() => {});
    const all = await Promise.all([1, 2, 3].map(() => retention(1).sweep(now + 20 * DAY)));
    const dropped = all.flat();
    expect(new Set(dropped).size).toBe(dropped.length);
    await Promise.all([1, 2, 3].map(() => retention(1).prepare(now + 60 * DAY)));
  });

  it('answers clearly for a run that is no longer kept', async () => {
    const { runs } = await manualProcess(test);
    const id = newId().replace(/^.{13}/, '01800000-0000');
    await expect(readAll(runs.follow(newId(), id))).rejects.toThrow(/older than what is kept \(runs\.retention\)/);
  });
});

describe('retention while the clocks of the process and of the database differ', () => {
  it('drops nothing, and goes on when they agree', async () => {
    const old = now - 500 * DAY;
    await store.fill(old, old + DAY, 'week');
    const here = async () => (await store.list()).filter(({ from }) => from <= old);
    const kept = await here();
    expect(kept.length).toBeGreaterThan(0);
    const wrong = {};
    const waiting = retention(365);
    try {
      setReferenceTime(wrong, Date.now() + 70 * DAY, monotonicTime());
      expect(await waiting.sweep()).toEqual([]);
      expect(await here()).toEqual(kept);
    } finally {
      forgetReferenceTime(wrong);
    }
    expect(await waiting.sweep()).toEqual(expect.arrayContaining(kept.map(({ name }) => name)));
  });
});
