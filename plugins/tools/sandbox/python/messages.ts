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
  /** Open files of wheels to unpack before the first call. */
  readonly wheels: readonly number[];
}

/** The child's descriptors: 3 is the pipe to the host, 4 the file of the memory image, further ones wheels. */
export const pipeDescriptor = 3;
export const imageDescriptor = 4;
/** Wheels, one after the other, from here on. */
export const firstWheel = 5;

/**
 * Kind of a frame from the child. `ready`: the child serves the next call, as at the start; the payload is empty. `image`:
 * the memory image. `answer`: the call's end (`call-wire.ts`). `last`: an answer of a child that can't serve again.
 * `network`: a request (`network-wire.ts`), which the host answers. The host's frames have the kind 0.
 */
export const frameKinds = { ready: 1, image: 2, answer: 3, last: 4, network: 5 } as const;

/** A length of four bytes and a kind. */
export const headerBytes = 5;

/** How a child ends whose code has reached for what lies outside its interpreter. */
export const tamperedExit = 86;
export const tamperedMessage = 'the code reached for what lies outside Python and was ended';

/** Bytes that the payload of a frame may have, by its kind; a kind that is not named is refused. */
export type FrameLimits = Readonly<Partial<Record<number, number>>>;

/** Bytes of a request to the network: the length of its head, the head, the body. */
export const mostRequestBytes = 4 + 256 * 1024 + 16 * 1024 * 1024;
