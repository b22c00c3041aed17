import { chmodSync, existsSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Connections, connectPglite } from './connections.ts';
import { PgliteServer } from './pglite-server.ts';
import { systemSession, workspaceSession } from './session.ts';
import { bufferMb } from './testing/buffers.ts';
import { freshHome, prepareFolder } from './testing/prepared-folder.ts';
import { silentLogger } from './testing/silent-logger.ts';

let home = '';
let server: PgliteServer;
let connections: Connections;

beforeEach(async () => {
  home = await freshHome();
  await prepareFolder(home);
  server = new PgliteServer({ folder: join(home, 'postgres'), bufferMb });
  connections = connectPglite(server, silentLogger);
});
afterEach(async () => {
  await connections.close();
  rmSync(home, { recursive: true, force: true });
});

async function run(statement: string, session = systemSession): Promise<unknown[]> {
  const lease = await connections.acquire(session);
  let isBroken = true;
  try {
    const { rows } = await lease.client.query(statement);
    isBroken = false;
    return rows;
  } finally {
    lease.release(isBroken);
  }
}

describe('PGlite in its thread', () => {
  it('closes its folder and its files to other users, also those that were open', async () => {
    chmodSync(join(home, 'postgres'), 0o777);
    chmodSync(join(home, 'postgres', 'global', 'pg_control'), 0o666);
    chmodSync(join(home, 'postgres', 'PG_VERSION'), 0o666);
    await run('select 1');
    expect(statSync(join(home, 'postgres')).mode & 0o777).toBe(0o700);
    for (const file of ['global/pg_control', 'PG_VERSION']) {
      expect(statSync(join(home, 'postgres', file)).mode & 0o777).toBe(0o600);
    }
  });

  it('is opened again, with what was committed, after it died under a query', async () => {
    await run('create table kept (id integer)');
    await run('insert into kept values (1)');
    const dying = run('select pg_sleep(0.2), * from kept');
    await server.kill();
    await expect(dying).rejects.toThrow(/database thread ended|Connection terminated/);
    expect(await run('select * from kept')).toEqual([{ id: 1 }]);
  });

  it('hands a new connection neither the role nor the transaction of a broken one', async () => {
    const session = workspaceSession('0198c5a0-0000-7000-8000-000000000001');
    const lease = await connections.acquire(session);
    await lease.client.query('begin');
    lease.release(true);
    expect(await run('select current_user::text as role, now() < clock_timestamp() as "isNew"')).toEqual([
      { role: 'postgres', isNew: true },
    ]);
    const [state] = await run(`select nullif(current_setting('weft.workspace_id', true), '') as workspace`);
    expect(state).toEqual({ workspace: null });
  });

  it('makes the folder anew when the first start died half-way', { timeout: 120_000 }, async () => {
    rmSync(join(home, 'postgres', 'global'), { recursive: true });
    writeFileSync(join(home, 'postgres.initializing.tmp'), '');
    expect(await run('select 1 as one')).toEqual([{ one: 1 }]);
    expect(existsSync(join(home, 'postgres.initializing.tmp'))).toBe(false);
  });

  it('refuses a folder of another version of Postgres and names the remedy', async () => {
    writeFileSync(join(home, 'postgres', 'PG_VERSION'), '17\n');
    await expect(run('select 1')).rejects.toThrow(/was written by PostgreSQL 17; this release reads 18.*pg_dump/);
  });

  it('says which folder can not be opened', async () => {
    rmSync(join(home, 'postgres', 'global'), { recursive: true });
    await expect(run('select 1')).rejects.toThrow(`The database in ${join(home, 'postgres')} failed`);
  });
});
