import { Counter, Gauge, type Registry } from 'prom-client';
import type { EngineThreads, Runner } from '#engine';
import type { HttpActivity } from '#http';
import type { Logger } from '#kernel';
import type { DatabaseActivity, GroupCommit } from '#plugins/database/contract.ts';
import type { Jobs, QueueDepth } from '#plugins/jobs/contract.ts';
import type { TraceExport } from '#plugins/telemetry/contract.ts';

export interface Watched {
  readonly http: HttpActivity;
  readonly runner: Runner;
  readonly threads: EngineThreads;
  readonly database: DatabaseActivity;
  readonly groupCommit: GroupCommit;
  readonly jobs: Jobs;
  readonly traces: TraceExport;
  readonly longestTask: { readonly seconds: number };
  readonly logger: Logger;
}

/** Milliseconds an answer of the database counts for: who scrapes often does not burden it. */
const QUEUE_AGE = 5_000;
/** Milliseconds a scrape waits for the database; without an answer the series is left out. */
const QUEUE_PATIENCE = 1_000;

/** What is asked when somebody reads, and costs nothing in between. */
export function addGauges(registry: Registry, watched: Watched): void {
  const { http, runner, threads, database, groupCommit } = watched;
  const gauge = (name: string, help: string, read: () => number | Promise<number>) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.set(await read());
      },
    });
  gauge('weft_http_open_streams', 'Event streams that are being sent', () => http.openStreams);
  gauge(
    'weft_http_reader_waiting_bytes',
    'Bytes that readers of event streams were sent and have not taken',
    () => http.readers.waitingBytes,
  );
  gauge(
    'weft_http_reader_kept_bytes',
    'Bytes of streams with several readers that are kept for those a little behind',
    () => http.readers.keptBytes,
  );
  new Counter({
    name: 'weft_http_slow_readers_total',
    help: 'Readers of event streams that were so far behind that what they missed was read again, and those that were closed because they did not read',
    labelNames: ['outcome'] as const,
    registers: [registry],
    collect() {
      this.reset();
      this.inc({ outcome: 'behind' }, http.readers.behind);
      this.inc({ outcome: 'closed' }, http.readers.closed);
    },
  });
  gauge('weft_http_connections', 'Connections of clients', () => http.connections());
  const longest = 'Longest time the main thread was at one thing, in the last minute or two';
  gauge('weft_main_thread_longest_task_seconds', longest, () => watched.longestTask.seconds);
  gauge('weft_runs_active', 'Runs in progress in this process', () => runner.active);
  gauge('weft_engine_threads', 'Engine threads', () => threads.load.length);
  gauge('weft_journal_pending_rows', 'Rows that wait to be written', () => groupCommit.pending);
  gauge('weft_journal_pending_characters', 'Characters of these rows, about', () => groupCommit.backlog);
  new Gauge({
    name: 'weft_engine_thread_runs',
    help: 'Runs in progress of each engine thread',
    labelNames: ['thread'] as const,
    registers: [registry],
    collect() {
      this.reset();
      threads.load.forEach((runs, thread) => void this.set({ thread }, runs));
    },
  });
  new Gauge({
    name: 'weft_database_connections',
    help: 'Connections to the database; waiting: queries that wait for one',
    labelNames: ['state'] as const,
    registers: [registry],
    collect() {
      const { open, idle, waiting } = database.connections;
      this.set({ state: 'busy' }, open - idle);
      this.set({ state: 'idle' }, idle);
      this.set({ state: 'waiting' }, waiting);
    },
  });
  const { traces } = watched;
  new Counter({
    name: 'weft_trace_spans_total',
    help: 'Spans that the collector of traces has taken, and those that were thrown away',
    labelNames: ['outcome'] as const,
    registers: [registry],
    collect() {
      this.reset();
      this.inc({ outcome: 'exported' }, traces.exported);
      this.inc({ outcome: 'dropped' }, traces.dropped);
    },
  });
  addQueue(registry, watched);
}

function addQueue(registry: Registry, { jobs, logger }: Watched): void {
  let asked: { readonly at: number; readonly depth: Promise<QueueDepth | null> } | undefined;
  const depth = (): Promise<QueueDepth | null> => {
    if (asked !== undefined && performance.now() - asked.at < QUEUE_AGE) return asked.depth;
    const answer = jobs.depth().catch((error: unknown) => {
      logger.debug({ err: error }, 'the length of the queue is not known');
      return null;
    });
    asked = { at: performance.now(), depth: answer };
    return answer;
  };
  new Gauge({
    name: 'weft_jobs',
    help: 'Background jobs of all processes on the database',
    labelNames: ['state'] as const,
    registers: [registry],
    async collect() {
      this.reset();
      const known = await Promise.race([depth(), later(QUEUE_PATIENCE)]);
      if (known === null) return;
      for (const [state, count] of Object.entries(known)) this.set({ state }, count);
    },
  });
}

function later(milliseconds: number): Promise<null> {
  return new Promise((resolve) => setTimeout(() => resolve(null), milliseconds).unref());
}
