import type { RunEvent, RunFinishedEvent } from '#engine';
import type { FileAddresses } from '#plugins/files/contract.ts';

/** Turns the events of a run into the JSON texts of its stream (runtime API, streaming). */
export interface FrameMapper {
  /** What an `error` event says of the run, beside what failed. */
  readonly identity: Readonly<Record<string, unknown>>;
  map(events: readonly RunEvent[]): string[];
  /** The last text of a run that finished. */
  finished(end: RunFinishedEvent): string;
  /** `tts_message` with a piece of the answer's sound in base64, `tts_message_end` without one. */
  sound(audio: string): string;
}

/** What a run that is under way needs of it. */
export type SpokenMapper = Pick<FrameMapper, 'map' | 'sound'>;

/**
 * Frames in which addresses of kept files work from now on: what they tell may be from yesterday, or from the beginning of
 * a run that took an hour, and an address works for minutes (runtime API, file values).
 */
export class FreshFrames implements FrameMapper {
  readonly identity: FrameMapper['identity'];
  readonly #inner: FrameMapper;
  readonly #files: FileAddresses;
  readonly #workspaceId: string;

  constructor(inner: FrameMapper, files: FileAddresses, workspaceId: string) {
    this.identity = inner.identity;
    this.#inner = inner;
    this.#files = files;
    this.#workspaceId = workspaceId;
  }

  map(events: readonly RunEvent[]): string[] {
    const frames = this.#inner.map(events);
    const isText = events.every(({ kind }) => kind === 'chunk');
    return frames.map((frame) => (isText ? this.#files.readdressed(frame) : this.#fresh(frame)));
  }

  finished(end: RunFinishedEvent): string {
    return this.#fresh(this.#inner.finished(end));
  }

  sound(audio: string): string {
    return this.#inner.sound(audio);
  }

  #fresh(text: string): string {
    return this.#files.freshenText(this.#workspaceId, text);
  }
}
