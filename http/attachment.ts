import type { Reply } from './reply.ts';

/** 200 with a file to be saved, sent as fast as its reader takes it: lists of any length. */
export function attachment(
  name: string,
  contentType: string,
  chunks: AsyncIterable<string> | AsyncIterable<Uint8Array>,
): Reply {
  const headers = {
    'Content-Disposition': `attachment; filename="${name}"`,
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
  };
  return { status: 200, headers, body: { kind: 'bytes', stream: encoded(chunks), contentType } };
}

async function* encoded(chunks: AsyncIterable<string | Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
}
