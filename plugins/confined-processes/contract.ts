/** Processes that can touch nothing, for reading what users send: documents, images. */

/** A process with a module of its owner, and how one ends instead of answering. */
export {
  ConfinedProcess,
  type ConfinedTask,
  type ProcessEnd,
  type ProcessLimits,
} from './confined-process.ts';
