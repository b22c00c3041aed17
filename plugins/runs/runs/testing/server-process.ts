import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { onTestFailed } from 'vitest';

export interface ProcessEnd {
  readonly code: number | null;
  readonly signal: string | null;
}

/** A whole server, as `npm start` runs it, in a process of its own. */
export interface ServerProcess {
  readonly pid: number;
  /** `http://host:port`. */
  readonly address: string;
  /** Milliseconds from its start to the moment it listened. */
  readonly startMs: number;
  /** All it has printed so far, to either stream. */
  output(): string;
  readonly exit: Promise<ProcessEnd>;
  /** As the kernel does it for lack of memory, and as `kill -9` does: no goodbye. */
  kill(): Promise<ProcessEnd>;
  /** As a service manager does it. */
  stop(): Promise<ProcessEnd>;
}

const script = fileURLToPath(new URL('../../../../kernel/bin/start.mjs', import.meta.url));
/** A server that a test forgot. */
const longestLifeMs = 300_000;
const running = new Set<ChildProcess>();

/** In a test: starts a server on a free port and waits until it is ready; rejects with its output when it ends before. */
export async function startServer(env: Readonly<Record<string, string>>): Promise<ServerProcess> {
  const startedAt = performance.now();
  const launched = launch({ PORT: '0', ...env });
  tellIfFailed(launched);
  const address = await launched.printed(/^Weft listens on (http:\S+)$/m);
  const startMs = performance.now() - startedAt;
  const { child, exit, output } = launched;
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal);
    return exit;
  };
  return {
    pid: child.pid ?? 0,
    address,
    startMs,
    output,
    exit,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  };
}

/** Runs a server that is expected to end, by itself or by what `meanwhile` does. */
export async function runServer(
  env: Readonly<Record<string, string>>,
  meanwhile: (server: Pick<Launched, 'child' | 'printed'>) => Promise<void> = async () => {},
): Promise<ProcessEnd & { readonly output: string }> {
  const launched = launch({ PORT: '0', ...env });
  tellIfFailed(launched);
  await meanwhile(launched);
  const end = await launched.exit;
  return { ...end, output: launched.output() };
}

/** Ends whatever a test left running; for `afterEach`. */
export async function killLeftovers(): Promise<void> {
  await Promise.all(
    [...running].map((child) => {
      const gone = new Promise((resolve) => child.once('close', resolve));
      child.kill('SIGKILL');
      return gone;
    }),
  );
}

function tellIfFailed({ output }: Launched): void {
  onTestFailed(() => void process.stderr.write(`What the server printed last:\n${output().slice(-3_000)}\n`));
}

type Launched = ReturnType<typeof launch>;

function launch(env: Readonly<Record<string, string>>) {
  // With a channel to this process, and told to follow it: a server does not outlive a test run that was killed.
  const child = spawn(process.execPath, [script, '--supervised'], {
    env: { WEFT_SANDBOX_PYTHON_AHEAD: 'false', ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  running.add(child);
  const timer = setTimeout(() => child.kill('SIGKILL'), longestLifeMs);
  let text = '';
  const watchers = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (data: string) => {
      text += data;
      for (const watcher of watchers) watcher();
    });
  }
  // `close`, not `exit`: by then all output is here.
  const exit = new Promise<ProcessEnd>((resolve) => {
    child.once('close', (code, signal) => {
      clearTimeout(timer);
      running.delete(child);
      resolve({ code, signal });
    });
  });
  const printed = (pattern: RegExp) =>
    new Promise<string>((resolve, reject) => {
      const look = () => {
        const found = pattern.exec(text)?.[1];
        if (found === undefined) return;
        watchers.delete(look);
        resolve(found);
      };
      watchers.add(look);
      look();
      exit.then(({ code, signal }) => reject(new Error(`The server ended (${code ?? signal}):\n${text}`)));
    });
  return { child, exit, printed, output: () => text };
}
