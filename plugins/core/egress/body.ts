import type { Dispatcher } from 'undici';
import { PlatformError } from '#kernel';
import type { EgressBody } from './contract.ts';

/** Bytes kept for a slow reader before the connection is paused. */
const HIGH_WATER_MARK = 256 * 1024;

interface Waiting {
  resolve(result: IteratorResult<Uint8Array, undefined>): void;
  reject(error: unknown): void;
}

/**
 * A response's body between undici's callbacks and one reader. A node stream would cost several times as much per
 * piece. What arrived in one read of the network is given out as one piece: the parser reports each HTTP chunk of it
 * in the same turn, and the reader continues in a microtask after that turn.
 */
export class ResponseBody implements EgressBody {
  #queue: Uint8Array[] = [];
  #queued = 0;
  #isPaused = false;
  #isEnded = false;
  #error: unknown;
  #waiting: Waiting | null = null;
  readonly #controller: Dispatcher.DispatchController;

  constructor(controller: Dispatcher.DispatchController) {
    this.#controller = controller;
  }

  push(piece: Uint8Array): void {
    if (this.#isEnded) return;
    this.#queue.push(piece);
    this.#queued += piece.length;
    const waiting = this.#waiting;
    if (waiting !== null) {
      this.#waiting = null;
      queueMicrotask(() => waiting.resolve(this.#take()));
    }
    if (this.#queued > HIGH_WATER_MARK && !this.#isPaused) {
      this.#isPaused = true;
      this.#controller.pause();
    }
  }

  /** The end, with the error that caused it if there was one. */
  end(error?: unknown): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#error = error;
    const waiting = this.#waiting;
    this.#waiting = null;
    if (error === undefined) waiting?.resolve({ done: true, value: undefined });
    else waiting?.reject(error);
  }

  destroy(error?: Error): void {
    this.#queue = [];
    this.#queued = 0;
    if (this.#isEnded) return;
    this.end(error);
    this.#controller.abort(error ?? new Error('The answer is not wanted any more.'));
  }

  [Symbol.asyncIterator](): AsyncIterator<Uint8Array, undefined> {
    return {
      next: () => this.#next(),
      return: () => {
        this.destroy();
        return Promise.resolve({ done: true, value: undefined });
      },
    };
  }

  #next(): Promise<IteratorResult<Uint8Array, undefined>> {
    if (this.#queue.length > 0) return Promise.resolve(this.#take());
    if (this.#error !== undefined) return Promise.reject(this.#error);
    if (this.#isEnded) return Promise.resolve({ done: true, value: undefined });
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
    });
  }

  #take(): IteratorResult<Uint8Array, undefined> {
    const pieces = this.#queue;
    const first = pieces[0];
    // Destroyed between the arrival of a piece and its reader's turn.
    if (first === undefined) return { done: true, value: undefined };
    const value = pieces.length === 1 ? first : Buffer.concat(pieces, this.#queued);
    this.#queue = [];
    this.#queued = 0;
    if (this.#isPaused) {
      this.#isPaused = false;
      this.#controller.resume();
    }
    return { done: false, value };
  }
}

/** Reads a body to its end, never keeping more than `limit` bytes. */
export async function readBytes(body: EgressBody, limit: number, host: string): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of body) {
    length += piece.length;
    if (length > limit) {
      body.destroy();
      throw new PlatformError(
        'invalid',
        'egress.too_large',
        `The answer of ${host} is larger than the ${limit} bytes allowed here.`,
      );
    }
    pieces.push(piece);
  }
  return pieces.length === 1 && pieces[0] !== undefined ? pieces[0] : Buffer.concat(pieces, length);
}
