/** A line of two texts that are compared. */
export interface ComparedLine {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** Beyond this, comparing by lines costs more than it tells. */
const MAX_CELLS = 250_000;

/** What became of the lines of a text; null: too long to be compared so. */
export function lineChanges(before: string, after: string): readonly ComparedLine[] | null {
  const [old, now] = [before.split('\n'), after.split('\n')];
  if (old.length * now.length > MAX_CELLS) return null;
  const lengths = commonLengths(old, now);
  const lines: ComparedLine[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < now.length) {
    if (i < old.length && j < now.length && old[i] === now[j]) {
      lines.push({ kind: 'same', text: old[i] ?? '' });
      i++;
      j++;
    } else if (j >= now.length || (i < old.length && at(lengths, i + 1, j) >= at(lengths, i, j + 1))) {
      lines.push({ kind: 'removed', text: old[i++] ?? '' });
    } else {
      lines.push({ kind: 'added', text: now[j++] ?? '' });
    }
  }
  return lines;
}

const at = (lengths: readonly Uint16Array[], i: number, j: number): number => lengths[i]?.[j] ?? 0;

/** How many lines the ends of both have in common, from each place on. */
function commonLengths(old: readonly string[], now: readonly string[]): readonly Uint16Array[] {
  const lengths = Array.from({ length: old.length + 1 }, () => new Uint16Array(now.length + 1));
  for (let i = old.length - 1; i >= 0; i--) {
    const row = lengths[i];
    for (let j = now.length - 1; row !== undefined && j >= 0; j--) {
      row[j] =
        old[i] === now[j] ? at(lengths, i + 1, j + 1) + 1 : Math.max(at(lengths, i + 1, j), at(lengths, i, j + 1));
    }
  }
  return lengths;
}
