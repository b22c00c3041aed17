import { headerBytes } from './messages.ts';

export interface Frame {
  readonly kind: number;
  readonly payload: Buffer;
}

/** Cuts what arrives on a pipe into frames: a length of four bytes, a kind, a payload. */
export class FrameReader {
  readonly #maxBytes: number;
  #chunks: Buffer[] = [];
  #size = 0;

  /** A frame longer than `maxBytes` is an error: the child is not trusted. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** The frames that are complete with this chunk. */
  push(chunk: Buffer): Frame[] {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    const frames: Frame[] = [];
    for (;;) {
      const header = this.#peek(headerBytes);
      if (header === undefined) return frames;
      const length = header.readUInt32LE(0);
      if (length > this.#maxBytes) throw new RangeError(`a frame of ${length} bytes; at most ${this.#maxBytes}`);
      if (this.#size < headerBytes + length) return frames;
      const all = this.#join();
      frames.push({ kind: all.readUInt8(4), payload: all.subarray(headerBytes, headerBytes + length) });
      const rest = all.subarray(headerBytes + length);
      this.#chunks = rest.length === 0 ? [] : [rest];
      this.#size = rest.length;
    }
  }

  #peek(bytes: number): Buffer | undefined {
    if (this.#size < bytes) return undefined;
    const [first] = this.#chunks;
    return first !== undefined && first.length >= bytes ? first : this.#join();
  }

  #join(): Buffer {
    if (this.#chunks.length > 1) this.#chunks = [Buffer.concat(this.#chunks)];
    return this.#chunks[0] ?? Buffer.alloc(0);
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
