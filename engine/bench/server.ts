import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Environment } from '../../kernel/index.ts';

const start = fileURLToPath(new URL('../../kernel/bin/start.mjs', import.meta.url));
const longestStart = 60_000;

export interface ServerOptions {
  /** The environment of the bench; the server's is this without a database, plus what is measured. */
  readonly environment: Environment;
  /** PostgreSQL address; undefined = PGlite in the data folder. */
  readonly database: string | undefined;
  /** Data folder; it stays with the caller. */
  readonly home: string;
  readonly extra?: Environment;
}

/** The platform in a process of its own, as `npm start` starts it, talked to over HTTP only. */
export interface Server {
  readonly origin: string;
  /** Milliseconds from starting the process to its first answer on `/readyz`. */
  readonly startMs: number;
  /** Resident memory of the process, in MB. */
  memory(): Promise<number>;
  /** Imports and publishes a document; returns a key that calls it. */
  publish(yaml: string): Promise<string>;
  /** Points the provider the documents name at a model server. */
  useModels(origin: string): Promise<void>;
  stop(): Promise<void>;
}

export async function makeHome(): Promise<{ readonly path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'weft-bench-'));
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 5 }) };
}

export async function startServer(options: ServerOptions): Promise<Server> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const startedAt = performance.now();
  // Supervised over a channel: it stops when the bench is gone, however that went.
  const child = spawn(process.execPath, [start, '--supervised'], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      ...options.environment,
      DATABASE_URL: options.database ?? '',
      WEFT_HOME: options.home,
      PORT: String(port),
      HOST: '127.0.0.1',
      // The bench's own model server is on this machine.
      WEFT_EGRESS_ALLOW: '127.0.0.1',
      ...options.extra,
    },
  });
  await untilReady(child, origin);
  const startMs = performance.now() - startedAt;
  const manage = async (method: string, path: string, body: unknown): Promise<unknown> => {
    const token = (await readFile(join(options.home, 'management-token'), 'utf8')).trim();
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const answer = await fetch(`${origin}/console/api${path}`, { method, headers, body: JSON.stringify(body) });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
    return JSON.parse(text);
  };
  return {
    origin,
    startMs,
    memory: () => residentMemory(child.pid ?? 0),
    async publish(yaml) {
      const made = await manage('POST', '/apps/import', { yaml, publish: true, key_name: 'bench' });
      return (made as { api_key: string }).api_key;
    },
    async useModels(models) {
      const credentials = { openai_api_key: 'bench', openai_api_base: `${models}/v1` };
      await manage('PUT', '/providers/openai', { credentials });
    },
    stop: () => stop(child),
  };
}

async function untilReady(child: ChildProcess, origin: string): Promise<void> {
  const deadline = performance.now() + longestStart;
  while (performance.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode} while starting.`);
    const isReady = await fetch(`${origin}/readyz`).then(
      async (answer) => {
        await answer.arrayBuffer();
        return answer.ok;
      },
      () => false,
    );
    if (isReady) return;
    await pause(5);
  }
  await stop(child);
  throw new Error(`The server was not ready after ${longestStart / 1000} s.`);
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await ended;
  clearTimeout(timer);
}

/** Linux only; NaN elsewhere. */
async function residentMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      probe.close(() => resolve(port));
    });
    probe.on('error', reject);
  });
}
