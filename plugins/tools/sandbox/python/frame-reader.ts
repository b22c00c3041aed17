import { type FrameLimits, headerBytes } from './messages.ts';

export interface Frame {
  readonly kind: number;
  readonly payload: Buffer;
}

/** Cuts what arrives on a pipe into frames: a length of four bytes, a kind, a payload. */
export class FrameReader {
  readonly #limits: FrameLimits;
  readonly #header = Buffer.alloc(headerBytes);
  /** Made when the header is there, however small the pieces are that fill it. */
  #payload: Buffer | undefined;
  /** Bytes of the header, then of the payload, that have arrived. */
  #filled = 0;

  /** A frame of a kind without a limit, or longer than that, is an error as soon as its header is here: the child is not trusted. */
  constructor(limits: FrameLimits) {
    this.#limits = limits;
  }

  /** The frames that are complete with this chunk. Throws RangeError at the first that is refused. */
  push(chunk: Buffer): Frame[] {
    const frames: Frame[] = [];
    for (let at = 0; at < chunk.length; ) {
      const part = this.#payload ?? this.#header;
      const count = chunk.copy(part, this.#filled, at);
      at += count;
      this.#filled += count;
      if (this.#filled < part.length) continue;
      this.#filled = 0;
      this.#payload ??= this.#begin();
      if (part === this.#header && this.#payload.length > 0) continue;
      frames.push({ kind: this.#header.readUInt8(4), payload: this.#payload });
      this.#payload = undefined;
    }
    return frames;
  }

  #begin(): Buffer {
    const length = this.#header.readUInt32LE(0);
    const kind = this.#header.readUInt8(4);
    const limit = this.#limits[kind];
    if (limit === undefined || length > limit) throw new RangeError(`a frame of kind ${kind} and ${length} bytes`);
    return Buffer.alloc(length);
  }
}

/** A frame as bytes. */
export function frame(kind: number, payload: Uint8Array): Buffer {
  const bytes = Buffer.allocUnsafe(headerBytes + payload.length);
  bytes.writeUInt32LE(payload.length, 0);
  bytes.writeUInt8(kind, 4);
  bytes.set(payload, headerBytes);
  return bytes;
}
