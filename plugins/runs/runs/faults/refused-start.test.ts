import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '#kernel/testing/temporary-folder.ts';
import { testDatabaseEnvironment } from '#plugins/database/testing/test-database.ts';
import { killLeftovers, runServer, startServer } from '#plugins/runs/testing/server-process.ts';

afterEach(killLeftovers);

/** A database with all migrations, so that the refusal and not the first start is waited for. */
async function environment() {
  const made = await testDatabaseEnvironment();
  onTestFinished(() => made.dispose());
  return made;
}

/** Text for people: no stack, no class names, no dumped objects. */
const stackTrace = /\n\s+at |node:internal|\[object |"stack"/;

/** PostgreSQL's ErrorResponse to a client that asks for a database that is not there. */
const fields = ['SFATAL', 'C3D000', 'Mdatabase "nowhere" does not exist', ''].map((field) => `${field}\0`).join('');
const refusal = Buffer.alloc(5 + fields.length);
refusal.write('E');
refusal.writeInt32BE(4 + fields.length, 1);
refusal.write(fields, 5);

describe('a server that can not start', () => {
  it('because another one uses its data folder names the folder and the process', { timeout: 60_000 }, async () => {
    const { home, env } = await environment();
    const first = await startServer(env);
    const second = await runServer(env);
    expect(second.code).toBe(1);
    expect(second.output).toContain(`The data folder ${home} is used by process ${first.pid}.`);
    expect(second.output).not.toMatch(stackTrace);
    expect((await fetch(`${first.address}/readyz`)).status).toBe(200);
    expect((await first.stop()).code).toBe(0);
  });

  it('because its port is taken names the port', { timeout: 60_000 }, async () => {
    const other = createServer().listen(0);
    onTestFinished(() => void other.close());
    await once(other, 'listening');
    const bound = other.address();
    const port = typeof bound === 'object' ? String(bound?.port) : '';
    const end = await runServer({ ...(await environment()).env, PORT: port });
    expect(end.code).toBe(1);
    expect(end.output).toContain(`Another program already listens on port ${port}`);
    expect(end.output).not.toMatch(stackTrace);
  });

  const wrongFiles = [
    { text: '{"http":{"prot":80}}', says: '"http.prot" is not a known setting; did you mean "port"?' },
    { text: '{"htpp":{"port":80}}', says: '"htpp" is no plugin; did you mean "http"?' },
    { text: '{"http":', says: 'weft.json is not valid JSON' },
  ];
  it.each(wrongFiles)(
    'because of $text in weft.json says what is meant',
    { timeout: 60_000 },
    async ({ text, says }) => {
      const { home, env } = await environment();
      await writeFile(join(home, 'weft.json'), text);
      const end = await runServer(env);
      expect(end.code).toBe(1);
      expect(end.output).toContain(says);
      expect(end.output).toContain(join(home, 'weft.json'));
      expect(end.output).not.toMatch(stackTrace);
    },
  );

  it('because DATABASE_URL is no address says what one looks like', { timeout: 60_000 }, async () => {
    const end = await runServer({ WEFT_HOME: await temporaryFolder(), DATABASE_URL: 'localhost:5432/canary' });
    expect(end.code).toBe(1);
    expect(end.output).toContain('DATABASE_URL is not the address of a PostgreSQL server; one looks like postgres://');
    expect(end.output).not.toMatch(stackTrace);
    expect(end.output).not.toContain('canary');
  });

  it('because the PostgreSQL server refuses it repeats why', { timeout: 60_000 }, async () => {
    const server = createServer((socket) => socket.once('data', () => socket.end(refusal))).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const bound = server.address();
    const url = `postgres://me:canary@127.0.0.1:${typeof bound === 'object' ? bound?.port : ''}/nowhere`;
    const end = await runServer({ WEFT_HOME: await temporaryFolder(), DATABASE_URL: url });
    expect(end.code).toBe(1);
    expect(end.output).toMatch(
      /The database can't be opened: database "nowhere" does not exist\. .*correct its name in DATABASE_URL/,
    );
    expect(end.output).not.toMatch(stackTrace);
    expect(end.output).not.toContain('canary');
  });

  it('because WEFT_SECRET_KEY is weak says how to make one', { timeout: 60_000 }, async () => {
    const key = 'hunter2hunter2hunter2';
    const end = await runServer({ ...(await environment()).env, WEFT_SECRET_KEY: key });
    expect(end.code).toBe(1);
    expect(end.output).toMatch(/The key in WEFT_SECRET_KEY is not 32 random bytes.*openssl rand/);
    expect(end.output).not.toContain(key);
    expect(end.output).not.toMatch(stackTrace);
  });
});
