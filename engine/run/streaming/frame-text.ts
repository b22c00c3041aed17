import type { Selector } from '#engine';
import type { FlowNode } from '#engine/graph/graph.ts';
import type { SecretMask } from '#engine/run/records/secret-mask.ts';
import { checkLength } from '#engine/run/values/value-size.ts';
import { EmittedText } from './emitted-text.ts';
import type { ChunkSource, EventLog } from './event-log.ts';
import { MaskedText } from './masked-text.ts';
import type { AnswerPiece, RunOutputs } from './run-outputs.ts';
import { type SlotFrame, type SlotSink, templateText } from './stream-slots.ts';

/** Where the text of frames goes. */
export interface TextOutput {
  write(source: ChunkSource, delta: string): void;
  addPiece(piece: AnswerPiece): void;
  /** Text is about to be written, or held; throws when it is too much. */
  count(characters: number): void;
}

/** The text of a run: out as events, and into its answer. */
export class RunText implements TextOutput {
  readonly #events: EventLog;
  readonly #outputs: RunOutputs;
  readonly #emitted: EmittedText | null;
  #masked: MaskedText | null = null;
  #length = 0;

  /** `told`: the text that was streamed before the run was interrupted. */
  constructor(events: EventLog, outputs: RunOutputs, emitted = '') {
    this.#events = events;
    this.#outputs = outputs;
    this.#emitted = emitted === '' ? null : new EmittedText(emitted);
  }

  /** Before anything is written. */
  hide(mask: SecretMask): void {
    if (!mask.isEmpty) this.#masked = new MaskedText(mask, (source, delta) => this.#show(source, delta));
  }

  write(source: ChunkSource, delta: string): void {
    if (this.#masked === null) this.#show(source, delta);
    else this.#masked.add(source, delta);
  }

  #show(source: ChunkSource, delta: string): void {
    this.#outputs.addStreamed(delta);
    const rest = this.#emitted === null ? delta : this.#emitted.write(delta);
    if (rest === null) this.replace();
    else if (rest !== '') this.#events.chunk(source, rest);
  }

  /** Before the end: what was told and did not come again is taken back. */
  finish(): void {
    this.#masked?.end();
    if (this.#emitted?.isBehind === true) this.replace();
  }

  replace(): void {
    this.#events.push({ kind: 'text-replaced', text: this.#emitted?.replace() ?? '' });
  }

  addPiece(piece: AnswerPiece): void {
    this.#outputs.addPiece(piece);
  }

  count(characters: number): void {
    this.#length += characters;
    checkLength(this.#length, 'The text of the run');
  }
}

/** The text of one frame. */
export class FrameText implements SlotSink, TextOutput {
  readonly #position: ChunkSource['position'];
  readonly #next: TextOutput;
  readonly #pieces = new Map<number, AnswerPiece>();

  constructor(position: ChunkSource['position'], next: TextOutput) {
    this.#position = position;
    this.#next = next;
  }

  /** Text of a slot of this frame. */
  writeSlot(nodeId: string, selector: Selector | null, delta: string): void {
    this.count(delta.length);
    this.write({ nodeId, selector, position: this.#position }, delta);
  }

  count(characters: number): void {
    this.#next.count(characters);
  }

  /** Text of this frame or of one inside it. */
  write(source: ChunkSource, delta: string): void {
    this.#next.write(source, delta);
  }

  addPiece(piece: AnswerPiece): void {
    this.#next.addPiece(piece);
  }

  finished(node: FlowNode, written: string): void {
    const piece = this.#piece(node);
    piece.written = written;
    this.addPiece(piece);
  }

  /** A response node of this frame is done. */
  answered(node: FlowNode, answer: string, frame: SlotFrame): void {
    const piece = this.#piece(node);
    piece.answer = answer;
    piece.isTemplate = answer === templateText(node, frame);
  }

  #piece(node: FlowNode): AnswerPiece {
    const known = this.#pieces.get(node.position);
    if (known !== undefined) return known;
    const piece: AnswerPiece = { written: '', answer: '', isTemplate: false };
    this.#pieces.set(node.position, piece);
    return piece;
  }
}
