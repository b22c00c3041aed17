import { afterAll, beforeAll, expect, it } from 'vitest';
import { definePlugin } from '#kernel';
import { startTestKernel, type TestKernel } from '#kernel/testing/test-kernel.ts';
import { Database, Notifications } from '#plugins/database/contract.ts';
import { runQuery } from '#plugins/database/testing/run-query.ts';
import { watchStatements } from '#plugins/database/testing/statements.ts';
import { type TestDatabaseEnvironment, testDatabaseEnvironment } from '#plugins/database/testing/test-database.ts';
import { Jobs, Tasks, task } from './contract.ts';
import { JobWorker, type JobWorkerParts } from './job-worker.ts';

let environment: TestDatabaseEnvironment;
let kernel: TestKernel;
const done: string[] = [];

const brings = (plugin: string, ...ids: readonly string[]) =>
  definePlugin({
    id: plugin,
    setup({ contribute }) {
      const run = (id: string) => async () => void done.push(id);
      contribute(Tasks, ...ids.map((id) => task({ id, payload: { type: 'object' }, run: run(id) })));
    },
  });

beforeAll(async () => {
  environment = await testDatabaseEnvironment();
  const { home, env } = environment;
  const plugins = ['plugins/core/database', 'plugins/workspace/workspaces', 'plugins/core/jobs'];
  const extra = [brings('one', 'one.second', 'one.first'), brings('other', 'other.task')];
  kernel = await startTestKernel({ plugins, extra, home, env });
});
afterAll(() => kernel.dispose().finally(() => environment.dispose()));

it('prepare makes the tables once, though the worker starts meanwhile, and every task known before one is enqueued', async () => {
  const jobs = kernel.resolve(Jobs);
  const database = kernel.resolve(Database);
  const watch = watchStatements();
  try {
    await jobs.prepare();
    const tasks = await runQuery<{ identifier: string }>(database, 'select * from graphile_worker._private_tasks');
    expect(tasks.map(({ identifier }) => identifier).sort()).toEqual(['one.first', 'one.second', 'other.task']);
    await database
      .system()
      .transaction()
      .execute(async (within) => {
        for (const id of ['one.first', 'other.task', 'one.second']) {
          await jobs.enqueue({ task: id, payload: {}, workspaceId: null }, { within });
        }
      });
    await expect.poll(() => done.toSorted()).toEqual(['one.first', 'one.second', 'other.task']);
    const steps = watch.statements.filter((text) => text.startsWith('insert into "graphile_worker".migrations'));
    const kept = await runQuery(database, 'select id from graphile_worker.migrations');
    expect(steps).toHaveLength(kept.length);
  } finally {
    watch.end();
  }
});

it.each([
  ['no database', Object.assign(new Error('connect refused'), { code: 'ECONNREFUSED' }), 'Try again'],
  ['no right to', Object.assign(new Error('permission denied'), { code: '42501' }), 'must own the schema'],
])('who finds %s hears so at once, and tries anew the next time', async (_what, failure, advice) => {
  let tries = 0;
  const execute = async () => {
    tries += 1;
    throw failure;
  };
  const database = { kind: 'postgres', system: () => ({ connection: () => ({ execute }) }) } as unknown as Database;
  const logger = { debug() {}, info() {}, warn() {}, error() {} };
  const parts = { database, notifications: kernel.resolve(Notifications), concurrency: 1, logger };
  const worker = new JobWorker(parts as unknown as JobWorkerParts);
  for (let round = 1; round <= 2; round++) {
    await expect(worker.install()).rejects.toMatchObject({
      kind: 'unavailable',
      code: 'jobs.not_installed',
      message: expect.stringContaining(advice),
    });
    expect(tries).toBe(round);
  }
});
