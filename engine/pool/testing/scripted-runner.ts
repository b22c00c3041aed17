import { createHash, randomUUID } from 'node:crypto';
import { afterEach } from 'vitest';
import type { GraphReference, HostCall, RunEvent, RunFinishedEvent, RunHandle, RunLayer, RunRequest } from '#engine';
import type { GraphRoom } from '#engine/pool/graph-index.ts';
import { createInPlaceRunner } from '#engine/pool/in-place-runner.ts';
import type { PoolRunner } from '#engine/pool/pool-runner.ts';
import type { ThreadSetup } from '#engine/pool/protocol.ts';
import { createThreadedRunner } from '#engine/pool/threaded-runner.ts';
import type { Logger } from '#kernel';
import type { Step } from './scripted-engine.ts';

export interface ScriptedRunnerOptions {
  /** 0 = in place. Default 1. */
  readonly threads?: number;
  readonly maxRuns?: number;
  readonly heapMb?: number;
  readonly blockedSeconds?: number;
  readonly room?: GraphRoom;
  readonly hostCalls?: readonly HostCall[];
  readonly layers?: readonly RunLayer[];
  readonly setup?: Partial<ThreadSetup>;
}

export interface ScriptedRunner {
  readonly runner: PoolRunner;
  /** Messages of the log lines written with level error. */
  readonly problems: string[];
}

const engine = new URL('./scripted-engine.ts', import.meta.url).href;

/** What opens runners whose graphs are scripts; they are closed after each test. */
export function useScriptedRunners(): typeof openScriptedRunner {
  const opened: ScriptedRunner[] = [];
  afterEach(async () => {
    await Promise.all(opened.splice(0).map(({ runner }) => runner.close()));
  });
  return (options) => {
    const scripted = openScriptedRunner(options);
    opened.push(scripted);
    return scripted;
  };
}

function openScriptedRunner(options: ScriptedRunnerOptions = {}): ScriptedRunner {
  const problems: string[] = [];
  const pool = {
    maxRuns: options.maxRuns ?? 1000,
    blockedSeconds: options.blockedSeconds ?? 30,
    room: options.room ?? { graphs: 100, characters: 1_000_000 },
    setup: () => ({ engine, nodeTypes: [], services: [], ...options.setup }),
    hostCall: (id: string) => options.hostCalls?.find((hostCall) => hostCall.id === id),
    layers: () => options.layers ?? [],
    logger: collectProblems(problems),
  };
  const threads = options.threads ?? 1;
  const runner =
    threads === 0
      ? createInPlaceRunner(pool)
      : createThreadedRunner({ ...pool, threads, heapMb: options.heapMb ?? 128 });
  runner.open();
  return { runner, problems };
}

/** A logger that keeps errors, and nothing else. */
export function collectProblems(problems: string[]): Logger {
  const logger: Logger = {
    debug: () => undefined,
    info: () => undefined,
    warn: () => undefined,
    error: (_fields, message) => problems.push(message),
    child: () => logger,
  };
  return logger;
}

export function script(...steps: readonly Step[]): GraphReference {
  const text = JSON.stringify(steps);
  return { hash: createHash('sha256').update(text).digest('hex'), text };
}

export function request(graph: GraphReference, fields: Partial<RunRequest> = {}): RunRequest {
  return {
    runId: randomUUID(),
    workspaceId: 'workspace-1',
    appId: 'app-1',
    graph,
    inputs: '{}',
    system: '{}',
    environment: '{}',
    conversation: '{}',
    limits: { maxSteps: 500, maxSeconds: 1200 },
    ...fields,
  };
}

export interface FollowedRun {
  readonly handle: RunHandle;
  readonly events: RunEvent[];
  readonly finished: Promise<RunFinishedEvent>;
  /** Resolves when the script has said this. */
  said(text: string): Promise<void>;
}

/** Starts a run and keeps what it tells. */
export function follow(runner: PoolRunner, run: RunRequest): FollowedRun {
  const events: RunEvent[] = [];
  const finished = Promise.withResolvers<RunFinishedEvent>();
  const listeners = new Set<() => void>();
  const handle = runner.start(run, (batch) => {
    events.push(...batch);
    for (const listener of listeners) listener();
    const last = batch.at(-1);
    if (last?.kind === 'run-finished') finished.resolve(last);
  });
  const said = (text: string): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (textOf(events).includes(text)) resolve();
      };
      listeners.add(look);
      look();
    });
  return { handle, events, finished: finished.promise, said };
}

export function textOf(events: readonly RunEvent[]): string {
  return events.flatMap((event) => (event.kind === 'chunk' ? event.deltas : [])).join('');
}
