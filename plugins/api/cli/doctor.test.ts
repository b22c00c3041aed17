import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '#kernel/testing/temporary-folder.ts';
import type { Schemas } from '#plugins/commands/contract.ts';
import { withDatabase } from '#plugins/database/testing/open-environment.ts';
import { runQuery } from '#plugins/database/testing/run-query.ts';
import { serverQuery } from '#plugins/database/testing/server-query.ts';
import { type TestDatabaseEnvironment, testDatabaseEnvironment } from '#plugins/database/testing/test-database.ts';
import { killLeftovers, startServer } from '#plugins/runs/testing/server-process.ts';
import { runCommandLine } from './main.ts';
import { scriptedTerminal } from './testing/scripted-terminal.ts';

/** Nobody listens there. */
const noServer = 'http://127.0.0.1:1';

let environment: TestDatabaseEnvironment;
beforeEach(async () => {
  environment = await testDatabaseEnvironment();
});
afterEach(async () => {
  await killLeftovers();
  await environment.dispose();
});

/** `weft doctor`, with the settings that a server would have. */
async function doctor(argv: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const { home } = environment;
  const settings = { WEFT_URL: noServer, PORT: '0', HOST: '127.0.0.1', ...environment.env, ...env };
  const terminal = scriptedTerminal({ env: settings, directory: home });
  const code = await runCommandLine(['doctor', '--json', ...argv], terminal);
  const text = terminal.written();
  if (text === '') throw new Error(terminal.complaints());
  const health = JSON.parse(text) as Schemas['InstallationHealth'];
  return { code, health, find: (id: string) => health.data.find((check) => check.id === id) };
}

