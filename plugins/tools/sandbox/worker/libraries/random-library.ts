import type { LibraryTools } from './tools.ts';

/** `crypto`: random numbers of the server, and its digests. */
export function randomLibrary({ random, hash }: LibraryTools) {
  const fill = (bytes: Uint8Array): void => {
    for (let at = 0; at < bytes.length; at += 65536) {
      const count = Math.min(65536, bytes.length - at);
      const hex = random(count);
      for (let place = 0; place < count; place++) {
        bytes[at + place] = Number.parseInt(hex.slice(place * 2, place * 2 + 2), 16);
      }
    }
  };
  const randomUUID = (): string => {
    const bytes = new Uint8Array(16);
    fill(bytes);
    bytes[6] = ((bytes[6] as number) & 15) | 64;
    bytes[8] = ((bytes[8] as number) & 63) | 128;
    const hex = [...bytes].map((byte) => (byte < 16 ? '0' : '') + byte.toString(16)).join('');
    return [
      [0, 8],
      [8, 12],
      [12, 16],
      [16, 20],
      [20, 32],
    ]
      .map(([from, to]) => hex.slice(from, to))
      .join('-');
  };
  const getRandomValues = <View extends ArrayBufferView>(view: View): View => {
    if (!ArrayBuffer.isView(view)) throw new TypeError('crypto.getRandomValues needs a typed array');
    fill(new Uint8Array(view.buffer, view.byteOffset, view.byteLength));
    return view;
  };
  const digest = async (algorithm: unknown, data: unknown): Promise<ArrayBuffer> => {
    const name = String(typeof algorithm === 'string' ? algorithm : Object(algorithm).name).toUpperCase();
    if (!['SHA-1', 'SHA-256', 'SHA-384', 'SHA-512'].includes(name)) {
      throw Object.assign(new Error(`Unrecognized algorithm name: ${name.slice(0, 50)}`), {
        name: 'NotSupportedError',
      });
    }
    if (data instanceof ArrayBuffer) return hash(name.replace('-', ''), data);
    if (!ArrayBuffer.isView(data)) throw new TypeError('crypto.subtle.digest needs bytes');
    const bytes = data.buffer.slice(data.byteOffset, data.byteOffset + data.byteLength) as ArrayBuffer;
    return hash(name.replace('-', ''), bytes);
  };
  return { crypto: { randomUUID, getRandomValues, subtle: { digest } } };
}
