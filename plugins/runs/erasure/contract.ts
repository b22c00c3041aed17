/** Removing what is kept of one end user, or of one conversation: every plugin removes what it keeps itself. */
import { type Contribution, extensionPoint } from '#kernel';

/** An owner whose tables hold nothing but rows of runs, or of their messages. */
export { type RowsOfRuns, rowsOfRuns } from './rows-store.ts';

/** Whose data. */
export interface ErasedPlace {
  readonly workspaceId: string;
  readonly appId: string;
}

/** What is to go, of one app: everything of an end user, or one conversation. */
export interface Erased extends ErasedPlace {
  readonly of: 'end-user' | 'conversation';
  readonly id: string;
}

/** A run that goes, with the message it wrote. */
export interface ErasedRun {
  readonly runId: string;
  readonly messageId: string | null;
  /** False: it may be under way, and would write more. */
  readonly isOver: boolean;
}

/**
 * Who keeps something of end users. All of it is called again when a process ended in the middle, so what is gone already
 * must be no failure. No more rows may go than those of the place and the ids given.
 */
export interface PersonalDataOwner extends Contribution {
  /**
   * In which order owners remove: `data` first, then `runs`, then `messages`, then the `user`. The later ones hold what
   * the earlier ones are found by.
   */
  readonly stage: 'data' | 'runs' | 'messages' | 'user';
  /** Whether it knows what is to go. */
  exists?(erased: Erased): Promise<boolean>;
  /** Some runs of what is to go whose rows are still here; none when all are gone. */
  find?(erased: Erased, limit: number): Promise<readonly ErasedRun[]>;
  /** Removes what is kept of these runs and their messages. */
  removeRuns?(place: ErasedPlace, runs: readonly ErasedRun[]): Promise<void>;
  /** Removes what else is kept, when no run is left. */
  removeRest?(erased: Erased): Promise<void>;
}

/** Contribute here what your tables keep of end users. */
export const PersonalData = extensionPoint<PersonalDataOwner>('erasure.personal-data');
