import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runQuery } from '#plugins/database/testing/run-query.ts';
import { createTestDatabase, type TestDatabase } from '#plugins/database/testing/test-database.ts';
import { PartitionStore } from './partition-store.ts';
import { QuarantineStore } from './quarantine-store.ts';
import { type ProcessIdentity, RunStore } from './store.ts';
import { begin, manualProcess, runStart, valuesInRows } from './testing/manual-runs.ts';

let test: TestDatabase;
let store: RunStore;
let quarantine: QuarantineStore;
beforeAll(async () => {
  test = await createTestDatabase();
  await new PartitionStore(test.database).ensure(Date.now(), 'month', 0);
  store = new RunStore(test.database, valuesInRows());
  quarantine = new QuarantineStore(test.database);
});
afterAll(() => test.dispose());
beforeEach(async () => {
  await query('delete from workflow_runs');
});

const query = <Row extends object>(text: string) => runQuery<Row>(test.database, text);

/** Runs that lost two processes, and are nobody's. */
async function quarantinedRuns(count: number): Promise<string[]> {
  const { runs, runner, bootId } = await manualProcess(test);
  const started = Array.from({ length: count }, () => {
    const run = runs.start(runStart(crypto.randomUUID()));
    runner.emit(begin);
    return run;
  });
  await Promise.all(started.map(({ accepted }) => accepted));
  await query(`delete from processes where boot_id = '${bootId}'`);
  await query('update workflow_runs set crashes = 1');
  return started.map(({ runId }) => runId);
}

async function newProcess(): Promise<ProcessIdentity> {
  const own = { bootId: crypto.randomUUID(), instanceId: crypto.randomUUID() };
  await store.join(own);
  return own;
}

const dies = ({ bootId }: ProcessIdentity) => query(`delete from processes where boot_id = '${bootId}'`);

/** The crash that puts them into quarantine. */
async function loseAll(): Promise<void> {
  const own = await newProcess();
  await store.claim(own, { silentSeconds: 3_600, limit: 1_000, crashes: { below: 2 } });
  await dies(own);
}

/** Runs that are on trial end well, unless the deadly one is among them; the result are the sizes of the groups. */
async function lives(deadly: ReadonlySet<string>) {
  const sizes: number[] = [];
  const failed: string[] = [];
  for (let crashes = 0; crashes < 30; crashes += 1) {
    const own = await newProcess();
    for (let isFirst = true; ; isFirst = false) {
      const group = await quarantine.claim(own, { silentSeconds: 3_600, isFirst });
      if (group.length === 0) return { sizes, failed };
      sizes.push(group.length);
      const ids = group.map(({ runId }) => runId);
      const isGuilty = group.some((run) => run.isGuilty);
      if (isGuilty) failed.push(...ids);
      else if (ids.some((id) => deadly.has(id))) break;
      await query(`update workflow_runs set status = 'succeeded' where id in (${ids.map((id) => `'${id}'`)})`);
    }
    await dies(own);
  }
  throw new Error('it never ends');
}

describe('runs that lost two processes', () => {
  it('go on in halves, until the one that brings them down was alone twice', async () => {
    const runs = await quarantinedRuns(16);
    await loseAll();
    const [, , , deadly = ''] = runs;
    const { sizes, failed } = await lives(new Set([deadly]));
    expect(failed).toEqual([deadly]);
    expect(sizes).toEqual([8, 4, 4, 4, 4, 2, 2, 1, 1, 1, 1]);
  });

  it('are told apart when several bring processes down', async () => {
    const runs = await quarantinedRuns(12);
    await loseAll();
    const deadly = new Set([runs[0] ?? '', runs[11] ?? '']);
    expect(new Set((await lives(deadly)).failed)).toEqual(deadly);
  });

  it('leave the quarantine once they have lived, and keep their place when they were left in good order', async () => {
    const [runId] = await quarantinedRuns(1);
    await loseAll();
    const row = async () =>
      (await query<{ trial: number; crashes: number }>('select trial, crashes from workflow_runs'))[0];
    const own = await newProcess();
    expect(await quarantine.claim(own, { silentSeconds: 3_600, isFirst: true })).toMatchObject([{ runId }]);
    expect(await row()).toEqual({ trial: 1, crashes: 3 });
    await store.leave(own.bootId);
    const next = await newProcess();
    await quarantine.claim(next, { silentSeconds: 3_600, isFirst: true });
    expect(await row()).toEqual({ trial: 1, crashes: 3 });
    await quarantine.clear(next.bootId);
    expect(await row()).toEqual({ trial: 0, crashes: 3 });
  });
});
