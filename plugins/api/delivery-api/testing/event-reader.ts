export interface StreamedEvent {
  readonly event: string;
  readonly [field: string]: unknown;
}

/** Reads a stream event by event, for tests that act in its middle. */
export class EventReader {
  readonly events: StreamedEvent[] = [];
  pings = 0;
  readonly #frames: AsyncIterator<string>;

  constructor(answer: Response) {
    this.#frames = framesOf(answer);
  }

  /** Reads until an event fits, and returns it; throws at the end of the stream. */
  async until(fits: (event: StreamedEvent) => boolean): Promise<StreamedEvent> {
    for (;;) {
      const event = await this.#next();
      if (event === null) throw new Error(`no event fitted before the end: ${JSON.stringify(this.events.at(-1))}`);
      if (fits(event)) return event;
    }
  }

  /** Reads to the end; returns everything that was read. */
  async rest(): Promise<readonly StreamedEvent[]> {
    while ((await this.#next()) !== null);
    return this.events;
  }

  async #next(): Promise<StreamedEvent | null> {
    for (;;) {
      const { value: frame, done } = await this.#frames.next();
      if (done) return null;
      if (frame === 'event: ping') {
        this.pings++;
        continue;
      }
      const event = JSON.parse(frame.slice('data: '.length));
      this.events.push(event);
      return event;
    }
  }
}

async function* framesOf(answer: Response): AsyncGenerator<string> {
  if (answer.body === null) return;
  let rest = '';
  for await (const text of answer.body.pipeThrough(new TextDecoderStream())) {
    const frames = (rest + text).split('\n\n');
    rest = frames.pop() ?? '';
    yield* frames;
  }
}
