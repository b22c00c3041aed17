import type { RunEvent, RunHandle, Runner, RunRequest } from '#engine';
import { newId } from '#kernel';
import type { Blobs } from '#plugins/blobs/contract.ts';
import { silentLogger } from '#plugins/database/testing/silent-logger.ts';
import type { TestDatabase } from '#plugins/database/testing/test-database.ts';
import type { EndedRun, NumberedEvent, RunHook, RunOwner, RunStart } from '#plugins/runs/contract.ts';
import { encodeEvents } from '#plugins/runs/encoded-events.ts';
import { EventStore } from '#plugins/runs/event-store.ts';
import { GraphStore } from '#plugins/runs/graph-store.ts';
import { HistoryStore } from '#plugins/runs/history-store.ts';
import { LargeValues } from '#plugins/runs/large-values.ts';
import { LogStore } from '#plugins/runs/log-store.ts';
import { PastRuns } from '#plugins/runs/past-runs.ts';
import { RunSignals } from '#plugins/runs/run-signals.ts';
import { RunsService } from '#plugins/runs/runs-service.ts';
import { RunStore } from '#plugins/runs/store.ts';

/** A runner whose runs do what the test says. */
export class ManualRunner implements Runner {
  readonly stops: string[] = [];
  #emit: (events: readonly RunEvent[]) => void = () => {};

  get active(): number {
    return 0;
  }

  start(request: RunRequest, onEvents: Parameters<Runner['start']>[1]): RunHandle {
    this.#emit = onEvents;
    if (request.encoder !== undefined) {
      this.#emit = (given) => {
        const { events, encoded } = encodeEvents(given, request.runId);
        onEvents(events, encoded);
      };
    }
    const send: RunHandle['send'] = (command) => {
      if (command.kind === 'abort') this.stops.push(command.reason);
    };
    return { runId: request.runId, send };
  }

  async check(): Promise<readonly string[]> {
    return [];
  }

  /** The latest run emits. */
  emit(...events: readonly RunEvent[]): void {
    this.#emit(events);
  }
}

const willing: RunOwner = { id: 'test', rehydrate: async () => ({ environment: '{}' }) };

const noBlobs: Pick<Blobs, 'put' | 'open'> = {
  put: () => Promise.reject(new Error('no blobs here')),
  open: () => Promise.reject(new Error('no blobs here')),
};

/** Keeps every value in its row. */
export function valuesInRows(): LargeValues {
  return new LargeValues({ blobs: noBlobs, limit: 0, logger: silentLogger });
}

/** What one process has: several on one database read and stop each other's runs. */
export async function manualProcess(
  test: TestDatabase,
  {
    owner = willing,
    ended = () => {},
    blobs = noBlobs,
    largeValue = 0,
  }: {
    owner?: RunOwner;
    ended?: (run: EndedRun) => void;
    blobs?: Pick<Blobs, 'put' | 'open'>;
    /** Characters that stay in their row; 0: any number. */
    largeValue?: number;
  } = {},
) {
  const { database, groupCommit, notifications } = test;
  const runner = new ManualRunner();
  const values = new LargeValues({ blobs, limit: largeValue, logger: silentLogger });
  const store = new RunStore(database, values);
  const events = new EventStore(database, values);
  const graphs = new GraphStore(database);
  const own = { bootId: crypto.randomUUID(), instanceId: crypto.randomUUID() };
  await store.join(own);
  const hook: RunHook = { id: 'test', observer: { ended } };
  const runs = new RunsService({
    runner,
    groupCommit,
    store,
    events,
    history: new HistoryStore(database, values),
    logs: new LogStore(database),
    signals: new RunSignals(notifications, silentLogger),
    graphs,
    past: new PastRuns({ store, events, graphs, owners: { all: () => [owner] } }),
    options: {
      own,
      limits: { maxSteps: 500, maxSeconds: 0, maxStreamedSeconds: 0 },
      maxRuns: 100,
      maxBacklog: 1_000_000_000,
    },
    values,
    hooks: () => [hook],
    logger: silentLogger,
  });
  return { runs, runner, bootId: own.bootId };
}

export function runStart(workspaceId: string): RunStart {
  return {
    workspaceId,
    appId: newId(),
    workflowId: newId(),
    graph: { hash: 'none', text: '{}' },
    kind: 'workflow',
    triggeredFrom: 'app-run',
    createdBy: { role: 'end_user', id: newId() },
    inputs: '{}',
    recordedInputs: '{"a":1.0}',
    system: {},
    environment: '{}',
    conversation: '{}',
    maxSeconds: null,
    owner: { id: 'test', data: '{}' },
  };
}

export const begin: RunEvent = { kind: 'run-started', at: 1_763_700_000_000, reason: 'initial' };

/** Everything a reader is given, to the end. */
export async function readAll(batches: AsyncIterable<readonly NumberedEvent[]>): Promise<NumberedEvent[]> {
  const all: NumberedEvent[] = [];
  for await (const batch of batches) all.push(...batch);
  return all;
}

/** A reader that is asked for one event after the other. */
export class Reader {
  readonly #batches: AsyncIterator<readonly NumberedEvent[]>;
  #rest: readonly NumberedEvent[] = [];

  constructor(batches: AsyncIterable<readonly NumberedEvent[]>) {
    this.#batches = batches[Symbol.asyncIterator]();
  }

  /** Undefined after the last one. */
  async next(): Promise<NumberedEvent | undefined> {
    while (this.#rest.length === 0) {
      const step = await this.#batches.next();
      if (step.done === true) return undefined;
      this.#rest = step.value;
    }
    const [first, ...rest] = this.#rest;
    this.#rest = rest;
    return first;
  }
}
