import { StringDecoder } from 'node:string_decoder';
import { createParser } from 'eventsource-parser';

/** Characters. An event that is longer is an attack or a mistake. */
const MAX_EVENT = 16 * 1024 * 1024;

/** Reads a server-sent event stream that arrives in pieces. `onData` gets the data of each event. */
export class EventData {
  readonly #decoder = new StringDecoder('utf8');
  readonly #parser;

  constructor(onData: (data: string) => void) {
    this.#parser = createParser({
      maxBufferSize: MAX_EVENT,
      onEvent: ({ data }) => onData(data),
      // Unknown fields are skipped, as the specification has it.
      onError(error) {
        if (error.type === 'max-buffer-size-exceeded') throw error;
      },
    });
  }

  /** Throws when an event is too long, and what `onData` throws. */
  push(bytes: Uint8Array): void {
    this.#parser.feed(this.#decoder.write(bytes));
  }

  /** Some servers leave out the empty line after the last event. */
  end(): void {
    this.#parser.feed(`${this.#decoder.end()}\n\n`);
  }
}
