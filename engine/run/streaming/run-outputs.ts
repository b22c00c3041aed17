import type { AppMode, JsonText } from '#engine';
import { SecretMask } from '#engine/run/records/secret-mask.ts';
import { GrowingText } from './growing-text.ts';

/** What one response node adds to the answer: known when both its template is written and the node is done. */
export interface AnswerPiece {
  /** What its slot has shown. */
  written: string;
  /** The node's own output `answer`. */
  answer: string;
  /** The output is the template and nothing else, so what was shown has the last word. */
  isTemplate: boolean;
}

/**
 * Merges what response nodes put out (app DSL, outputs of the run): answers are appended in the order in which they are
 * shown, any other key overwrites. In chat modes the answer is the streamed text itself, so that the two can't differ.
 */
export class RunOutputs {
  readonly #isChat: boolean;
  readonly #merged: Record<string, unknown> = {};
  readonly #files: unknown[] = [];
  readonly #pieces: AnswerPiece[] = [];
  readonly #streamed = new GrowingText();
  /** Of what leaves the run. */
  mask = new SecretMask([]);

  constructor(mode: AppMode) {
    this.#isChat = mode !== 'workflow';
  }

  merge(outputs: Readonly<Record<string, unknown>>, files: readonly unknown[] = []): void {
    Object.assign(this.#merged, outputs);
    this.#files.push(...files);
  }

  /** Text as it was told: without secrets. */
  addStreamed(delta: string): void {
    if (this.#isChat) this.#streamed.add(delta);
  }

  addPiece(piece: AnswerPiece): void {
    this.#pieces.push(piece);
  }

  get answer(): string {
    return this.#isChat ? this.#streamed.toString() : this.mask.text(this.#pieces.map(textOf).join(''));
  }

  get files(): JsonText {
    return this.mask.masked(this.#files);
  }

  get outputs(): JsonText {
    const { answer } = this;
    const hasAnswer = answer !== '' || typeof this.#merged.answer === 'string';
    return this.mask.masked(hasAnswer ? { ...this.#merged, answer } : this.#merged);
  }
}

function textOf(piece: AnswerPiece): string {
  return piece.isTemplate ? piece.written : piece.answer;
}
