import type { AppMode, JsonText, RunFinishedEvent } from '#engine';
import { type Contribution, extensionPoint, type PlatformError } from '#kernel';
import type { CommitEntry, OpenTransaction } from '#plugins/database/contract.ts';
import type { RunEnd, RunStart } from './run-start.ts';

/** A run that a dead process left behind. */
export interface AbandonedRun extends Pick<RunStart, 'workspaceId' | 'appId'> {
  readonly runId: string;
  /** `RunStart.keyId`. */
  readonly keyId: string | null;
}

/** An execution of a run in this process that is over: the run ended, or it waits until somebody resumes it. */
export interface EndedRun extends AbandonedRun, Pick<BeginningRun, 'mode' | 'triggeredFrom'> {
  readonly end: RunEnd;
  /** The run had been paused before this execution. */
  readonly wasPaused: boolean;
}

/** An execution of a run that is about to be over, before that is durable. */
export interface EndingRun extends AbandonedRun {
  readonly kind: RunStart['kind'];
  readonly triggeredFrom: RunStart['triggeredFrom'];
  readonly createdBy: RunStart['createdBy'];
  readonly end: RunEnd;
}

/** A run that has ended, as it is aggregated. */
export interface AggregatedRun extends Omit<AbandonedRun, 'keyId'> {
  /** What end writers noted, by the ids of their hooks; null when the run was given up because nobody could go on with it. */
  readonly notes: Readonly<Record<string, unknown>> | null;
}

/** A run that asks to begin. */
export type EnteringRun = Pick<
  RunStart,
  'workspaceId' | 'appId' | 'createdBy' | 'keyId' | 'visitorAddress' | 'isExempt' | 'isUnrequested'
>;

/** An execution of a run that is about to begin. */
export interface BeginningRun extends AbandonedRun, Pick<RunStart, 'triggeredFrom' | 'traceparent' | 'createdBy'> {
  readonly mode: AppMode;
}

/** Decides whether a run may start: limits, budgets, closed workspaces. */
export interface RunGate {
  /**
   * What `acquire` would throw, as far as it is remembered: asked before anything is looked up for a run, so it must be
   * known at once, and nothing may be taken. What is not known here is refused by `acquire`. Must not throw.
   */
  rejection?(start: EnteringRun): PlatformError | undefined;
  /**
   * Called before a caller's run starts; throws where it may not. The result releases what was taken, and is called once:
   * when the run has ended, waits for people, or did not start after all.
   */
  acquire(start: EnteringRun): (() => void) | Promise<() => void>;
}

/** Learns of executions of runs; has no say in them. */
export interface RunObserver {
  /**
   * `traceparent` of the run's span, which its nodes pass on; the first that has one counts. Called whenever an engine
   * thread is to execute the run: at its start, and when it is resumed. Must not throw.
   */
  beginning?(run: BeginningRun): string | undefined;
  /** Called when the end is durable. Must not throw. */
  ended?(run: EndedRun): void;
  /**
   * Called about every hour where runs are kept for a time only (`runs.retention`): of runs with a smaller id than this
   * nothing is left. A failure is logged, and the next call comes.
   */
  forgotten?(before: string): Promise<void>;
}

/** Writes rows of its own with the ends of runs, in the same transaction or soon after it. */
export interface RunEndWriter {
  /** Runs that end without this process having run them: rows to be written in the same transaction. */
  abandoned?(runs: readonly AbandonedRun[], reason: string): readonly CommitEntry[];
  /** Rows that become durable together with the end, or with the pause. Must not throw. */
  ending?(run: EndingRun): readonly CommitEntry[];
  /** What `aggregate` is to know of a run that ends for good: plain data, kept with the end. Must not throw. */
  note?(run: EndingRun & { readonly end: RunFinishedEvent }): unknown;
  /**
   * Takes ended runs into tables of the writer's own, some tenths of a second after their ends, in the transaction that
   * takes them away: each run once, by whichever process. For what nobody who waits for a run should wait for: usage,
   * indexes. A run that can't be aggregated is logged, tried again, and at last left in `run_ends`.
   */
  aggregate?(transaction: OpenTransaction, runs: readonly AggregatedRun[]): Promise<void>;
}

/** What a plugin hooks into the life of runs. */
export interface RunHook extends Contribution {
  readonly gate?: RunGate;
  readonly observer?: RunObserver;
  readonly endWriter?: RunEndWriter;
  /**
   * Called with the JSON of a signal or of what a run waits for, whenever somebody reads it: the journal may hold it in
   * sealed form. Returns what the reader is sent, mostly the same. Must not throw.
   */
  reveal?(workspaceId: string, data: JsonText): JsonText;
}

/** Where plugins contribute hooks of runs. */
export const RunHooks = extensionPoint<RunHook>('runs.hooks');
