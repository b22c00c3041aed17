import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { HealthFinding, Logger } from '#kernel';
import { temporaryFolder } from '#kernel/testing/temporary-folder.ts';
import { findOpenTables, isolationHealthCheck } from './isolation-check.ts';
import { type OpenedDatabase, openDatabase } from './open-database.ts';
import { runQuery } from './testing/run-query.ts';
import { silentLogger } from './testing/silent-logger.ts';
import { type TestDatabaseEnvironment, testDatabaseEnvironment } from './testing/test-database.ts';

let environment: TestDatabaseEnvironment;
let opened: OpenedDatabase;
const warnings: string[] = [];
const logger: Logger = { ...silentLogger, warn: (_fields, message = '') => warnings.push(message) };

/** As a process starts on it. */
async function start(home = environment.home): Promise<OpenedDatabase> {
  const started = await openDatabase({ home, url: environment.env.DATABASE_URL ?? '', poolSize: 2, logger });
  try {
    await started.ready;
    return started;
  } catch (error) {
    await started.close();
    throw error;
  }
}

async function restart(): Promise<void> {
  await opened.close();
  opened = await start();
}

beforeAll(async () => {
  environment = await testDatabaseEnvironment();
  opened = await start();
});
afterEach(() => warnings.splice(0));
afterAll(async () => {
  await opened.close();
  await environment.dispose();
});

const look = () =>
  isolationHealthCheck(() => findOpenTables(opened.database.system())).check(AbortSignal.timeout(5_000));
const next = (finding: HealthFinding) => (finding.state === 'ok' ? '' : finding.next);

async function run(...statements: string[]): Promise<void> {
  for (const statement of statements) await runQuery(opened.database, statement);
}

describe('a table that no migration made', () => {
  it.each([
    ['has a column named as ours', ['create table strangers (id integer, workspace_id uuid)']],
    ['everyone may read', ['create table strangers (id integer)', 'grant select on strangers to public']],
  ])('is told of with the next step, and refuses no start: one that %s', async (_what, statements) => {
    await run(...statements);
    await restart();
    expect(warnings.join()).toMatch(/No migration of Weft made these tables.*: strangers\./);
    const finding = await look();
    expect(finding).toMatchObject({ state: 'warning', code: 'database.foreign_tables' });
    await run(...(/create schema .*;/.exec(next(finding))?.[0] ?? '').split(/(?<=;) /));
    expect(await look()).toMatchObject({ state: 'ok' });
    await run('drop table other.strangers');
  });

  it('is not told of where workspaces can not reach it', async () => {
    await run('create table recipes (id integer)');
    await restart();
    expect(await look()).toMatchObject({ state: 'ok' });
    expect(warnings).toEqual([]);
  });
});

describe('a table of ours without row-level security', () => {
  it.each(['disable', 'no force'])('refuses the start, and is healed by what the check says: %s', async (off) => {
    await run(`alter table end_users ${off} row level security`);
    const finding = await look();
    expect(finding).toMatchObject({ state: 'failed', code: 'database.table_not_isolated' });
    const refusal = { code: 'database.table_not_isolated', message: expect.stringContaining('workspace: end_users.') };
    await expect(opened.migrate([])).rejects.toMatchObject(refusal);
    // On a server another process may start beside this one.
    if (environment.env.DATABASE_URL !== undefined)
      await expect(start(await temporaryFolder())).rejects.toMatchObject(refusal);
    await run(/alter table .*;/.exec(next(finding))?.[0] ?? '');
    await restart();
    expect(await look()).toMatchObject({ state: 'ok' });
  });
});
