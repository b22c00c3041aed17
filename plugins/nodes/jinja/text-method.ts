import type { Arguments } from './arguments.ts';
import type { Run } from './run.ts';

/** A method of texts. */
export type TextMethod = (text: string, args: Arguments, run: Run) => unknown;
