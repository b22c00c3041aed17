import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fromJson, isMapping } from '#engine/run/values/value.ts';
import type { Environment } from '#kernel';

const start = fileURLToPath(new URL('../../kernel/bin/start.mjs', import.meta.url));
const longestStartMs = 90_000;

export interface PlatformProcess {
  readonly origin: string;
  readonly token: string;
  /** Lines the server logged as errors, and how it ended when it did. */
  complaints(): readonly string[];
  stop(): Promise<void>;
}

/** The whole platform in a process and a data folder of its own, talked to over HTTP only. */
export async function startPlatformProcess(env: Environment): Promise<PlatformProcess> {
  const home = await mkdtemp(join(tmpdir(), 'weft-conformance-'));
  const child = spawn(process.execPath, [start, '--supervised'], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...env, WEFT_HOME: home, PORT: '0', HOST: '127.0.0.1' },
  });
  const output = watch(child);
  const stop = async (): Promise<void> => {
    output.expectEnd();
    await end(child);
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const origin = await output.listening;
    const token = (await readFile(join(home, 'management-token'), 'utf8')).trim();
    return { origin, token, complaints: output.complaints, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function watch(child: ChildProcess) {
  const complaints: string[] = [];
  const last: string[] = [];
  let isEndExpected = false;
  let onListening: (origin: string) => void = () => undefined;
  const take = (line: string): void => {
    const origin = /^Weft listens on (http:\S+)$/.exec(line)?.[1];
    if (origin !== undefined) onListening(origin);
    const complaint = complaintOf(line);
    if (complaint !== null) complaints.push(complaint);
    last.push(line);
    if (last.length > 40) last.shift();
  };
  for (const stream of [child.stdout, child.stderr]) {
    let rest = '';
    stream?.setEncoding('utf8').on('data', (text: string) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) take(line);
    });
  }
  const listening = new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`The server did not start:\n${last.join('\n')}`)), longestStartMs);
    onListening = (origin) => {
      clearTimeout(timer);
      resolve(origin);
    };
    child.once('close', (code, signal) => {
      clearTimeout(timer);
      if (!isEndExpected) complaints.push(`The server ended by itself (${code ?? signal}).`);
      reject(new Error(`The server ended (${code ?? signal}):\n${last.join('\n')}`));
    });
  });
  // The end of a server that is up is told by its complaints.
  listening.catch(() => undefined);
  return {
    listening,
    complaints: () => complaints,
    expectEnd() {
      isEndExpected = true;
    },
  };
}

/** The text of a log line of the level `error`. */
function complaintOf(line: string): string | null {
  if (!line.startsWith('{')) return null;
  try {
    const fields = fromJson(line);
    if (!isMapping(fields) || fields.level !== 'error') return null;
    const error = isMapping(fields.error) ? ` (${String(fields.error.message)})` : '';
    return `${String(fields.msg)}${error}`;
  } catch {
    return null;
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('close', resolve));
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), 15_000);
  await ended;
  clearTimeout(timer);
}
