import type { RunEvent } from '../../engine/contract.ts';

type Chunk = Extract<RunEvent, { kind: 'chunk' }>;

/**
 * Pieces of one text say each where they come from, and of a message from a thread each in texts and lists of its own:
 * half of what a token holds until it is journalled. Here they share what is the same.
 */
export class SharedSource {
  #last: Chunk | null = null;

  apply(events: readonly RunEvent[]): readonly RunEvent[] {
    const [first] = events;
    // Most batches are one token.
    if (events.length === 1 && first !== undefined) return first.kind === 'chunk' ? [this.#shared(first)] : events;
    return events.some(({ kind }) => kind === 'chunk') ? events.map((event) => this.#shared(event)) : events;
  }

  #shared(event: RunEvent): RunEvent {
    if (event.kind !== 'chunk') return event;
    const last = this.#last;
    if (last === null || !isSame(last, event)) {
      this.#last = { ...event, deltas: [] };
      return event;
    }
    const { kind, nodeId, selector, position } = last;
    return { kind, nodeId, selector, deltas: event.deltas, position };
  }
}

function isSame(a: Chunk, b: Chunk): boolean {
  if (a.nodeId !== b.nodeId || a.position !== b.position) return false;
  if (a.selector === null || b.selector === null) return a.selector === b.selector;
  if (a.selector.length !== b.selector.length) return false;
  for (let index = 0; index < a.selector.length; index += 1) if (a.selector[index] !== b.selector[index]) return false;
  return true;
}
