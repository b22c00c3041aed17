import type { AppMode } from '../contract.ts';
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

  constructor(mode: AppMode) {
    this.#isChat = mode !== 'workflow';
  }

  merge(outputs: Readonly<Record<string, unknown>>, files: readonly unknown[] = []): void {
    Object.assign(this.#merged, outputs);
    this.#files.push(...files);
  }

  addStreamed(delta: string): void {
    if (this.#isChat) this.#streamed.add(delta);
  }

  addPiece(piece: AnswerPiece): void {
    this.#pieces.push(piece);
  }

  get answer(): string {
    return this.#isChat ? this.#streamed.toString() : this.#pieces.map(textOf).join('');
  }

  get files(): readonly unknown[] {
    return this.#files;
  }

  get outputs(): Readonly<Record<string, unknown>> {
    const { answer } = this;
    const hasAnswer = answer !== '' || typeof this.#merged.answer === 'string';
    return hasAnswer ? { ...this.#merged, answer } : this.#merged;
  }
}

function textOf(piece: AnswerPiece): string {
  return piece.isTemplate ? piece.written : piece.answer;
}
