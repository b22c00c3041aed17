/** Processes that can touch nothing: for reading what users send (documents, images), for running what they write. */
import { token } from '#kernel';

export { pipeOf } from './child-pipe.ts';
/** A process with a module of its owner, and how one ends instead of answering. */
export {
  ConfinedProcess,
  type ConfinedReply,
  type ProcessEnd,
  type ProcessLimits,
} from './confined-process.ts';
export { residentMemory } from './process-memory.ts';
export type { ConfinedTask } from './process-need.ts';

/** What a process is to be. */
export interface ConfinedNeed {
  /** Arguments of Node. */
  readonly args: readonly string[];
  /** The files and folders it can read, besides Node's own. One that does not exist is none. */
  readonly readable: readonly string[];
  /** How many descriptors it is handed, from 0 on. */
  readonly descriptors: number;
  /** Writable memory it may ask for, in megabytes: several times what it uses. */
  readonly memoryMb: number;
}

/** A program that confines itself and then becomes Node. It is to be started with an empty environment. */
export interface ConfinedCommand {
  readonly program: string;
  readonly args: readonly string[];
  /** To be called when the process has ended. */
  ended(): void;
}

/** What this machine does about child processes. */
export interface ConfinementState {
  /** `walled`: as it should be. `off`: none is started. `accepted`: there is no wall, or not all of it, and the operator allows that. */
  readonly kind: 'walled' | 'accepted' | 'off';
  /** In words: what is taken away, what is missing, what to do. */
  readonly description: string;
  /** For the log only: stricter ways that were tried, and what the system said; it may name paths. */
  readonly refusals: readonly string[];
}

/** Starts Node where it can do nothing but what it is for: behind a wall of the system's own. One for the whole server. */
export interface Confinement {
  /** The first time, what this machine allows is tried: some 0.1 s. */
  state(): Promise<ConfinementState>;
  /** Throws `confined-processes.off` (unavailable) where the wall can't be built and the operator has not accepted that. */
  open(): Promise<ConfinedStarter>;
}

/** Starts any number of processes. */
export interface ConfinedStarter {
  command(need: ConfinedNeed): ConfinedCommand;
}

export const Confinement = token<Confinement>('confined-processes.confinement');
