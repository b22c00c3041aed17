import { createHash, createHmac } from 'node:crypto';

/**
 * Texts into bytes and back, and digests of bytes, as Node makes them: in the interpreter they would take a thousand times
 * as long. Each costs in proportion to bytes that fit into the interpreter's memory.
 */
export function bytesOfText(text: string, coding: string): Uint8Array {
  return Buffer.from(text, coding as BufferEncoding);
}

export function textOfBytes(bytes: Uint8Array, coding: string): string {
  return viewOf(bytes).toString(coding as BufferEncoding);
}

/**
 * A text as it goes into the interpreter: the way there ends a text at its first NUL and breaks half characters. A text
 * that has either goes as JSON behind a mark.
 */
export function packed(text: string): string {
  const isPlain = !text.includes('\0') && !text.startsWith(mark) && text.isWellFormed();
  return isPlain ? text : mark + JSON.stringify(text);
}

/** A text as it comes from there, where `pack` of the bootstrap does the same. */
export function unpacked(text: string): string {
  return text.startsWith(mark) ? String(JSON.parse(text.slice(1))) : text;
}

const mark = '\u0001';

/** What a `TextDecoder` made of `[label, fatal, ignoreBOM]` (JSON) reads: `{ text, encoding }`, or `{ name, message }` of its error. */
export function decodedText(bytes: Uint8Array, request: string): string {
  try {
    const [label, fatal, ignoreBOM] = JSON.parse(request) as [unknown, unknown, unknown];
    const decoder = new TextDecoder(String(label), { fatal: fatal === true, ignoreBOM: ignoreBOM === true });
    return JSON.stringify({ text: decoder.decode(bytes), encoding: decoder.encoding });
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new TypeError('invalid');
    return JSON.stringify({ name, message: message.slice(0, 200) });
  }
}

/** Throws for a method that Node does not know, as `hmacOf` does. */
export function hashOf(method: string, bytes: Uint8Array): Uint8Array {
  return createHash(method).update(bytes).digest();
}

export function hmacOf(method: string, key: Uint8Array, bytes: Uint8Array): Uint8Array {
  return createHmac(method, key).update(bytes).digest();
}

function viewOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
