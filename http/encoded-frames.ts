/**
 * Frames of an event stream as they are sent, a view of bytes that many readers are sent: what waits in their connections is
 * held once. `last`: the id of the last of them, which its reader goes on from.
 */
export class EncodedFrames {
  readonly bytes: Buffer;
  readonly last: string;
  #text: string | undefined;

  constructor(bytes: Buffer, last: string) {
    this.bytes = bytes;
    this.last = last;
  }

  /** As text; made once for all who are sent it. */
  get text(): string {
    this.#text ??= this.bytes.toString();
    return this.#text;
  }
}

/** What a reader may be told at once: events, or frames that are encoded already. */
export type StreamedBatch = readonly StreamedEvent[] | EncodedFrames;

/** A JSON text of one line; with an id, by which its reader can ask for what comes after it (`Last-Event-ID`). */
export type StreamedEvent = string | { readonly id: string; readonly text: string };

/** `data: <json>\n\n`, with a line `id: <id>` before where the event has one. */
export function frameOf(event: StreamedEvent): string {
  return typeof event === 'string' ? `data: ${event}\n\n` : `id: ${event.id}\ndata: ${event.text}\n\n`;
}
