import type { RunRequest } from '../contract.ts';
import type { FromWorker, RunBatch, ToWorker } from './protocol.ts';
import { isDeltas, type ToldEvent } from './told-events.ts';

/**
 * Characters from which a text crosses as bytes that are handed over. What a large message clones begins its life in the
 * old generation of the other side, where it waits for a major collection; of bytes that were handed over a young text
 * is made.
 */
const LARGE = 32_000;

/** Fields of requests and events whose texts may be large. */
const fields = ['inputs', 'processData', 'outputs', 'state', 'value'] as const;

type Part = ToldEvent | Omit<RunRequest, 'graph'>;

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
    const batches = mapped(message.batches, toBytes);
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
    return { ...message, batches: mapped(message.batches, toText) };
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

function mapped(batches: readonly RunBatch[], replace: (value: unknown) => unknown): readonly RunBatch[] {
  return batches.map(([run, events, packed]) => [
    run,
    events.map((event) => (isDeltas(event) ? event : replaced(event, replace))),
    packed,
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
