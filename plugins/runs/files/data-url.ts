const head = /^data:([a-z0-9.+/-]*)(?:;[^,;]*)*?(;base64)?,/i;

/** What a `data:` URL holds; null: it is none, or not well encoded. */
export function readDataUrl(url: string): { readonly mediaType: string; readonly bytes: Buffer } | null {
  const found = head.exec(url);
  if (found === null) return null;
  const rest = url.slice(found[0].length);
  const mediaType = (found[1] || 'text/plain').toLowerCase();
  if (found[2] !== undefined) return { mediaType, bytes: Buffer.from(rest, 'base64') };
  try {
    return { mediaType, bytes: Buffer.from(decodeURIComponent(rest), 'utf8') };
  } catch {
    return null;
  }
}
