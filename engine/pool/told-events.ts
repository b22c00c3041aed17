import type { RunEvent } from '../contract.ts';

type Chunk = Extract<RunEvent, { kind: 'chunk' }>;

/** An event on its way from a thread. A list is the deltas of a chunk of the text that the run's last chunk was of. */
export type ToldEvent = RunEvent | readonly string[];

/**
 * Where a run's text came from last, which its chunks have in common: most events of a busy thread are single tokens, and
 * told whole, nine tenths of each would be that.
 */
export class TextSource {
  #last: Chunk | null = null;

  /** For the way: what `told` makes the event of again. */
  abridged(event: RunEvent): ToldEvent {
    if (event.kind !== 'chunk') return event;
    if (this.#last !== null && isSameText(this.#last, event)) return event.deltas;
    this.#last = { ...event, deltas: [] };
    return event;
  }

  /** The event as it was; chunks of one text share what they have in common. */
  told(event: ToldEvent): RunEvent {
    if (isDeltas(event)) {
      if (this.#last === null) throw new Error('a piece of text came before its source');
      const { kind, nodeId, selector, position } = this.#last;
      return { kind, nodeId, selector, deltas: event, position };
    }
    if (event.kind === 'chunk') this.#last = { ...event, deltas: [] };
    return event;
  }
}

export function isDeltas(event: ToldEvent): event is readonly string[] {
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
