/** Times of metadata are seconds since the epoch, or ISO texts; fields of pages have `2026-03-15T09:30` in local time. */

/** What the field shows; null: it can't. */
export function timeOf(value: unknown): string | null {
  if (value === '' || value === null || value === undefined) return '';
  const seconds = typeof value === 'number' ? value : /^\s*\d{6,12}\s*$/.test(String(value)) ? Number(value) : null;
  const date = seconds === null ? new Date(String(value)) : new Date(seconds * 1000);
  if (Number.isNaN(date.getTime())) return null;
  const two = (part: number) => String(part).padStart(2, '0');
  const day = `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** What is written of it: seconds since the epoch; "" for none. */
export function fromTime(typed: string): number | '' {
  const time = new Date(typed).getTime();
  return typed === '' || Number.isNaN(time) ? '' : Math.floor(time / 1000);
}
