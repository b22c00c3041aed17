import type { Runner } from '#engine';
import type { Logger } from '#kernel';
import type { GroupCommit } from '#plugins/database/contract.ts';
import type { RunHook } from './contract.ts';
import type { EventStore } from './event-store.ts';
import type { GraphStore } from './graph-store.ts';
import type { HistoryStore } from './history-store.ts';
import type { LargeValues } from './large-values.ts';
import type { LogStore } from './log-store.ts';
import type { PastRuns } from './past-runs.ts';
import type { LimitSettings } from './run-request.ts';
import type { RunSignals } from './run-signals.ts';
import type { ProcessIdentity, RunStore } from './store.ts';

/** What is set for the runs of a process. */
export interface RunsOptions {
  /** This process, as the journal knows it. */
  readonly own: ProcessIdentity;
  readonly limits: LimitSettings;
  /** Runs in progress in this process. */
  readonly maxRuns: number;
  /** Characters of rows that may wait for the database; beyond, no run is started. */
  readonly maxBacklog: number;
}

/** What runs are made with, in one process. */
export interface RunsParts {
  readonly runner: Runner;
  readonly groupCommit: GroupCommit;
  readonly store: RunStore;
  readonly events: EventStore;
  readonly history: HistoryStore;
  readonly logs: LogStore;
  readonly signals: RunSignals;
  readonly graphs: GraphStore;
  readonly past: PastRuns;
  readonly options: RunsOptions;
  readonly values: LargeValues;
  readonly hooks?: () => readonly RunHook[];
  readonly logger: Logger;
}
