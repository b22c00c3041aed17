import type { RunEvent, RunFinishedEvent } from '../../engine/contract.ts';

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
