import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, inject, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '#kernel/testing/temporary-folder.ts';
import { freshDatabase } from '#plugins/database/testing/fresh-database.ts';
import { endWaiting, lockTables, waitingFor } from '#plugins/database/testing/locked-tables.ts';
import { readRows } from '#plugins/database/testing/read-rows.ts';
import { testDatabaseEnvironment } from '#plugins/database/testing/test-database.ts';
import { killLeftovers, runServer, startServer } from '#plugins/runs/testing/server-process.ts';

const runShell = promisify(execFile);

afterEach(killLeftovers);

interface Counts {
  readonly workspaces: number;
  readonly apps: number;
  readonly names: number;
}

/** The two commands, as they stand in the terminal, ready to be pasted. */
function printedCommands(output: string): string[] {
  return [...output.matchAll(/^ {2}curl (?:.*\\\n)+.*$/gm)].map(([command]) => command);
}

async function permissionsOf(path: string): Promise<string> {
  return ((await stat(path)).mode & 0o777).toString(8);
}

describe('the first start', () => {
  it('prints two commands that work as they are, and later starts print no secret', { timeout: 120_000 }, async () => {
    const home = join(await temporaryFolder(), 'data');
    const env = { WEFT_HOME: home, ...(await freshDatabase()) };
    const first = await startServer(env);
    await expect.poll(() => first.output()).toContain('keys are shown once');
    const output = first.output();
    expect(output).toContain(`${first.address}/docs/api`);
    expect(output).toContain('npx weft owner claim');
    expect(output).not.toMatch(/^(failed|skipped) /m);

    const [workflow = '', chat = ''] = printedCommands(output);
    const answer = await runShell('bash', ['-c', workflow]);
    expect(JSON.parse(answer.stdout)).toMatchObject({
      data: { status: 'succeeded', outputs: { greeting: expect.stringMatching(/Ada/) } },
    });
    const stream = await runShell('bash', ['-c', chat]);
    expect(stream.stdout).toMatch(/"event":"message"[\s\S]*"event":"message_end"[\s\S]*"event":"workflow_finished"/);

    const token = (await readFile(join(home, 'management-token'), 'utf8')).trim();
    const secretKey = (await readFile(join(home, 'secret.key'), 'utf8')).trim();
    const keys = [...output.matchAll(/app-\w{24}/g)].map(([key]) => key);
    expect(keys).toHaveLength(2);
    expect(output).not.toContain(token);
    expect(output).not.toContain(secretKey);
    expect(await permissionsOf(home)).toBe('700');
    expect(await permissionsOf(join(home, 'management-token'))).toBe('600');
    expect(await permissionsOf(join(home, 'secret.key'))).toBe('600');
    expect((await first.stop()).code).toBe(0);

    const later = await startServer(env);
    await expect.poll(() => later.output()).toContain('all commands: ');
    for (const secret of [token, secretKey, ...keys]) expect(later.output()).not.toContain(secret);
    expect(later.output()).not.toMatch(/app-\w{24}|mgmt-\w{10}/);
    expect((await later.stop()).code).toBe(0);
    process.stdout.write(
      `first start ${Math.round(first.startMs)} ms, later start ${Math.round(later.startMs)} ms to the greeting\n`,
    );
  });

  it.skipIf(inject('testDatabaseUrl') === '')(
    'of two processes on one empty database makes one workspace, and each app once',
    { timeout: 120_000 },
    async () => {
      const database = await freshDatabase();
      const folders = await Promise.all([temporaryFolder(), temporaryFolder()]);
      const key = { WEFT_SECRET_KEY: randomBytes(32).toString('base64') };
      const both = await Promise.all(folders.map((home) => startServer({ WEFT_HOME: home, ...key, ...database })));
      const shown = () => both.map((server) => printedCommands(server.output()).length);
      await expect.poll(() => shown().toSorted()).toEqual([0, 2]);
      await Promise.all(both.map((server) => server.stop()));
      const query = `
        select (select count(*)::int from workspaces) as workspaces,
          (select count(*)::int from apps) as apps, (select count(distinct name)::int from apps) as names`;
      const home = await temporaryFolder();
      const rows = await readRows<Counts>({ home, env: database, dispose: async () => {} }, query);
      expect(rows).toEqual([{ workspaces: 1, apps: rows[0]?.names, names: expect.any(Number) }]);
      expect(rows[0]?.apps).toBeGreaterThan(1);
    },
  );

  it.skipIf(inject('testDatabaseUrl') === '')(
    'is not ready before the first workspace is there, and waits for a database that goes away meanwhile',
    { timeout: 60_000 },
    async () => {
      const made = await testDatabaseEnvironment();
      onTestFinished(() => made.dispose());
      const url = made.env.DATABASE_URL ?? '';
      const unlock = await lockTables(url, ['apps']);
      const server = runServer(made.env, async ({ child, printed }) => {
        const address = await printed(/"address":"(http:[^"]+)"/);
        const readiness = async () => {
          const answer = await fetch(`${address}/readyz`);
          return [answer.status, ((await answer.json()) as { status: string }).status];
        };
        await expect.poll(() => waitingFor(url, 'apps')).toBeGreaterThan(0);
        expect(await readiness()).toEqual([503, 'starting']);
        await endWaiting(url, 'apps');
        await expect.poll(() => waitingFor(url, 'apps')).toBeGreaterThan(0);
        expect(await readiness()).toEqual([503, 'starting']);
        await unlock();
        await printed(/(keys are shown once)/);
        await expect.poll(readiness).toEqual([200, 'ok']);
        child.kill('SIGTERM');
      });
      expect(await server).toMatchObject({ code: 0 });
    },
  );

  it('is made up for when the port was taken at the first attempt', { timeout: 60_000 }, async () => {
    const home = await temporaryFolder();
    const env = { WEFT_HOME: home, ...(await freshDatabase()) };
    const other = createServer().listen(0);
    onTestFinished(() => void other.close());
    await once(other, 'listening');
    const bound = other.address();
    const refused = await runServer({ ...env, PORT: typeof bound === 'object' ? String(bound?.port) : '' });
    expect(refused).toMatchObject({
      code: 1,
      output: expect.stringMatching(/Another program already listens on port \d+/),
    });
    const second = await startServer(env);
    await expect.poll(() => second.output()).toContain('keys are shown once');
    expect(printedCommands(second.output())).toHaveLength(2);
  });

  it('that was killed before it showed its keys is done again', { timeout: 90_000 }, async () => {
    const home = await temporaryFolder();
    const env = { WEFT_HOME: home, ...(await freshDatabase()) };
    const first = await startServer(env);
    await first.kill();
    // What such a start leaves behind: apps, and the mark that nobody has seen their keys.
    await writeFile(join(home, 'first-start'), '');
    const second = await startServer(env);
    await expect.poll(() => second.output()).toContain('keys are shown once');
    const commands = printedCommands(second.output());
    expect(commands).toHaveLength(2);
    const answer = await runShell('bash', ['-c', commands[0] ?? '']);
    expect(JSON.parse(answer.stdout)).toMatchObject({ data: { status: 'succeeded' } });
  });
});
