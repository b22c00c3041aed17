import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Environment } from '#kernel';

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
  /** Seconds of processor time it has used, over all its threads. */
  processorTime(): Promise<number>;
  /** Imports and publishes a document; returns a key that calls it. */
  publish(yaml: string): Promise<string>;
  /** What the console takes for everything. */
  managementToken(): Promise<string>;
  /** Points the provider the documents name at a model server. */
  useModels(origin: string): Promise<void>;
  /** Sets what the owner of the app of a key allows it. */
  limit(key: string, limits: Readonly<Record<string, number>>): Promise<void>;
  /** Lets clients of MCP call the app of a key, as a tool of this name; gives its id. */
  serve(key: string, name: string): Promise<string>;
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
  // Supervised over a channel: it stops when the bench is gone, however that went. Such a process can't begin again by
  // itself; flags and the allocator's setting are those kernel/bin gives it.
  const child = spawn(process.execPath, ['--max-semi-space-size=16', start, '--supervised'], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      ...options.environment,
      DATABASE_URL: options.database ?? '',
      WEFT_HOME: options.home,
      PORT: String(port),
      HOST: '127.0.0.1',
      // The bench's own model server is on this machine.
      WEFT_EGRESS_ALLOW: '127.0.0.1',
      MALLOC_MMAP_THRESHOLD_: '131072',
      MALLOC_ARENA_MAX: '2',
      ...options.extra,
    },
  });
  await untilReady(child, origin);
  const startMs = performance.now() - startedAt;
  const managementToken = async () => (await readFile(join(options.home, 'management-token'), 'utf8')).trim();
  const manage = async (method: string, path: string, body: unknown): Promise<unknown> => {
    const headers = { authorization: `Bearer ${await managementToken()}`, 'content-type': 'application/json' };
    const answer = await fetch(`${origin}/console/api${path}`, { method, headers, body: JSON.stringify(body) });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
    return JSON.parse(text);
  };
  const apps = new Map<string, string>();
  return {
    origin,
    startMs,
    memory: () => residentMemory(child.pid ?? 0),
    processorTime: () => processorTime(child.pid ?? 0),
    async publish(yaml) {
      const made = await manage('POST', '/apps/import', { yaml, publish: true, key_name: 'bench' });
      const { app, api_key: key } = made as { app: { id: string }; api_key: string };
      apps.set(key, app.id);
      return key;
    },
    async limit(key, limits) {
      await manage('PATCH', `/apps/${apps.get(key)}/limits`, { app: limits });
    },
    managementToken,
    async serve(key, name) {
      const appId = apps.get(key) ?? '';
      await manage('PATCH', `/apps/${appId}/mcp`, { enabled: true, name });
      return appId;
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

/** Linux only, where the kernel counts in hundredths; NaN elsewhere. */
async function processorTime(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // After the name, which may hold anything, the 12th and 13th field: user and system time.
  const fields = status.slice(status.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11] ?? Number.NaN) + Number(fields[12] ?? Number.NaN)) / 100;
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      probe.close(() => resolve(port));
    });
    probe.on('error', reject);
  });
}
