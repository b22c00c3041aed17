import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { definePlugin } from '#kernel';
import { startTestKernel, type TestKernel } from '#kernel/testing/test-kernel.ts';
import { HttpServer, json, Public, type Reply, Routes, route, text } from './contract.ts';

const list = { items: Array.from({ length: 500 }, (_, index) => ({ id: index, name: `Provider ${index}` })) };
const answers: Readonly<Record<string, () => Reply<unknown>>> = {
  '/list': () => json(list),
  '/v1/list': () => json(list),
  '/small': () => json({ ok: true }),
  '/page': () => text(`<p>${'word '.repeat(1_000)}</p>`, { contentType: 'text/html; charset=utf-8' }),
  '/tagged': () =>
    text('t'.repeat(5_000), { headers: { etag: '"own"', 'cache-control': 'max-age=60', vary: 'Origin' } }),
  '/secret': () => json(list, { headers: { 'Cache-Control': 'no-store' } }),
  '/signed-in': () => json(list, { cookies: ['session=1'] }),
  '/made': () => json(list, { status: 201 }),
};

let kernel: TestKernel;
beforeAll(async () => {
  const lists = definePlugin({
    id: 'lists',
    setup({ contribute }) {
      for (const [path, handle] of Object.entries(answers))
        for (const method of ['GET', 'POST'] as const)
          contribute(
            Routes,
            route({
              id: `lists.${method}${path.replaceAll('/', '.')}`,
              method,
              path,
              access: Public,
              summary: 'A list',
              handle,
            }),
          );
    },
  });
  kernel = await startTestKernel({ plugins: ['http'], extra: [lists], env: { PORT: '0' } });
});
afterAll(() => kernel.dispose());

/** An answer as it came over the wire. */
interface Wire {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly bytes: Buffer;
}

function ask(path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET'): Promise<Wire> {
  return new Promise((resolve, reject) => {
    const sent = request(`${kernel.resolve(HttpServer).address()}${path}`, { method, headers }, async (answer) => {
      const bytes = Buffer.concat(await answer.toArray());
      resolve({ status: answer.statusCode, headers: answer.headers, bytes });
    });
    sent.on('error', reject).end();
  });
}

const browser = { 'accept-encoding': 'gzip, deflate, br, zstd' };
const whole = `${JSON.stringify(list)}\n`;

describe('texts for pages', () => {
  it('are compressed as who asks takes them', async () => {
    const plain = await ask('/list');
    expect([plain.headers['content-encoding'], plain.bytes.toString()]).toEqual([undefined, whole]);
    const brotli = await ask('/list', browser);
    expect(brotli.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(brotli.bytes).toString()).toBe(whole);
    expect(brotli.bytes.length * 5).toBeLessThan(whole.length);
    const zipped = await ask('/list', { 'accept-encoding': 'br;q=0, *' });
    expect(zipped.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(zipped.bytes).toString()).toBe(whole);
    for (const each of [plain, brotli, zipped]) {
      expect(each.headers).toMatchObject({ vary: 'Accept-Encoding', etag: plain.headers.etag });
      expect(Number(each.headers['content-length'])).toBe(each.bytes.length);
    }
    expect((await ask('/page', browser)).headers['content-encoding']).toBe('br');
  });

  it('are not sent again to whoever has them', async () => {
    const { headers } = await ask('/list', browser);
    expect(headers).toMatchObject({ etag: expect.stringMatching(/^W\/"/), 'cache-control': 'private, no-cache' });
    const again = await ask('/list', { ...browser, 'if-none-match': String(headers.etag) });
    expect([again.status, again.bytes.length, again.headers['content-length']]).toEqual([304, 0, undefined]);
    expect(again.headers.etag).toBe(headers.etag);
    expect((await ask('/list', { 'if-none-match': 'W/"another"' })).status).toBe(200);
  });

  it('keep what the route says of them', async () => {
    const { headers } = await ask('/tagged', browser);
    expect(headers).toMatchObject({ etag: 'W/"own"', 'cache-control': 'max-age=60', vary: 'Origin, Accept-Encoding' });
    expect((await ask('/tagged', { 'if-none-match': '"own"' })).status).toBe(304);
  });

  it('say the same for HEAD', async () => {
    const [get, head] = [await ask('/list', browser), await ask('/list', browser, 'HEAD')];
    const said = ({ headers }: Wire) =>
      ['etag', 'vary', 'content-encoding', 'content-length'].map((name) => headers[name]);
    expect([head.bytes.length, said(head)]).toEqual([0, said(get)]);
  });

  it('are tagged, and sent as they are, where they are small', async () => {
    const { headers, bytes } = await ask('/small', browser);
    expect([headers['content-encoding'], bytes.toString()]).toEqual([undefined, '{"ok":true}\n']);
    expect(headers.etag).toBeDefined();
  });

  it.each([
    ['/secret', 'GET'],
    ['/signed-in', 'GET'],
    ['/made', 'GET'],
    ['/list', 'POST'],
    ['/v1/list', 'GET'],
  ])('attack T11: what holds secrets or is no question is left as it is: %s by %s', async (path, method) => {
    const { headers, bytes } = await ask(path, browser, method);
    expect([headers['content-encoding'], headers.etag, bytes.toString()]).toEqual([undefined, undefined, whole]);
  });
});
