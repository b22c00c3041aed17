import type { SpeechStream } from '#plugins/delivery-api/contract.ts';
import { Sentences } from './sentences.ts';

/** Characters of one call of the provider: what has come while it spoke is said together. */
const MAX_CALL = 500;
/** Characters of an answer that are said. */
const MAX_ANSWER = 10_000;
/** Bytes of one piece of the sound. */
const MAX_PIECE = 24_000;
/** Milliseconds the provider may take for one call. */
const PATIENCE = 60_000;

/** Says a text in one call of a provider. */
export type Speaker = (text: string, signal: AbortSignal) => Promise<AsyncIterable<Uint8Array>>;

/** An answer that is said sentence by sentence, and no further ahead than it is listened to. */
export class SpokenAnswer implements SpeechStream {
  readonly #speaker: Speaker;
  readonly #onFailure: (error: unknown) => void;
  readonly #gone = new AbortController();
  readonly #pieces: AsyncGenerator<Uint8Array>;
  #sentences = new Sentences(MAX_CALL, MAX_ANSWER);
  #isWhole = false;
  #wake = () => {};

  constructor(speaker: Speaker, onFailure: (error: unknown) => void) {
    this.#speaker = speaker;
    this.#onFailure = onFailure;
    this.#pieces = this.#say();
  }

  add(text: string): void {
    this.#sentences.add(text);
    this.#wake();
  }

  replace(text: string): void {
    this.#sentences = new Sentences(MAX_CALL, MAX_ANSWER);
    this.add(text);
  }

  end(): void {
    this.#isWhole = true;
    this.#wake();
  }

  stop(): void {
    this.#gone.abort();
    this.#wake();
  }

  async next(): Promise<Uint8Array | null> {
    try {
      const { done, value } = await this.#pieces.next();
      return done === true ? null : value;
    } catch (error) {
      if (!this.#gone.signal.aborted) this.#onFailure(error);
      return null;
    }
  }

  async *#say(): AsyncGenerator<Uint8Array, undefined> {
    const { signal } = this.#gone;
    while (!signal.aborted) {
      const isWhole = this.#isWhole;
      const text = this.#sentences.take(isWhole);
      if (text !== '') yield* this.#call(text);
      else if (isWhole) return;
      else await new Promise<void>((resolve) => this.#onWake(resolve));
    }
  }

  #onWake(wake: () => void): void {
    this.#wake = wake;
  }

  async *#call(text: string): AsyncGenerator<Uint8Array> {
    const signal = AbortSignal.any([this.#gone.signal, AbortSignal.timeout(PATIENCE)]);
    for await (const bytes of await this.#speaker(text, signal)) {
      for (let start = 0; start < bytes.length; start += MAX_PIECE) {
        if (this.#gone.signal.aborted) return;
        yield bytes.subarray(start, start + MAX_PIECE);
      }
    }
  }
}
