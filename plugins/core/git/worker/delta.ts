import { damaged, exceeds, size } from './refusal.ts';

/** What a difference makes of its base: pieces that are copied from it, and pieces that are new. */
export function applyDelta(base: Buffer, delta: Buffer, most: number): Buffer {
  let at = 0;
  const byte = (): number => {
    const value = delta[at++];
    if (value === undefined) throw damaged('a difference in the pack was cut');
    return value;
  };
  const length = (): number => {
    let [value, next] = [0, 128];
    for (let scale = 1; next >= 128; scale *= 128) {
      next = byte();
      value += (next & 127) * scale;
      if (value > Number.MAX_SAFE_INTEGER) throw damaged('a difference in the pack has no size');
    }
    return value;
  };
  /** As many bytes as the bits say, lowest first. */
  const number = (bits: number, count: number): number => {
    let value = 0;
    for (let index = 0; index < count; index += 1) if ((bits >> index) & 1) value += byte() * 256 ** index;
    return value;
  };
  if (length() !== base.length) throw damaged('a difference in the pack is to something else');
  const total = length();
  if (total > most) throw exceeds(`a file in it is larger than ${size(most)}`);
  const result = Buffer.alloc(total);
  let filled = 0;
  while (at < delta.length) {
    const order = byte();
    const from = order >= 128 ? base : delta;
    const start = order >= 128 ? number(order, 4) : at;
    const count = order >= 128 ? number((order >> 4) & 7, 3) || 65_536 : order;
    if (count === 0 || start + count > from.length || filled + count > total) {
      throw damaged('a difference in the pack leads out of it');
    }
    from.copy(result, filled, start, start + count);
    filled += count;
    if (from === delta) at += count;
  }
  if (filled !== total) throw damaged('a difference in the pack was cut');
  return result;
}
