import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { definePlugin } from '#kernel';
import { startTestKernel, type TestKernel } from '#kernel/testing/test-kernel.ts';
import { Database, GroupCommit } from '#plugins/database/contract.ts';
import { runQuery } from '#plugins/database/testing/run-query.ts';
import { type TestDatabaseEnvironment, testDatabaseEnvironment } from '#plugins/database/testing/test-database.ts';
import { type Attempt, Jobs, Tasks, task } from './contract.ts';

const workspaceId = '0196f5c0-0000-7000-8000-000000000001';
const other = '0196f5c0-0000-7000-8000-000000000002';

interface Seen extends Attempt {
  readonly name: string;
}

let environment: TestDatabaseEnvironment;
let kernel: TestKernel;
let jobs: Jobs;
let database: Database;
let seen: Seen[] = [];
let run: (name: string, attempt: Attempt) => Promise<void> = async () => {};

const tasks = definePlugin({
  id: 'test-tasks',
  setup({ contribute }) {
    contribute(
      Tasks,
      task<{ readonly name: string }>({
        id: 'test.note',
        payload: {
          type: 'object',
          required: ['name'],
          additionalProperties: false,
          properties: { name: { type: 'string' } },
        },
        async run({ name }, attempt) {
          seen.push({ name, ...attempt });
          await run(name, attempt);
        },
        retryAfter: () => 0,
      }),
      task<{ readonly workspaceId: string }>({
        id: 'test.place',
        payload: { type: 'object', required: ['workspaceId'], properties: { workspaceId: { type: 'string' } } },
        async run({ workspaceId: name }, attempt) {
          seen.push({ name, ...attempt });
        },
      }),
    );
  },
});

beforeAll(async () => {
  environment = await testDatabaseEnvironment();
  const { home, env } = environment;
  const plugins = ['plugins/core/database', 'plugins/workspace/workspaces', 'plugins/core/jobs'];
  kernel = await startTestKernel({ plugins, extra: [tasks], home, env });
  jobs = kernel.resolve(Jobs);
  database = kernel.resolve(Database);
});
afterAll(() => kernel.dispose().finally(() => environment.dispose()));
beforeEach(() => {
  seen = [];
});
afterEach(() => {
  run = async () => {};
});

const job = (name: string) => ({ task: 'test.note', payload: { name }, workspaceId });
const names = () => seen.map(({ name }) => name);
const waiting = async () =>
  (await runQuery<{ id: number }>(database, 'select id from graphile_worker._private_jobs')).length;

describe('a job', () => {
  it('is run once, with its payload and its workspace, and is gone then', async () => {
    await jobs.enqueue(job('one'));
    await expect.poll(() => seen).toMatchObject([{ name: 'one', workspaceId, attempt: 1 }]);
    await expect.poll(waiting).toBe(0);
  });

  it('is tried again when it fails', async () => {
    run = async (_, { attempt }) => {
      if (attempt === 1) throw new Error('not yet');
    };
    await jobs.enqueue(job('again'));
    await expect.poll(() => seen.map(({ attempt }) => attempt)).toEqual([1, 2]);
    await expect.poll(waiting).toBe(0);
  });

  it('is not run before its time', async () => {
    const runAt = new Date(Date.now() + 3_600_000);
    const id = await jobs.enqueue({ ...job('later'), runAt });
    await jobs.enqueue(job('now'));
    await expect.poll(names).toEqual(['now']);
    await runQuery(database, `delete from graphile_worker._private_jobs where id = ${id}`);
  });

  it('replaces one of its key that waits', async () => {
    const runAt = new Date(Date.now() + 3_600_000);
    await jobs.enqueue({ ...job('old'), runAt, key: 'k' });
    await jobs.enqueue({ ...job('foreign'), runAt, key: 'k', workspaceId: other });
    await jobs.enqueue({ ...job('new'), key: 'k' });
    await expect.poll(names).toEqual(['new']);
    await runQuery(database, `delete from graphile_worker._private_jobs`);
  });

  it('of no task, or with a payload that is not its task’s, is refused', async () => {
    await expect(jobs.enqueue({ ...job('x'), task: 'test.unknown' })).rejects.toMatchObject({
      code: 'jobs.unknown_task',
    });
    await expect(jobs.enqueue({ ...job('x'), payload: { nome: 'x' } })).rejects.toMatchObject({
      code: 'jobs.invalid_payload',
    });
  });
});

describe('attack T01: a job whose payload names another workspace than its own', () => {
  const place = (named: string, of: string | null) => ({
    task: 'test.place',
    payload: { workspaceId: named },
    workspaceId: of,
  });

  it('is refused when it is added', async () => {
    await expect(jobs.enqueue(place(other, workspaceId))).rejects.toMatchObject({ code: 'jobs.invalid_payload' });
    expect(() => jobs.entry(place(other, workspaceId))).toThrow(
      expect.objectContaining({ code: 'jobs.invalid_payload' }),
    );
  });

  it('is not run, should there be one all the same; one of the system may name any', async () => {
    await jobs.prepare();
    await runQuery(
      database,
      `select enqueue_job('test.place', '${workspaceId}', '{"workspaceId":"${other}"}'::json, null, 1, null)`,
    );
    await jobs.enqueue(place(workspaceId, workspaceId));
    await jobs.enqueue(place(other, null));
    const failed = async () => (await jobs.failed(workspaceId, { limit: 10 })).map(({ task: of }) => of);
    await expect.poll(failed).toContain('test.place');
    await expect.poll(() => seen.length).toBe(2);
    expect(seen.map(({ name, workspaceId: of }) => [name, of])).toEqual(
      expect.arrayContaining([
        [workspaceId, workspaceId],
        [other, null],
      ]),
    );
    await runQuery(database, `delete from graphile_worker._private_jobs`);
  });
});

