import type { AppMode, JsonText, RunFinishedEvent } from '../../engine/contract.ts';
import { type Contribution, extensionPoint, type PlatformError } from '../../kernel/index.ts';
import type { CommitEntry, OpenTransaction } from '../database/contract.ts';
import type { RunEnd, RunStart } from './run-start.ts';
import type { WaitingClient } from './waiting-client.ts';

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

/** A run that has ended, as it is settled. */
export interface SettlingRun extends Omit<AbandonedRun, 'keyId'> {
  /** What followers noted, by their ids; null when the run was given up because nobody could go on with it. */
  readonly notes: Readonly<Record<string, unknown>> | null;
}

/** A run that asks to begin. */
export type EnteringRun = Pick<RunStart, 'workspaceId' | 'appId' | 'createdBy' | 'keyId'>;

/** An execution of a run that is about to begin. */
export interface BeginningRun extends AbandonedRun, Pick<RunStart, 'triggeredFrom' | 'traceparent' | 'createdBy'> {
  readonly mode: AppMode;
}

/** Lets runs start, and learns how they end. */
export interface RunFollower extends Contribution {
  /**
   * What `enter` would throw, as far as it is remembered: asked before anything is looked up for a run, so it must be
   * known at once, and nothing may be taken. What is not known here is refused by `enter`. Must not throw.
   */
  refusal?(start: EnteringRun): PlatformError | undefined;
  /**
   * Called before a caller's run starts; throws where it may not: limits. The result is called once: when the run has
   * ended, waits for people, or did not start after all. `client`: who waits for its answer.
   */
  enter?(start: EnteringRun, client?: WaitingClient): (() => void) | Promise<() => void>;
  /**
   * `traceparent` of the run's span, which its nodes pass on; the first that has one counts. Asked whenever an engine
   * thread is to execute the run: at its start, and when it goes on. Must not throw.
   */
  trace?(run: BeginningRun): string | undefined;
  /** Runs that end without this process having run them: rows to be settled in the same transaction. */
  abandoned?(runs: readonly AbandonedRun[], reason: string): readonly CommitEntry[];
  /** Rows that become durable together with the end, or with the pause: what others must be told. Must not throw. */
  ending?(run: EndingRun): readonly CommitEntry[];
  /** What `settle` is to know of a run that ends for good: plain data, kept with the end. Must not throw. */
  note?(run: EndingRun & { readonly end: RunFinishedEvent }): unknown;
  /**
   * Takes ended runs into tables of the follower's own, some tenths of a second after their ends, in the transaction that
   * takes them away: each run once, by whichever process. For what nobody who waits for a run should wait for: books,
   * indexes. A run that can't be settled is logged, tried again, and at last left in `run_ends`.
   */
  settle?(transaction: OpenTransaction, runs: readonly SettlingRun[]): Promise<void>;
  /** Called when the end is durable. Must not throw. */
  ended?(run: EndedRun): void;
  /**
   * Called with the JSON of a signal or of what a run waits for, whenever somebody reads it: the journal may hold what
   * he is told in sealed form. Returns what he is told, mostly the same. Must not throw.
   */
  reveal?(workspaceId: string, data: JsonText): JsonText;
  /**
   * Called about every hour where runs are kept for a time only (`runs.retention`): of runs with a smaller id than this
   * nothing is left. A failure is logged, and the next call comes.
   */
  forgotten?(before: string): Promise<void>;
}

/** Where plugins contribute followers of runs. */
export const RunFollowers = extensionPoint<RunFollower>('runs.followers');
