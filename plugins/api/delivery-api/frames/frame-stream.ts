import type { RunEvent } from '#engine';
import { mapAsyncIterable } from '#kernel';
import type { SpeechStream } from '#plugins/delivery-api/generation/single-providers.ts';
import type { SpokenMapper } from './frame-mapper.ts';

/** Milliseconds for which a `workflow_finished` waits for the rest of the sound. */
const MAX_HOLD = 10_000;

type Step =
  | { readonly kind: 'events'; readonly events: readonly RunEvent[] | null }
  | { readonly kind: 'sound'; readonly audio: Uint8Array | null }
  | { readonly kind: 'late' };

/**
 * The frames of a run with the sound of its answer between them (runtime API, order of events). Text goes before sound.
 * `workflow_finished` alone waits for the rest of the sound, for a while: clients stop reading there. Not a generator:
 * one answers `return` only after the value it waits for, and who left shall cost no more speech.
 */
export class SpokenFrames implements AsyncIterableIterator<readonly string[]> {
  readonly #reader: AsyncIterator<readonly RunEvent[]>;
  readonly #mapper: SpokenMapper;
  readonly #speech: SpeechStream;
  readonly #longestHold: number;
  #events: Promise<Step> | null = null;
  #sound: Promise<Step> | null = null;
  #late: Promise<Step> | null = null;
  #timer: NodeJS.Timeout | undefined;
  #held: string | null = null;
  #areEventsOver = false;
  #isSoundOver = false;
  /** Nothing follows an `error`, and the end of the sound is told once. */
  #isEndTold = false;

  constructor(
    events: AsyncIterable<readonly RunEvent[]>,
    mapper: SpokenMapper,
    speech: SpeechStream,
    longestHold = MAX_HOLD,
  ) {
    this.#reader = events[Symbol.asyncIterator]();
    this.#mapper = mapper;
    this.#speech = speech;
    this.#longestHold = longestHold;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<readonly string[]>> {
    while (!this.#areEventsOver || !this.#isSoundOver) {
      const frames = this.#framesOf(await Promise.race(this.#steps()));
      if (frames.length > 0) return { done: false, value: frames };
    }
    if (this.#isEndTold) return { done: true, value: undefined };
    this.#isEndTold = true;
    return { done: false, value: [this.#mapper.sound('')] };
  }

  async return(): Promise<IteratorResult<readonly string[]>> {
    this.#speech.stop();
    clearTimeout(this.#timer);
    await this.#reader.return?.();
    return { done: true, value: undefined };
  }

  /** What may come next; the first one that is there is told. */
  #steps(): Promise<Step>[] {
    const steps: Promise<Step>[] = [];
    if (!this.#areEventsOver) {
      this.#events ??= this.#reader.next().then(({ done, value }) => ({ kind: 'events', events: done ? null : value }));
      // A run that can't be read ends the stream, as one without sound.
      this.#events.catch(() => this.#speech.stop());
      steps.push(this.#events);
    }
    if (!this.#isSoundOver) {
      this.#sound ??= this.#speech.next().then((audio) => ({ kind: 'sound', audio }));
      steps.push(this.#sound);
    }
    if (this.#late !== null) steps.push(this.#late);
    return steps;
  }

  #framesOf(step: Step): string[] {
    if (step.kind === 'late') return this.#released();
    if (step.kind === 'sound') {
      this.#sound = null;
      if (step.audio !== null) return [this.#mapper.sound(Buffer.from(step.audio).toString('base64'))];
      this.#isSoundOver = true;
      return this.#released();
    }
    this.#events = null;
    if (step.events !== null) return this.#framesWith(step.events);
    this.#areEventsOver = true;
    this.#speech.end();
    return [];
  }

  #framesWith(events: readonly RunEvent[]): string[] {
    const frames = this.#mapper.map(events);
    for (const event of events) {
      if (event.kind === 'chunk') for (const delta of event.deltas) this.#speech.add(delta);
      else if (event.kind === 'text-replaced') this.#speech.replace(event.text);
    }
    const last = events.at(-1);
    if (last?.kind !== 'run-finished') return frames;
    if (last.status === 'failed') this.#isEndTold = true;
    if (last.status === 'failed' || last.status === 'stopped') this.#speech.stop();
    else this.#hold(frames);
    this.#speech.end();
    return frames;
  }

  #hold(frames: string[]): void {
    if (this.#isSoundOver || !frames.at(-1)?.startsWith('{"event":"workflow_finished"')) return;
    this.#held = frames.pop() ?? null;
    this.#late = new Promise((resolve) => {
      this.#timer = setTimeout(() => resolve({ kind: 'late' }), this.#longestHold);
    });
  }

  #released(): string[] {
    clearTimeout(this.#timer);
    this.#late = null;
    const frames = this.#held === null ? [] : [this.#held];
    this.#held = null;
    return frames;
  }
}

/** The frames of a run, batch by batch (empty for one nobody is shown), with the sound of its answer where it is spoken. */
export function frames(
  events: AsyncIterable<readonly RunEvent[]>,
  mapper: SpokenMapper,
  speech: SpeechStream | null,
): AsyncIterable<readonly string[]> {
  return speech === null
    ? mapAsyncIterable(events, (batch) => mapper.map(batch))
    : new SpokenFrames(events, mapper, speech);
}
