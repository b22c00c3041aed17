import { GrowingText } from './growing-text.ts';

/** The pieces of text a node streamed for one of its outputs. Readers keep their own place. */
export class StreamBuffer {
  deltas: string[] = [];
  /** The node is done: nothing is added any more. */
  isClosed = false;
  /** Grows with each retry of the node: what was read of an earlier attempt does not count for this one. */
  attempt = 0;

  restart(): void {
    this.deltas = [];
    this.attempt += 1;
  }

  get text(): string {
    return this.deltas.join('');
  }
}

/** How far a slot has come in its template. */
export class SlotCursor {
  isOpened = false;
  /** The response node itself has succeeded (or taken its default): nothing more will appear. */
  isNodeDone = false;
  /** Position in the template. */
  part = 0;
  /** Everything that is written. */
  readonly written = new GrowingText();
  /** Where the current part begins in it. */
  #partStart = 0;
  /** Deltas read of the current part's stream, of the attempt below. */
  deltasRead = 0;
  attempt = 0;

  /** Whether something of the current part is written. */
  get isPartShown(): boolean {
    return this.written.length > this.#partStart;
  }

  /** What is written of the current part. */
  get partText(): string {
    return this.written.toString().slice(this.#partStart);
  }

  nextPart(): void {
    this.part += 1;
    this.#partStart = this.written.length;
    this.deltasRead = 0;
    this.attempt = 0;
  }
}