/** All there is in the data folder, with times and rights. */
async function contents(folder: string): Promise<Record<string, string>> {
  const names = await readdir(folder, { recursive: true });
  const entries = names.sort().map(async (name) => {
    const found = await stat(join(folder, name));
    const text = found.isFile() ? (await readFile(join(folder, name))).toString('base64') : '';
    return [name, `${found.mode} ${found.mtimeMs} ${text}`] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

describe('weft doctor, where no server answers', () => {
  it('says so, tells whether a start would succeed, and changes nothing', async () => {
    await writeFile(join(environment.home, 'secret.key'), `${randomBytes(32).toString('base64')}\n`, { mode: 0o644 });
    const before = await contents(environment.home);
    const away = await doctor([]);
    expect(away.code).toBe(1);
    expect(away.health.data[0]).toMatchObject({
      id: 'server',
      state: 'failed',
      next: expect.stringContaining('npm start'),
    });
    expect(away.health.data.filter(({ state }) => state === 'failed')).toHaveLength(1);
    const local = await doctor(['--local']);
    expect(local.code, JSON.stringify(local.health)).toBe(0);
    for (const id of [
      'database',
      'database.clock',
      'database.pooler',
      'database.version',
      'database.isolation',
      'health.home',
    ])
      expect(local.find(id)).toMatchObject({ state: 'ok' });
    expect(await contents(environment.home)).toEqual(before);
  }, 120_000);

  it('says that something else answers in its place, and looks at what a start would find', async () => {
    const other = createHttpServer((_, response) => response.end('hi')).listen(0, '127.0.0.1');
    onTestFinished(() => void other.close());
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const { code, find } = await doctor([], { WEFT_URL: `http://127.0.0.1:${port}`, PORT: String(port) });
    expect(code).toBe(1);
    expect(find('server')).toMatchObject({ code: 'not_weft', next: expect.stringContaining('free port') });
    expect(find('http.port')).toMatchObject({ state: 'failed', next: expect.stringContaining('PORT') });
  }, 120_000);

  it('tells a server of another data folder from its own', async () => {
    const server = await startServer(environment.env);
    const { port } = new URL(server.address);
    const others = { WEFT_HOME: join(await temporaryFolder(), 'data'), DATABASE_URL: '' };
    await mkdir(others.WEFT_HOME);
    await writeFile(join(others.WEFT_HOME, 'management-token'), 'wmt-another', { mode: 0o600 });
    const { code, find } = await doctor([], { WEFT_URL: server.address, PORT: port, ...others });
    expect(code).toBe(1);
    expect(find('server')).toMatchObject({ code: 'unauthorized', next: expect.stringContaining('free port') });
    expect(find('http.port')).toMatchObject({ state: 'failed' });
  }, 120_000);

  it('makes no data folder', async () => {
    const home = join(await temporaryFolder(), 'data');
    const { code, find } = await doctor(['--local'], { WEFT_HOME: home, DATABASE_URL: '' });
    expect(code).toBe(0);
    expect(find('database')).toMatchObject({ state: 'ok', summary: expect.stringContaining('first start') });
    await expect(stat(home)).rejects.toMatchObject({ code: 'ENOENT' });
  }, 60_000);

  it('names a database that is away, and all else that is wrong besides', async () => {
    const { code, find } = await doctor(['--local'], {
      DATABASE_URL: 'postgres://weft:hidden@127.0.0.1:1/weft',
      WEFT_EGRESS_ALLOW: 'a/b/c',
      SMTP_URL: 'mail.example.com',
      WEFT_LOG_LEVEL: 'info',
      WEFT_JOB_CONCURRENCY: 'many',
    });
    expect(code).toBe(1);
    expect(find('database')).toMatchObject({
      code: 'database.unreachable',
      summary: expect.stringContaining('ECONNREFUSED'),
      next: expect.stringContaining('DATABASE_URL'),
    });
    expect(find('egress')).toMatchObject({ state: 'failed', code: 'egress.invalid_allow_list' });
    expect(find('mail')).toMatchObject({ state: 'failed', code: 'mail.invalid_url' });
    expect(find('jobs.start')).toMatchObject({ summary: expect.stringContaining('WEFT_JOB_CONCURRENCY') });
  }, 60_000);

  it('names a port that is taken, and a folder that is none', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as { port: number };
    const taken = await doctor(['--local'], { PORT: String(port) });
    expect(taken.code).toBe(1);
    expect(taken.find('http.port')).toMatchObject({ code: 'http.port_in_use', next: expect.stringContaining('PORT') });
    const home = join(environment.home, 'a-file');
    await writeFile(home, '');
    const { code, health } = await doctor(['--local'], { WEFT_HOME: home, DATABASE_URL: '' });
    expect(code).toBe(1);
    expect(health.data[0]).toMatchObject({
      summary: expect.stringContaining(home),
      next: expect.stringContaining('WEFT_HOME'),
    });
  }, 120_000);

  it('names a master key that is lost', async () => {
    await withDatabase(environment, (database) =>
      runQuery(database, "insert into master_keys (key_id) values ('0123456789ab')"),
    );
    const { code, find } = await doctor(['--local']);
    expect(code).toBe(1);
    expect(find('key-rotation')).toMatchObject({ state: 'failed', code: 'key-rotation.other_key' });
    expect(find('key-rotation')?.next).toContain('WEFT_LOST_SECRET_KEYS=0123456789ab');
    const given = await doctor(['--local'], { WEFT_LOST_SECRET_KEYS: '0123456789ab' });
    expect(given.code).toBe(0);
    expect(given.find('key-rotation')).toMatchObject({ state: 'warning', code: 'key-rotation.lost_key' });
    expect((await doctor(['--local'], { WEFT_SECRET_KEY: 'guess' })).find('secrets.start')).toMatchObject({
      code: 'secrets.weak_key',
    });
  }, 120_000);

  it('names a database of a newer version', async () => {
    await withDatabase(environment, (database) =>
      runQuery(database, "insert into kysely_migration (name, timestamp) values ('runs/9999-x', now()::text)"),
    );
    const { code, find } = await doctor(['--local']);
    expect(code).toBe(1);
    expect(find('database.version')).toMatchObject({ state: 'failed', code: 'database.newer' });
    const allowed = await doctor(['--local'], { DATABASE_ALLOW_NEWER: 'true' });
    expect(allowed.code).toBe(0);
    expect(allowed.find('database.version')).toMatchObject({ state: 'warning' });
  }, 120_000);

  it('looks at no settings of this machine for a server that is elsewhere', async () => {
    await expect(doctor([], { WEFT_URL: 'http://weft.invalid' })).rejects.toThrow('No server answers');
  });
});

it('asks the server that runs, and tells from outside that its data folder is in use', async () => {
  const server = await startServer(environment.env);
  const asked = await doctor([], { WEFT_URL: server.address });
  expect(asked.find('engine.threads')).toMatchObject({ state: 'ok' });
  expect(asked.find('server')).toBeUndefined();
  // What one server has, another that starts beside it can't have.
  const { code, find } = await doctor(['--local']);
  expect(code).toBe(1);
  expect(find('database')).toMatchObject({ state: 'failed', code: 'database.folder_in_use' });
  await server.stop();
  expect((await doctor([], { WEFT_URL: server.address })).find('server')).toMatchObject({ code: 'unreachable' });
}, 120_000);

it.runIf(inject('testDatabaseUrl') !== '')(
  'looks itself where the server that runs has lost its database',
  async () => {
    const url = environment.env.DATABASE_URL ?? '';
    const name = new URL(url).pathname.slice(1);
    const server = await startServer(environment.env);
    // It listens before it has started whole: one that loses its database in between has not started.
    await expect.poll(async () => (await fetch(`${server.address}/readyz`)).status, { timeout: 60_000 }).toBe(200);
    const administer = (statement: string) => serverQuery(inject('testDatabaseUrl'), statement);
    await administer(`alter database "${name}" allow_connections false`);
    try {
      await administer(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
      const { code, find } = await doctor([], { WEFT_URL: server.address });
      expect(code).toBe(1);
      // The whole check: where it differs, its summary says what the client met.
      expect(find('server')).toEqual({
        id: 'server',
        title: 'Server',
        state: 'failed',
        is_required: true,
        code: expect.stringMatching(/^(?:internal_server_error|service_unavailable)$/),
        summary: expect.any(String),
        next: expect.stringContaining('goes on by itself'),
        facts: {},
        elapsed_ms: 0,
      });
      expect(find('database')).toMatchObject({
        summary: expect.stringContaining('not currently accepting connections'),
      });
      // Its folder and its port are its own.
      expect(find('http.port')).toBeUndefined();
    } finally {
      await administer(`alter database "${name}" allow_connections true`);
    }
  },
  120_000,
);
