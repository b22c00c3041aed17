import { randomBytes } from 'node:crypto';
import { quotedName } from '#plugins/egress/contract.ts';

/** One part of a form. */
export interface FormPart {
  readonly name: string;
  readonly content: string | Uint8Array;
  /** null: a field of text. */
  readonly filename: string | null;
  /** '' : none is said. */
  readonly mediaType: string;
}

/** A form as bytes (RFC 7578). Names can't leave their header: quotes and line breaks are encoded, as browsers do it. */
export function multipart(parts: readonly FormPart[]): { readonly contentType: string; readonly body: Uint8Array } {
  // Nobody who writes a part knows it.
  const boundary = `weft-${randomBytes(16).toString('hex')}`;
  const pieces = parts.flatMap(({ name, content, filename, mediaType }) => {
    const file = filename === null ? '' : `; filename="${quotedName(filename)}"`;
    const type = mediaType === '' ? '' : `Content-Type: ${mediaType.replace(/[^\x20-\x7e]/g, '')}\r\n`;
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${quotedName(name)}"${file}\r\n${type}\r\n`;
    return [Buffer.from(head), typeof content === 'string' ? Buffer.from(content) : content, Buffer.from('\r\n')];
  });
  const body = Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]);
  return { contentType: `multipart/form-data; boundary=${boundary}`, body };
}
