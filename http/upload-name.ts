/**
 * The name of a file as its sender means it. Browsers write a quote and line breaks as `%22`, `%0D`, `%0A`; other programs
 * encode what is no ASCII, in percent escapes or as e-mails do (RFC 2047). Anything else is the name already.
 */
export function uploadName(sent: string): string {
  return words(sent)
    .replace(/(?:%[89a-f][\da-f])+/gi, (escapes) => {
      try {
        return decodeURIComponent(escapes);
      } catch {
        return escapes;
      }
    })
    .replace(/%(?:22|0d|0a)/gi, decodeURIComponent);
}

/** Encoded words; those with nothing but blanks between them are one text, whose characters may be cut between them. */
function words(sent: string): string {
  const word = /=\?[\w.:-]{1,40}(?:\*[\w-]{1,40})?\?[bq]\?[^?\s]{0,2000}\?=/i;
  const run = new RegExp(`(?:${word.source})(?:\\s+(?:${word.source}))*`, 'gi');
  return sent.replace(run, (found) => {
    const parts = found.split(/\s+/).map((text) => /^=\?([^?*]+)[^?]*\?(.)\?(.*)\?=$/.exec(text));
    const [charset = ''] = parts.map((part) => part?.[1] ?? '');
    const bytes = Buffer.concat(parts.map((part) => bytesOf(part?.[2] ?? '', part?.[3] ?? '')));
    try {
      return new TextDecoder(charset, { fatal: true }).decode(bytes);
    } catch {
      return found;
    }
  });
}

function bytesOf(encoding: string, text: string): Uint8Array {
  if (encoding.toLowerCase() === 'b') return Buffer.from(text, 'base64');
  const plain = text
    .replaceAll('_', ' ')
    .replace(/=([\da-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(plain, 'latin1');
}
