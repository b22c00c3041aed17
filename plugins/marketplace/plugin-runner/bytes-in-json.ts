/** JSON in which bytes are `{ "$bytes": base64 }`, as the driver reads and writes it. */
export function toPackage(value: unknown): string {
  return JSON.stringify(value, (_, item: unknown) => {
    const bytes = bytesOf(item);
    return bytes === null ? item : { $bytes: bytes.toString('base64') };
  });
}

export function fromPackage(text: string): unknown {
  return JSON.parse(text, (key, item: unknown) => {
    // Code of others may send any key; one that reaches a prototype is left out.
    if (key === '__proto__') return undefined;
    const { $bytes } = Object(item) as { readonly $bytes?: unknown };
    return typeof $bytes === 'string' ? new Uint8Array(Buffer.from($bytes, 'base64')) : item;
  });
}

/** A Buffer writes itself as JSON before the replacer sees it. */
function bytesOf(item: unknown): Buffer | null {
  if (item instanceof Uint8Array) return Buffer.from(item.buffer, item.byteOffset, item.byteLength);
  const { type, data } = Object(item) as { readonly type?: unknown; readonly data?: unknown };
  return type === 'Buffer' && Array.isArray(data) ? Buffer.from(data) : null;
}
