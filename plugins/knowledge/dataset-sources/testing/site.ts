import { gzipSync } from 'node:zlib';
import { type LocalServer, startServer } from '#plugins/egress/testing/local-server.ts';

/** What a path of a site answers: a page, or all of an answer. */
export type SiteAnswer =
  | string
  | {
      readonly status?: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string | Uint8Array;
      /** It never ends. */
      readonly isSlow?: boolean;
    };

/** A site on loopback. */
export interface Site extends AsyncDisposable {
  readonly url: string;
  readonly server: LocalServer;
  /** By path and query; what is not here is not there. */
  readonly answers: Map<string, SiteAnswer>;
  /** Paths that were asked for, but robots.txt. */
  asked(): string[];
}

export async function startSite(answers: Readonly<Record<string, SiteAnswer>> = {}): Promise<Site> {
  const known = new Map(Object.entries(answers));
  const server = await startServer(({ url }, response) => {
    const answer = known.get(url);
    if (answer === undefined) return void response.writeHead(404).end();
    if (typeof answer === 'string') return void response.writeHead(200, { 'content-type': 'text/html' }).end(answer);
    const { status = 200, headers = {}, body = '', isSlow = false } = answer;
    response.writeHead(status, { 'content-type': 'text/html', ...headers });
    if (isSlow) response.write('<p>');
    else response.end(body);
  });
  return {
    url: server.url,
    server,
    answers: known,
    asked: () => server.seen.map(({ url }) => url).filter((url) => url !== '/robots.txt'),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

/** A page with a text and links. */
export function page(title: string, links: readonly string[] = [], head = ''): string {
  const anchors = links.map((link) => `<a href="${link}">to ${link}</a>`).join(' ');
  return `<html><head><title>${title}</title>${head}</head><body><p>All about ${title}.</p>${anchors}</body></html>`;
}

/** A tar archive as hosts make them, packed. */
export function tarGz(files: Readonly<Record<string, string | Uint8Array>>, options: TarOptions = {}): Uint8Array {
  return gzipSync(tar(files, options));
}

export interface TarOptions {
  /** By path: `2` a link. */
  readonly types?: Readonly<Record<string, string>>;
  /** By path: what the header says, whatever the content has. */
  readonly sizes?: Readonly<Record<string, number>>;
}

export function tar(files: Readonly<Record<string, string | Uint8Array>>, { types = {}, sizes = {} }: TarOptions = {}) {
  const blocks: Uint8Array[] = [];
  for (const [path, content] of Object.entries(files)) {
    const bytes = Buffer.from(content);
    if (Buffer.byteLength(path) > 100)
      blocks.push(header('././@LongLink', path.length + 1, 'L'), padded(Buffer.from(`${path}\0`)));
    blocks.push(header(path.slice(0, 100), sizes[path] ?? bytes.length, types[path] ?? '0'), padded(bytes));
  }
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}

function header(name: string, size: number, type: string): Uint8Array {
  const block = Buffer.alloc(512);
  block.write(name, 0, 100);
  block.write('0000644\0', 100);
  block.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
  block.write('        ', 148);
  block.write(type, 156);
  block.write('ustar\0' + '00', 257);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return block;
}

function padded(bytes: Uint8Array): Uint8Array {
  return Buffer.concat([bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)]);
}
