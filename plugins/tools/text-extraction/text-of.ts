import { Slices } from '#kernel';

/** Bytes that are decoded at once: a millisecond or two. */
const PIECE = 256 * 1024;

/** The text of UTF-8, in slices where it is long. */
export async function textOf(bytes: Uint8Array): Promise<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const pieces: string[] = [];
  const slices = new Slices();
  for (let start = 0; start < bytes.length; start += PIECE) {
    pieces.push(decoder.decode(bytes.subarray(start, start + PIECE), { stream: true }));
    await slices.next();
  }
  pieces.push(decoder.decode());
  return pieces.join('');
}
