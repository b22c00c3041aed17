/**
 * Streams the templates of response nodes in template order, one slot after another (app DSL, streaming order). Which
 * slot becomes reachable when was computed with the graph (`graph/slot-plan.ts`).
 */
import type { Selector } from '#engine';
import { type Flow, type FlowNode, type Slot, type SlotPart, skipped } from '#engine/graph/graph.ts';
import { toMarkdown } from '#engine/run/values/text-form.ts';
import type { TextOutput } from './frame-text.ts';
import { SlotCursor, StreamBuffer } from './stream-buffer.ts';
import { StreamChannel } from './stream-channel.ts';

/** What slots see of their frame. */
export interface SlotFrame {
  readonly flow: Flow;
  readonly nodeStates: Uint8Array;
  readonly pool: { get(selector: Selector): unknown };
  isSkipped(nodeId: string): boolean;
}

/** Takes the text of a frame's slots, in order. */
export interface SlotSink {
  writeSlot(nodeId: string, selector: Selector | null, delta: string): void;
  /** The template of a response node is written to its end; slots finish in the order in which they are shown. */
  finished(node: FlowNode, written: string): void;
}

type VariablePart = SlotPart & { readonly kind: 'variable' };

export class StreamSlots {
  readonly #frame: SlotFrame;
  readonly #sink: SlotSink;
  readonly #slots: readonly Slot[];
  readonly #cursors: readonly SlotCursor[];
  /** By number of the stream. */
  readonly #streams: (StreamBuffer | undefined)[] = [];
  /** The slot that is written, or the container whose rounds are; the others wait for it to finish. */
  #active = -1;
  #channel: StreamChannel | null = null;
  #waiting: (number | StreamChannel)[] = [];
  /** Of containers, by position of the node. */
  readonly #channels = new Map<number, StreamChannel>();

  constructor(frame: SlotFrame, sink: SlotSink) {
    this.#frame = frame;
    this.#sink = sink;
    this.#slots = frame.flow.slots;
    this.#cursors = this.#slots.map(() => new SlotCursor());
  }

