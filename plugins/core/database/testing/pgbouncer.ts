import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A PgBouncer of a test's own before the test server. */
export interface TestBouncer {
  /** The address of a database of the server, through it. */
  through(url: string): string;
  stop(): Promise<void>;
}

/**
 * Starts one with two connections to the server for each database, so that whoever asks gets what somebody else had before. It may not
 * be there at once: a database that is opened waits for it.
 */
export async function startBouncer(
  program: string,
  server: string,
  mode: 'session' | 'transaction' | 'statement',
): Promise<TestBouncer> {
  const { hostname, port, username, password } = new URL(server);
  const folder = mkdtempSync(join(tmpdir(), 'weft-test-'));
  const own = await freePort();
  const secret = password === '' ? '' : ` password=${decodeURIComponent(password)}`;
  const settings = [
    '[databases]',
    `* = host=${hostname} port=${port === '' ? 5432 : port} user=${decodeURIComponent(username)}${secret}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${own}`,
    'unix_socket_dir =',
    'auth_type = any',
    `pool_mode = ${mode}`,
    // Of a session each connection takes one of the server's for as long as it is open.
    `default_pool_size = ${mode === 'session' ? 40 : 2}`,
  ];
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(file, `${settings.join('\n')}\n`, { mode: 0o644 });
  // It refuses to run as root, and reads its settings as whom it becomes.
  const child = spawn(program, isRoot() ? ['-u', 'nobody', file] : [file], { stdio: 'ignore', cwd: '/' });
  const ended = once(child, 'exit');
  return {
    through(url) {
      const address = new URL(url);
      address.host = `127.0.0.1:${own}`;
      address.username ||= 'postgres';
      return address.href;
    },
    async stop() {
      end(child);
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}

function end(child: ChildProcess): void {
  if (child.exitCode === null) child.kill('SIGKILL');
}

async function freePort(): Promise<number> {
  const listening = createServer().listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const address = listening.address();
  listening.close();
  await once(listening, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}
