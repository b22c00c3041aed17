import type { SandboxLimits } from '../protocol.ts';

/** What the child is told on its command line, as JSON. */
export interface ChildSettings {
  /** `image`: make the memory image and end. `serve`: load it and answer calls. */
  readonly mode: 'image' | 'serve';
  /** Folder of the interpreter's files, with a slash at its end. */
  readonly interpreter: string;
  /** Memory one call may add to the image. */
  readonly memoryMb: number;
  /** Megabytes of files one call may write. */
  readonly filesMb: number;
  /** Where in descriptor 4 the image lies; `serve` only. */
  readonly image?: { readonly offset: number; readonly length: number };
  /** Wheels to unpack before the first call. */
  readonly wheels: readonly string[];
}

/** The child's descriptors: 3 is the pipe to the host, 4 the file of the memory image. */
export const pipeDescriptor = 3;
export const imageDescriptor = 4;

/** Host to child, as JSON: run this. */
export interface CallMessage {
  readonly code: string;
  readonly input: string;
  readonly limits: Pick<SandboxLimits, 'outputChars' | 'logChars'>;
}

/**
 * First byte of a frame from the child. `ready`: the child serves the next call, as at the start; the payload is empty. `image`: the memory image.
 * `answer`: the call's end, a line of JSON and, when that says ok, the JSON of the result. `last`: an answer of a child
 * that can't serve again. `network`: a request as JSON; the host answers with JSON.
 */
export const frameKinds = { ready: 1, image: 2, answer: 3, last: 4, network: 5 } as const;

export const headerBytes = 5;