  /** The slots have become reachable. */
  open(slots: readonly number[]): void {
    for (const slot of slots) {
      const cursor = this.#cursors[slot];
      if (cursor === undefined || cursor.isOpened) continue;
      cursor.isOpened = true;
      this.#waiting.push(slot);
    }
    if (this.#active === -1) this.flush();
  }

  /** A container begins its rounds, and their text takes its turn among the slots. */
  openChannel(container: FlowNode, next: TextOutput): StreamChannel {
    const channel = new StreamChannel(next);
    this.#channels.set(container.position, channel);
    this.#waiting.push(channel);
    if (this.#active === -1) this.flush();
    return channel;
  }

  /** Text of a node's output that some template names. */
  onDelta(stream: number, delta: string): void {
    const buffer = this.#streams[stream] ?? new StreamBuffer();
    this.#streams[stream] = buffer;
    buffer.deltas.push(delta);
    if (this.#active !== -1) this.flush();
  }

  /** The node is going to run again; what it streamed is void unless it has been written. */
  onRetry(node: FlowNode): void {
    for (const stream of node.streams?.values() ?? []) this.#streams[stream]?.restart();
  }

  /** The node has succeeded, or failed with an exception, and its outputs are in the pool. */
  onNodeDone(node: FlowNode): void {
    if (node.streams !== null) {
      for (const stream of node.streams.values()) {
        const buffer = this.#streams[stream];
        if (buffer !== undefined) buffer.isClosed = true;
      }
    }
    const cursor = this.#cursors[node.slot];
    if (cursor !== undefined) cursor.isNodeDone = true;
    this.#closeLane(node);
  }

  /** The node has failed in a round that goes on beside it. */
  onNodeFailed(node: FlowNode): void {
    this.#closeLane(node);
    this.flush();
  }

  /** The frame is over. Slots that wait for what a failed node did not put out make room for those behind them. */
  close(): void {
    for (const stream of this.#streams) if (stream !== undefined) stream.isClosed = true;
    this.#waiting = this.#waiting.filter(
      (next) => typeof next !== 'number' || this.#cursors[next]?.isNodeDone === true,
    );
    this.flush();
    while (this.#active !== -1) {
      this.#finishActive();
      this.flush();
    }
  }

  #closeLane(node: FlowNode): void {
    const channel = this.#channels.get(node.position);
    if (channel !== undefined) channel.isClosed = true;
  }

  /** Whether one of the slots was reached. */
  isReached(slots: readonly number[]): boolean {
    return slots.some((slot) => this.#cursors[slot]?.isOpened === true);
  }

  /** Writes what can be written by now. */
  flush(): void {
    for (;;) {
      if (this.#active === -1 && this.#channel === null && !this.#takeNext()) return;
      if (this.#channel !== null) {
        if (!this.#channel.isClosed) return;
        this.#channel = null;
        continue;
      }
      const slot = this.#slots[this.#active];
      const cursor = this.#cursors[this.#active];
      if (slot === undefined || cursor === undefined || !this.#advance(slot, cursor)) return;
      this.#finishActive();
    }
  }

  #takeNext(): boolean {
    const next = this.#waiting.shift();
    if (next === undefined) return false;
    if (typeof next === 'number') this.#active = next;
    else {
      this.#channel = next;
      next.release();
    }
    return true;
  }

  #finishActive(): void {
    const node = this.#frame.flow.nodes[this.#slots[this.#active]?.node ?? -1];
    const written = this.#cursors[this.#active]?.written.toString() ?? '';
    this.#active = -1;
    if (node !== undefined) this.#sink.finished(node, written);
  }

  /** Writes a slot's parts; false when one has to wait. */
  #advance(slot: Slot, cursor: SlotCursor): boolean {
    for (let part = slot.parts[cursor.part]; part !== undefined; part = slot.parts[cursor.part]) {
      if (part.kind === 'text') this.#write({ slot, cursor, selector: null }, part.text);
      else if (!this.#advanceVariable(slot, cursor, part)) return false;
      cursor.nextPart();
    }
    return true;
  }

  #advanceVariable(slot: Slot, cursor: SlotCursor, part: VariablePart): boolean {
    if (part.source !== -1 && this.#frame.nodeStates[part.source] === skipped) return true;
    const stream = this.#streams[part.stream];
    // Text that is still to come is waited for, unless the response node is done and shows nothing of it either.
    const isAwaited = cursor.isPartShown || !cursor.isNodeDone;
    if (stream !== undefined && !stream.isClosed && isAwaited) {
      this.#writeDeltas({ slot, cursor, part }, stream);
      return false;
    }
    const value = this.#frame.pool.get(part.selector);
    if (value !== undefined) {
      this.#writeValue({ slot, cursor, part }, stream, toMarkdown(value));
      return true;
    }
    if (cursor.isPartShown) return true;
    if (!cursor.isNodeDone) return false;
    // The response node is done and found nothing either: both show the same.
    this.#writePart({ slot, cursor, part }, shownText(part, this.#frame));
    return true;
  }

  /** Live text. After a retry, a part that has shown text of the earlier attempt waits for the whole value. */
  #writeDeltas(place: Place, stream: StreamBuffer): void {
    const { cursor } = place;
    if (cursor.attempt !== stream.attempt) {
      if (cursor.isPartShown) return;
      cursor.attempt = stream.attempt;
      cursor.deltasRead = 0;
    }
    for (; cursor.deltasRead < stream.deltas.length; cursor.deltasRead += 1) {
      this.#writePart(place, stream.deltas[cursor.deltasRead] ?? '');
    }
  }

  /**
   * The rest of a variable whose value is known. The value has the last word as far as the text already shown allows.
   */
  #writeValue(place: Place, stream: StreamBuffer | undefined, value: string): void {
    const { cursor } = place;
    const shown = cursor.partText;
    const isStale = stream !== undefined && shown !== '' && cursor.attempt !== stream.attempt;
    if (stream !== undefined && !isStale && stream.text === value) this.#writeDeltas(place, stream);
    else if (value.startsWith(shown)) this.#writePart(place, value.slice(shown.length));
    else if (isStale) this.#writePart(place, value);
    else if (stream !== undefined) this.#writeDeltas(place, stream);
  }

  #writePart({ slot, cursor, part }: Place, text: string): void {
    this.#write({ slot, cursor, selector: part.selector }, text);
  }

  #write(
    { slot, cursor, selector }: { slot: Slot; cursor: SlotCursor; selector: Selector | null },
    text: string,
  ): void {
    if (text === '') return;
    cursor.written.add(text);
    this.#sink.writeSlot(this.#frame.flow.nodes[slot.node]?.id ?? '', selector, text);
  }
}

/** Where a slot is being written. */
interface Place {
  readonly slot: Slot;
  readonly cursor: SlotCursor;
  readonly part: VariablePart;
}

/** A response node's template filled with the values of the moment. */
export function templateText(node: FlowNode, frame: SlotFrame): string {
  const slot = frame.flow.slots[node.slot];
  return (slot?.parts ?? []).map((part) => (part.kind === 'text' ? part.text : shownText(part, frame))).join('');
}

function shownText({ selector, missing }: VariablePart, frame: SlotFrame): string {
  const value = frame.pool.get(selector);
  if (value !== undefined) return toMarkdown(value);
  return frame.isSkipped(selector[0] ?? '') ? '' : (missing ?? selector.join('.'));
}
