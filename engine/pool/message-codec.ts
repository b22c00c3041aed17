import type { RunEvent, RunRequest } from '#engine';
import type { FromWorker, RunBatch, ToWorker } from './protocol.ts';

type Chunk = Extract<RunEvent, { kind: 'chunk' }>;

/** An event as a thread sends it. A list is the deltas of a chunk of the text that the run's last chunk was of. */
export type SentEvent = RunEvent | readonly string[];

/**
 * Where a run's text came from last, which its chunks have in common: most events of a busy thread are single tokens, and
 * sent whole, nine tenths of each would be that.
 */
export class DeltaCodec {
  #last: Chunk | null = null;

  /** What is sent: `decode` on the other side makes the event of it again. */
  encode(event: RunEvent): SentEvent {
    if (event.kind !== 'chunk') return event;
    if (this.#last !== null && isSameText(this.#last, event)) return event.deltas;
    this.#last = { ...event, deltas: [] };
    return event;
  }

  /** The event as it was; chunks of one text share what they have in common. */
  decode(event: SentEvent): RunEvent {
    if (isDeltas(event)) {
      if (this.#last === null) throw new Error('a piece of text came before its source');
      const { kind, nodeId, selector, position } = this.#last;
      return { kind, nodeId, selector, deltas: event, position };
    }
    if (event.kind === 'chunk') this.#last = { ...event, deltas: [] };
    return event;
  }
}

export function isDeltas(event: SentEvent): event is readonly string[] {
  return Array.isArray(event);
}

/** Whether two chunks are pieces of one text. */
export function isSameText(a: Chunk, b: Chunk): boolean {
  return a.nodeId === b.nodeId && isSameSelector(a.selector, b.selector) && isSamePosition(a.position, b.position);
}

function isSameSelector(a: Chunk['selector'], b: Chunk['selector']): boolean {
  if (a === b) return true;
  if (a === null || b === null || a.length !== b.length) return false;
  return a.every((part, index) => part === b[index]);
}

function isSamePosition(a: Chunk['position'], b: Chunk['position']): boolean {
  if (a === b) return true;
  if (a === null || b === null) return false;
  // The path says all that the other fields do.
  return a.path === b.path;
}

/**
 * Characters from which a text crosses as bytes that are handed over. What a large message clones begins its life in the
 * old generation of the other side, where it waits for a major collection; of bytes that were handed over a young text
 * is made.
 */
const LARGE = 32_000;

/** Fields of requests and events whose texts may be large. */
const fields = ['inputs', 'processData', 'outputs', 'state', 'value'] as const;

type Part = SentEvent | Omit<RunRequest, 'graph'>;

/** The message with bytes in place of its large texts, which have to be handed over with it. */
export function withBytes<Message extends FromWorker | ToWorker>(
  message: Message,
): { readonly message: Message; readonly transfer: readonly ArrayBuffer[] } {
  // What a node passes on is the next one's input: the same text crosses once.
  const known = new Map<string, ArrayBuffer>();
  const toBytes = (value: unknown) => (isLargeText(value) ? bytesOf(value, known) : value);
  if (message.kind === 'start' && isLarge(message.request)) {
    const request = replaced(message.request, toBytes);
    return { message: { ...message, request, hasBytes: true }, transfer: [...known.values()] };
  }
  if (message.kind === 'events' && message.batches.some(([, events]) => events.some(isLarge))) {
    const batches = batchesWith(message.batches, toBytes);
    return { message: { ...message, batches, hasBytes: true }, transfer: [...known.values()] };
  }
  return { message, transfer: [] };
}

/** The message as it was. */
export function withTexts<Message extends FromWorker | ToWorker>(message: Message): Message {
  const known = new Map<ArrayBuffer, string>();
  const toText = (value: unknown) => (value instanceof ArrayBuffer ? textOf(value, known) : value);
  if (message.kind === 'start' && message.hasBytes === true) {
    return { ...message, request: replaced(message.request, toText) };
  }
  if (message.kind === 'events' && message.hasBytes === true) {
    return { ...message, batches: batchesWith(message.batches, toText) };
  }
  return message;
}

/** Most events of a busy thread are pieces of text, and small. */
function isLarge(part: Part): boolean {
  if (Array.isArray(part) || ('kind' in part && part.kind === 'chunk')) return false;
  return fields.some((field) => isLargeText(Reflect.get(part, field)));
}

function isLargeText(value: unknown): value is string {
  return typeof value === 'string' && value.length >= LARGE;
}

function batchesWith(batches: readonly RunBatch[], replace: (value: unknown) => unknown): readonly RunBatch[] {
  return batches.map(([run, events, encoded]) => [
    run,
    events.map((event) => (isDeltas(event) ? event : replaced(event, replace))),
    encoded,
  ]);
}

function replaced<Given extends Part>(part: Given, replace: (value: unknown) => unknown): Given {
  const changed = { ...part };
  for (const field of fields) if (field in part) Reflect.set(changed, field, replace(Reflect.get(part, field)));
  return changed;
}

function bytesOf(text: string, known: Map<string, ArrayBuffer>): ArrayBuffer {
  const before = known.get(text);
  if (before !== undefined) return before;
  // Memory of its own: a piece of a pool can't be handed over.
  const bytes = new ArrayBuffer(Buffer.byteLength(text));
  Buffer.from(bytes).write(text);
  known.set(text, bytes);
  return bytes;
}

function textOf(bytes: ArrayBuffer, known: Map<ArrayBuffer, string>): string {
  const before = known.get(bytes);
  if (before !== undefined) return before;
  const text = Buffer.from(bytes).toString();
  known.set(bytes, text);
  // Frees the bytes now: they lie outside the heap, where a busy thread would leave many behind.
  bytes.transfer(0);
  return text;
}