describe('a job of a transaction', () => {
  it.each(['system', 'workspace'] as const)('of the %s becomes one with it', async (session) => {
    await jobs.prepare();
    const db = session === 'system' ? database.system() : database.workspace(workspaceId);
    await db.transaction().execute((within) => jobs.enqueue(job('committed'), { within }));
    const rollback = db.transaction().execute(async (within) => {
      await jobs.enqueue(job('rolled back'), { within });
      throw new Error('no');
    });
    await expect(rollback).rejects.toThrow('no');
    await jobs.enqueue(job('last'));
    await expect.poll(names).toEqual(['committed', 'last']);
  });

  it('of a workspace is that workspace’s', async () => {
    const foreign = database
      .workspace(other)
      .transaction()
      .execute((within) => jobs.enqueue(job('foreign'), { within }));
    await expect(foreign).rejects.toThrow(/another/);
  });

  it('is committed with the rows of group commit', async () => {
    await kernel.resolve(GroupCommit).add([jobs.entry(job('a')), jobs.entry(job('b'))]);
    await expect.poll(() => names().sort()).toEqual(['a', 'b']);
  });
});

describe('a job whose attempts are used up', () => {
  it('is shown to its workspace, and can be tried again', async () => {
    run = async () => {
      throw new Error('the server is down');
    };
    const id = await jobs.enqueue({ ...job('dead'), maxAttempts: 1 });
    const failed = () => jobs.failed(workspaceId, { limit: 10 });
    await expect
      .poll(failed)
      .toMatchObject([{ id, task: 'test.note', payload: { name: 'dead' }, attempts: 1, error: 'the server is down' }]);
    expect(await jobs.failed(workspaceId, { limit: 10, before: id })).toEqual([]);
    expect(await jobs.failed(other, { limit: 10 })).toEqual([]);
    await expect(jobs.retry(other, id)).rejects.toMatchObject({ code: 'jobs.not_found' });
    run = async () => {};
    await jobs.retry(workspaceId, id);
    await expect.poll(names).toEqual(['dead', 'dead']);
    await expect.poll(failed).toEqual([]);
  });

  it('attack T01: can be removed, by its workspace only', async () => {
    run = async () => {
      throw new Error('gone for good');
    };
    const id = await jobs.enqueue({ ...job('dropped'), maxAttempts: 1 });
    const failed = () => jobs.failed(workspaceId, { limit: 10 });
    await expect.poll(failed).toMatchObject([{ id }]);
    await expect(jobs.drop(other, id)).rejects.toMatchObject({ code: 'jobs.not_found' });
    await jobs.drop(workspaceId, id);
    expect(await failed()).toEqual([]);
    await expect(jobs.drop(workspaceId, id)).rejects.toMatchObject({ code: 'jobs.not_found' });
    run = async () => {};
  });
});

describe('the tables of the queue', () => {
  it('can not be reached by a session of a workspace', async () => {
    const [rights] = await runQuery(
      database,
      `select has_schema_privilege('weft_app', 'graphile_worker', 'usage') as schema,
         has_table_privilege('weft_app', 'graphile_worker._private_jobs', 'select') as jobs,
         has_table_privilege('weft_app', 'job_workers', 'select') as workers`,
    );
    expect(rights).toEqual({ schema: false, jobs: false, workers: false });
  });
});

describe('many jobs', () => {
  it('are each run once', async () => {
    const expected = Array.from({ length: 200 }, (_, index) => `job ${index}`);
    await kernel.resolve(GroupCommit).add(expected.map((name) => jobs.entry(job(name))));
    await expect.poll(() => seen.length).toBe(200);
    await expect.poll(waiting).toBe(0);
    expect(new Set(names())).toEqual(new Set(expected));
  });
});

describe.skipIf(inject('testDatabaseUrl') === '')('a server that ends all connections', () => {
  it('in the middle of jobs costs none of them', { timeout: 60_000 }, async () => {
    const expected = Array.from({ length: 30 }, (_, index) => `cut off ${index}`);
    run = () => new Promise((resolve) => setTimeout(resolve, 100));
    await kernel.resolve(GroupCommit).add(expected.map((name) => jobs.entry(job(name))));
    await expect.poll(() => seen.length).toBeGreaterThan(0);
    const end = `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`;
    await runQuery(database, end);
    await expect.poll(waiting, { timeout: 40_000 }).toBe(0);
    expect(new Set(names())).toEqual(new Set(expected));
    await expect
      .poll(() =>
        jobs.enqueue(job('afterwards')).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
    await expect.poll(names).toContain('afterwards');
  });
});
