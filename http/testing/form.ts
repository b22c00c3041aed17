/** One part of a form as bytes: `headers` are its lines without the final one. */
export interface RawPart {
  readonly headers: readonly string[];
  readonly content: string | Uint8Array;
}

const boundary = 'weft-test-boundary';

export const formType = `multipart/form-data; boundary=${boundary}`;

/** A form byte by byte as given, for parts that no decent client sends. */
export function rawForm(parts: readonly RawPart[]): Buffer {
  const pieces = parts.flatMap(({ headers, content }) => [
    Buffer.from(`--${boundary}\r\n${headers.map((line) => `${line}\r\n`).join('')}\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]);
}

export function rawFile(disposition: string, content: string | Uint8Array = 'content', type = 'text/plain'): RawPart {
  return { headers: [`Content-Disposition: form-data; ${disposition}`, `Content-Type: ${type}`], content };
}
