import { Float } from '#engine';

const largestValue = 10_000;
const largestTotal = 400_000;

/**
 * Values for the record of a loop. A hundred rounds show every variable twice, so what is large is cut: the whole value is
 * in the records of the nodes that made it.
 */
export class ShownValues {
  #room = largestTotal;

  of(values: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
    return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, this.#shown(value)]));
  }

  #shown(value: unknown): unknown {
    const most = Math.min(largestValue, this.#room);
    const left = roomAfter(value, most);
    if (left >= 0) {
      this.#room -= most - left;
      return value;
    }
    if (typeof value !== 'string') return '[too large to be shown here]';
    this.#room -= most;
    return `${value.slice(0, most)}…`;
  }
}

/** What is left of some room for characters and parts; negative when a value does not fit. */
function roomAfter(value: unknown, room: number): number {
  if (typeof value === 'string') return room - value.length;
  if (typeof value !== 'object' || value === null || value instanceof Float) return room - 1;
  let left = room - 1;
  for (const [key, part] of Object.entries(value)) {
    left = roomAfter(part, left - key.length);
    if (left < 0) return left;
  }
  return left;
}
