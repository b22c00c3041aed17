import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { acceptsEncoding, namesTag, type Reply, type RouteRequest } from '#http';
import type { BuiltPages } from './built-pages.ts';

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
};

/** Smallest first. */
const encodings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

/**
 * A file of the build in the smallest form that the browser takes; 304 for who has it. null: the build has none of this name.
 * Names are looked up, never made into paths.
 */
export async function assetReply(
  build: BuiltPages,
  name: string,
  { headers }: Pick<RouteRequest, 'headers'>,
  cacheControl: string,
): Promise<Reply | null> {
  const file = Object.hasOwn(build.manifest.files, name) ? build.manifest.files[name] : undefined;
  if (file === undefined) return null;
  const [encoding, ending] =
    encodings.find(
      ([each, suffix]) => file.encodings.includes(suffix) && acceptsEncoding(headers['accept-encoding'], each),
    ) ?? [];
  // The name holds the hash of what is in it; each form is a representation of its own.
  const etag = `"${name}${ending ?? ''}"`;
  const answer = {
    'cache-control': cacheControl,
    etag,
    vary: 'Accept-Encoding',
    'x-content-type-options': 'nosniff',
    // Pages in frames of other origins, and isolated ones, may load them.
    'cross-origin-resource-policy': 'cross-origin',
  };
  if (namesTag(headers['if-none-match'], etag)) return { status: 304, headers: answer, body: { kind: 'empty' } };
  const content = await readFile(join(build.folder, name + (ending ?? '')));
  return {
    status: 200,
    headers: { ...answer, ...(encoding !== undefined && { 'content-encoding': encoding }) },
    body: {
      kind: 'bytes',
      stream: once(content),
      contentType: types[extname(name)] ?? 'application/octet-stream',
      length: content.length,
    },
  };
}

async function* once(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content;
}
