/** Descriptor of the pipe between the server and a process. */
export const pipeDescriptor = 3;

/** Kinds of frames to a process: the driver and the package's code; a call; the answer to a question. */
export const toChild = { load: 1, call: 2, answer: 3 } as const;

/** Kinds of frames of a process: it takes calls; a call asks for something; a call is over. */
export const fromChild = { ready: 1, ask: 2, end: 3 } as const;

/** How a call is over. After `unusable` the process takes no more calls: the code could not be loaded. */
export const endings = { answered: 0, failed: 1, unusable: 2, outOfMemory: 3, tooLarge: 4 } as const;

/** Characters of JSON text that a call may answer with, and of all that it prints. */
export const mostOutputChars = 4 * 1024 * 1024;
export const mostLogChars = 64 * 1024;
/** Characters of the message of an error. */
export const mostMessageChars = 4000;

/** A length of four bytes, and a kind. */
const headBytes = 5;
const wordBytes = 4;

export interface Frame {
  readonly kind: number;
  readonly payload: Buffer;
}

/** Bytes that the payload of a frame may have, by its kind; a kind that is not named is refused. */
export type FrameLimits = Readonly<Partial<Record<number, number>>>;

/** Cuts what arrives on a pipe into frames. */
export class FrameReader {
  readonly #limits: FrameLimits;
  readonly #head = Buffer.alloc(headBytes);
  /** Made when the head is there, however small the pieces are that fill it. */
  #payload: Buffer | undefined;
  /** Bytes of the head, then of the payload, that have arrived. */
  #filled = 0;

  constructor(limits: FrameLimits) {
    this.#limits = limits;
  }

  /** The frames that are complete with this chunk. Throws RangeError at the first that is refused, before it is there. */
  push(chunk: Buffer): Frame[] {
    const frames: Frame[] = [];
    for (let at = 0; at < chunk.length; ) {
      const part = this.#payload ?? this.#head;
      const count = chunk.copy(part, this.#filled, at);
      at += count;
      this.#filled += count;
      if (this.#filled < part.length) continue;
      this.#filled = 0;
      this.#payload ??= this.#begin();
      if (part === this.#head && this.#payload.length > 0) continue;
      frames.push({ kind: this.#head.readUInt8(wordBytes), payload: this.#payload });
      this.#payload = undefined;
    }
    return frames;
  }

  #begin(): Buffer {
    const [length, kind] = [this.#head.readUInt32LE(0), this.#head.readUInt8(wordBytes)];
    const limit = this.#limits[kind];
    if (limit === undefined || length > limit) throw new RangeError(`a frame of kind ${kind} and ${length} bytes`);
    return Buffer.alloc(length);
  }
}

/** A frame: numbers of four bytes, then the rest. */
export function frame(kind: number, words: readonly number[], ...rest: readonly Uint8Array[]): Buffer {
  const head = Buffer.alloc(headBytes + words.length * wordBytes);
  const length = rest.reduce((sum, bytes) => sum + bytes.length, words.length * wordBytes);
  head.writeUInt32LE(length, 0);
  head.writeUInt8(kind, wordBytes);
  for (const [index, word] of words.entries()) head.writeUInt32LE(word, headBytes + index * wordBytes);
  return Buffer.concat([head, ...rest]);
}

/** The first numbers of a payload and what follows them; null when it is shorter. */
export function parted(
  payload: Buffer,
  count: number,
): { readonly words: readonly number[]; readonly rest: Buffer } | null {
  if (payload.length < count * wordBytes) return null;
  const words = Array.from({ length: count }, (_, index) => payload.readUInt32LE(index * wordBytes));
  return { words, rest: payload.subarray(count * wordBytes) };
}
