import type { ServerResponse } from 'node:http';
import type { HeldForReader } from './reader-budgets.ts';
import { writeText } from './writable-response.ts';

/** Bytes that are handed on at a time: who reads slowly is seen to read, and holds no more than this beyond the limit. */
const PIECE = 16_384;
/** Characters from which on a text is sent in pieces. */
const LONG = 16_384;

export interface OutletOptions {
  readonly held: HeldForReader;
  /** Bytes that may wait in the connection; with more, nothing is added. */
  readonly limit: number;
  /** Milliseconds in which nothing is taken, after which `stalled` is called. */
  readonly stallTimeout: number;
  stalled(): void;
}

/**
 * The connection of one reader. It is given a little at a time, and what waits for its reader is accounted for; who has asked
 * for room waits until the reader took something, or is gone.
 */
export class StreamOutlet {
  readonly #response: ServerResponse;
  readonly #options: OutletOptions;
  /** What is still to be handed on of the bytes in hand. */
  #rest = 0;
  #waiting: PromiseWithResolvers<boolean> | null = null;
  #stalled: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(response: ServerResponse, options: OutletOptions) {
    this.#response = response;
    this.#options = options;
    response.once('close', () => this.close());
  }

  /** Whether a frame was handed on in part: nothing can follow it but the rest of it. */
  get isCut(): boolean {
    return this.#rest > 0;
  }

  /** Whether the reader is behind. */
  get isFull(): boolean {
    return this.#response.writableLength > this.#options.limit;
  }

  /** True when there is room for more, at once or in time; false when nothing more can be sent. */
  send(frames: string | Buffer): true | Promise<boolean> {
    if (typeof frames !== 'string') return frames.length <= PIECE ? this.#write(frames) : this.#sendPieces(frames);
    return frames.length < LONG ? this.#write(frames) : this.#sendPieces(Buffer.from(frames));
  }

  async #sendPieces(bytes: Buffer): Promise<boolean> {
    for (let at = 0; at < bytes.length; at += PIECE) {
      this.#rest = Math.max(0, bytes.length - at - PIECE);
      if (!(await this.#write(bytes.subarray(at, at + PIECE)))) return false;
    }
    return true;
  }

  #write(frames: string | Buffer): true | Promise<boolean> {
    if (typeof frames === 'string') writeText(this.#response, frames, this.#onTaken);
    else this.#response.write(frames, this.#onTaken);
    this.#note();
    return this.#isRoomLeft() || this.#room();
  }

  /** Nothing more is sent from here, and nobody waits. What the connection holds counts until it is closed. */
  leave(): void {
    this.#rest = 0;
    clearTimeout(this.#stalled);
    this.#waiting?.resolve(false);
    this.#waiting = null;
    this.#note();
  }

  close(): void {
    this.#isClosed = true;
    this.leave();
    this.#options.held.release();
  }

  readonly #onTaken = (): void => {
    this.#note();
    if (this.#waiting === null) return;
    if (this.#isRoomLeft()) {
      clearTimeout(this.#stalled);
      this.#waiting.resolve(true);
      this.#waiting = null;
    } else this.#stalled?.refresh();
  };

  #isRoomLeft(): boolean {
    return !this.#isClosed && !this.isFull;
  }

  #room(): Promise<boolean> {
    if (this.#isClosed || this.#response.destroyed) return Promise.resolve(false);
    this.#waiting = Promise.withResolvers<boolean>();
    const { stallTimeout, stalled } = this.#options;
    clearTimeout(this.#stalled);
    this.#stalled = setTimeout(stalled, stallTimeout);
    return this.#waiting.promise;
  }

  #note(): void {
    if (!this.#isClosed) this.#options.held.note(this.#response.writableLength + this.#rest);
  }
}
