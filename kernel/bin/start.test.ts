import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readEnvironment } from '#kernel/config.ts';
import { temporaryFolder } from '#kernel/testing/temporary-folder.ts';

/** A plugin that says when it is ready, when it stops, and takes as long as it is told to. */
const talkative = (stopMs: number) => `
import { writeSync } from 'node:fs';
const say = (text) => writeSync(1, text + '\\n');
export const plugin = { id: 'talkative', setup({ onReady, onStop, onClose }) {
  const keepAlive = setInterval(() => {}, 1000);
  onReady(() => say('ready ' + process.version));
  onStop(async () => { say('stopping'); await new Promise((resolve) => setTimeout(resolve, ${stopMs})); });
  onClose(() => { clearInterval(keepAlive); say('closed'); });
  setTimeout(() => { Promise.reject(new Error('forgotten')); say('after rejection'); }, 5);
} };`;

interface Running {
  readonly process: ChildProcess;
  readonly output: () => string;
  /** Resolves when the text was printed. */
  seen(text: string): Promise<void>;
  readonly exit: Promise<{ code: number | null; signal: string | null }>;
}

/** A process with only the plugins given: the program's own come with a database, which is not what is tested here. */
async function start(
  node: string,
  options: { readonly plugin: string; readonly env?: Record<string, string> },
): Promise<Running> {
  const home = await temporaryFolder();
  const folder = join(home, 'talkative');
  await mkdir(folder);
  await writeFile(join(folder, 'plugin.js'), options.plugin);
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  const script = fileURLToPath(new URL('../testing/start-with-plugins.mjs', import.meta.url));
  const child = spawn(node, [script], {
    env: { ...readEnvironment(), WEFT_HOME: home, WEFT_PLUGINS: folder, ...options.env },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  const watchers = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data: Buffer) => {
      output += data.toString();
      for (const watcher of watchers) watcher();
    });
  }
  return {
    process: child,
    output: () => output,
    seen: (text) =>
      new Promise((resolve) => {
        const look = () => {
          if (output.includes(text)) resolve();
        };
        watchers.add(look);
        look();
      }),
    exit: new Promise((resolve) => child.on('exit', (code, signal) => resolve({ code, signal }))),
  };
}

describe('the process', () => {
  it('stops gracefully at the first signal', async () => {
    const running = await start(process.execPath, { plugin: talkative(1) });
    await running.seen('after rejection');
    running.process.kill('SIGTERM');
    expect(await running.exit).toEqual({ code: 0, signal: null });
    expect(running.output()).toMatch(/stopping[\s\S]*closed/);
  });

  it.runIf(process.platform !== 'win32')('attack T04: opens no inspector at a signal', async () => {
    const running = await start(process.execPath, { plugin: talkative(1) });
    await running.seen('after rejection');
    running.process.kill('SIGUSR1');
    running.process.kill('SIGTERM');
    expect(await running.exit).toEqual({ code: 0, signal: null });
    expect(running.output()).not.toContain('Debugger');
  });

  it('logs a forgotten rejection and lives on', async () => {
    const running = await start(process.execPath, { plugin: talkative(1) });
    await running.seen('nobody handled it');
    running.process.kill('SIGINT');
    expect((await running.exit).code).toBe(0);
  });

  it('ends at once at the second signal, but not at an echo of the first', async () => {
    const running = await start(process.execPath, { plugin: talkative(60_000) });
    await running.seen('ready');
    running.process.kill('SIGTERM');
    running.process.kill('SIGTERM');
    await running.seen('stopping');
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(running.process.exitCode).toBe(null);
    running.process.kill('SIGTERM');
    expect(await running.exit).toEqual({ code: 143, signal: null });
    expect(running.output()).not.toContain('closed');
  });

  it('ends with 1 and a list when it can not start', async () => {
    const running = await start(process.execPath, {
      plugin: `export const plugin = { id: 'talkative', setup() { throw new Error('no voice'); } };`,
    });
    expect((await running.exit).code).toBe(1);
    expect(running.output()).toContain("Weft can't start: 1 failure.\n  failed   talkative: no voice\n");
  });

  it('names a wrong environment variable', async () => {
    const running = await start(process.execPath, { plugin: talkative(1), env: { WEFT_LOG_LEVEL: 'loud' } });
    expect((await running.exit).code).toBe(1);
    expect(running.output()).toContain('Environment variable WEFT_LOG_LEVEL');
  });
});

/** A Node of the system that can't read TypeScript; where there is none the wrapper has nothing to do. */
const oldNode = ['/usr/bin/node', '/usr/local/bin/node'].find((path) => existsSync(path) && path !== process.execPath);

describe.runIf(oldNode !== undefined)("on the system's own Node", () => {
  it('runs on a Node that reads TypeScript, passes signals on and takes over the exit code', async () => {
    const running = await start(oldNode ?? '', { plugin: talkative(1) });
    await running.seen('ready');
    expect(running.output()).toMatch(/ready v(2[4-9]|[3-9]\d)/);
    running.process.kill('SIGTERM');
    expect(await running.exit).toEqual({ code: 0, signal: null });
    expect(running.output()).toContain('closed');
  });

  it('does not leave the program behind when it is killed', async () => {
    const running = await start(oldNode ?? '', { plugin: talkative(1) });
    await running.seen('ready');
    running.process.kill('SIGKILL');
    await running.seen('closed');
    expect((await running.exit).signal).toBe('SIGKILL');
  });
});
