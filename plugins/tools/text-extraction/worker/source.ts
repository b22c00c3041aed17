import type { DocumentLimits } from '#plugins/text-extraction/protocol.ts';
import type { TextOutput } from './text-output.ts';

/** A document on its way to text. */
export interface Source {
  readonly bytes: Uint8Array;
  /** Ending of the file name, lower case, without the dot; "" when it has none. */
  readonly extension: string;
  /** The encoding of text that is no UTF-8, where whoever brought it named one. */
  readonly charset?: string | undefined;
  readonly limits: DocumentLimits;
  readonly output: TextOutput;
  /** Its pages and headings are wanted; a reader may mark what costs nothing all the same. */
  readonly isMarked: boolean;
}

/** Reads one format. Each lives in a module of its own, loaded when a document needs it. */
export type Reader = (source: Source) => void | Promise<void>;
