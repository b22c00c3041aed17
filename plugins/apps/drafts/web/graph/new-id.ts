let last = 0;

/** Ids are the moment they were made at, as other editors of the family make them. */
export function newId(): string {
  last = Math.max(last + 1, Date.now());
  return String(last);
}
