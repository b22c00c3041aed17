import { invalidParameter } from '#plugins/app-access/contract.ts';
import type { NumberedEvent } from '#plugins/runs/contract.ts';

/** How far a reader has come in a run's stream. */
export interface FrameCursor {
  readonly after: number;
  /** Absent: of the run as it is now. */
  readonly generation: number | undefined;
  /** Of the event `after`, only so many frames have been read; 0: all. */
  readonly frames: number;
}

const pattern = /^(?:(\d{1,9})-)?(\d{1,9})(?:\.(\d{1,9}))?$/;

/** Reads an id that `identified` made; the number alone will do too. Empty: from the beginning. */
export function cursorOf(id: string, field: string): FrameCursor {
  if (id === '') return { after: 0, generation: undefined, frames: 0 };
  const match = pattern.exec(id);
  if (match === null) {
    throw invalidParameter(`${field} is not the id of an event of this stream, such as 0-17 or 0-17.1`, 'after');
  }
  const [, generation, number, frames] = match;
  return {
    after: Number(number),
    generation: generation === undefined ? undefined : Number(generation),
    frames: Number(frames ?? 0),
  };
}

/**
 * The frames of an event that a reader has not read, with their ids: generation and number of the event, and for all but
 * its last frame the number of the frame. So the id of a last frame says that the event was read whole.
 */
export function identified(event: NumberedEvent, frames: readonly string[], cursor: FrameCursor) {
  const { number, generation } = event;
  const id = idOf(event);
  const all = frames.map((text, index) => ({ id: index === frames.length - 1 ? id : `${id}.${index + 1}`, text }));
  const isNewer = number > cursor.after || (cursor.generation !== undefined && generation > cursor.generation);
  if (isNewer) return all;
  const isCut = number === cursor.after && generation === (cursor.generation ?? generation) && cursor.frames > 0;
  return isCut ? all.slice(cursor.frames) : [];
}

/** Of the last frame of an event. */
export function idOf({ number, generation }: NumberedEvent): string {
  return `${generation}-${number}`;
}
