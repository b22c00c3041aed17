import type { ForkOrigin, JsonText, RunEvent, RunHandle, RunPast } from '#engine';
import type { CommitEntry, GroupCommit } from '#plugins/database/contract.ts';
import type { HookedStart } from './call-hooks.ts';
import type { NumberedEvent, RunStart } from './contract.ts';
import type { RunIdentity } from './journal-rows.ts';
import type { LargeValues } from './large-values.ts';
import type { QuarantineQueue } from './quarantine-queue.ts';
import type { ReadJournal } from './read-again.ts';

/** Starts the run in the engine, or goes on with it there. */
export type Execute = (
  start: RunStart,
  onEvents: (events: readonly RunEvent[], encoded?: unknown) => void,
  past: RunPast | undefined,
) => RunHandle;

/** What a run in progress is made of. */
export interface RunParts {
  readonly identity: RunIdentity;
  readonly start: HookedStart;
  readonly groupCommit: GroupCommit;
  readonly values: LargeValues;
  readonly execute: Execute;
  /** Reads back from the journal what the run was asked with, and what has happened in it. */
  readonly reload: () => Promise<{ readonly inputs: JsonText; readonly events: readonly RunEvent[] }>;
  readonly quarantine: QuarantineQueue;
  /** Reads the events after a number from the journal. */
  readonly readAgain: ReadJournal;
  /** Called after rows were committed while another process reads along. */
  readonly announce?: (() => void) | undefined;
  /** What has happened in the run before, in another process or before a pause. */
  readonly past?: readonly NumberedEvent[];
  /** The process that executed it is gone: its readers may have been told more than the past. */
  readonly isCutOff?: boolean;
  /** A fork: what it takes over from another run. */
  readonly origin?: ForkOrigin | undefined;
  /** Rows that become durable with the run's own. */
  readonly startEntries?: readonly CommitEntry[];
}
