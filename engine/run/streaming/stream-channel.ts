import type { ChunkSource } from './event-log.ts';
import type { TextOutput } from './frame-text.ts';
import type { AnswerPiece } from './run-outputs.ts';

/**
 * The way of a text that may have to wait: what is written before its turn is held and shown when the turn comes, so
 * that texts which are written side by side don't mix (app DSL, streaming order).
 */
export class StreamChannel implements TextOutput {
  readonly #next: TextOutput;
  #held: ((next: TextOutput) => void)[] | null = [];
  /** Nothing is written any more. */
  isClosed = false;

  constructor(next: TextOutput) {
    this.#next = next;
  }

  write(source: ChunkSource, delta: string): void {
    if (this.#held === null) this.#next.write(source, delta);
    else this.#held.push((next) => next.write(source, delta));
  }

  addPiece(piece: AnswerPiece): void {
    if (this.#held === null) this.#next.addPiece(piece);
    else this.#held.push((next) => next.addPiece(piece));
  }

  /** Held text is counted when it is written: it takes memory from then on. */
  count(characters: number): void {
    this.#next.count(characters);
  }

  /** Its turn has come. */
  release(): void {
    const held = this.#held ?? [];
    this.#held = null;
    for (const show of held) show(this.#next);
  }
}
