import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HttpServer, Public, Routes, route } from '#http';
import { definePlugin } from '#kernel';
import { startTestKernel, type TestKernel } from '#kernel/testing/test-kernel.ts';
import { Pages } from './contract.ts';
import { greetingPage, greetingStyle, pluginFromElsewhere } from './testing/plugin-from-elsewhere.ts';

/** All that a title can try, besides what ends lines of JavaScript. */
const hostile = '</title></script><script>alert(1)</script><!-- \u2028 \u2029 & "\'';

/** Routes of a plugin that has pages. */
const host = definePlugin({
  id: 'host',
  needs: { pages: Pages },
  setup({ services: { pages }, contribute }) {
    const page = (path: string, entry: string, more: Partial<Parameters<Pages['render']>[1]> = {}) =>
      contribute(
        Routes,
        route({
          id: `host.${path.slice(1)}`,
          method: 'GET',
          path,
          access: Public,
          summary: 'A page',
          handle: () => pages.render(entry, { title: hostile, language: 'de', data: { name: hostile }, ...more }),
        }),
      );
    page('/hello', 'elsewhere/hello');
    page('/framed', 'elsewhere/hello', {
      frameAncestors: ['https://example.com', "x; script-src 'unsafe-inline'"],
      images: ['https://pictures.example'],
      isPrivate: true,
      status: 410,
    });
    page('/styled', 'elsewhere/hello', { makesStyles: true });
    page('/missing', 'elsewhere/nothing');
    contribute(
      Routes,
      route({
        id: 'host.script',
        method: 'GET',
        path: '/bubble.js',
        access: Public,
        summary: 'A script',
        handle: (asked) => pages.script('elsewhere/bubble', asked),
      }),
    );
  },
});

interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** As sent: `fetch` decodes what it gets. */
function get(url: string, headers: Readonly<Record<string, string>> = {}): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    request(url, { headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts) }),
      );
    })
      .on('error', reject)
      .end();
  });
}

describe('pages', () => {
  let kernel: TestKernel;
  let url: string;
  const text = async (path: string) => (await get(url + path)).body.toString();
  const assetsIn = (html: string) => [...html.matchAll(/\/assets\/[^"]+/g)].map(([path]) => path);

  beforeAll(async () => {
    const elsewhere = await pluginFromElsewhere({
      // Built by nobody before.
      'hello.page.tsx': greetingPage(`Hello ${randomUUID()}`),
      'hello.module.css': greetingStyle,
      'bubble.script.ts': 'document.title = location.href;\n',
    });
    kernel = await startTestKernel({
      plugins: ['http', 'plugins/pages/pages', 'plugins/pages/ui'],
      extra: [host],
      env: { PORT: '0', HOST: '127.0.0.1', WEFT_PAGES_AHEAD: 'false', RUNTIME_URL: 'https://api.example' },
    });
    await kernel.load(elsewhere.url);
    url = kernel.resolve(HttpServer).address();
  });
  afterAll(() => kernel.dispose());

  it('say that they are being built, and load themselves again until they are; the rest of the server answers', async () => {
    const first = await get(`${url}/hello`);
    expect(first.status).toBe(503);
    expect(first.headers['retry-after']).toBe('2');
    expect(first.headers['cache-control']).toBe('no-store');
    expect(first.body.toString()).toContain('<meta http-equiv="refresh" content="1">');
    expect((await get(`${url}/bubble.js`)).status).toBe(503);
    expect((await get(`${url}/nothing-here`)).status).toBe(404);
    await expect.poll(async () => (await get(`${url}/hello`)).status, { timeout: 30_000 }).toBe(200);
  });

  it('are there of a plugin from elsewhere, whose files the server sends', async () => {
    const html = await text('/hello');
    expect(html).toContain('<html lang="de">');
    const assets = assetsIn(html);
    expect(assets.some((path) => path.startsWith('/assets/elsewhere.hello-'))).toBe(true);
    for (const path of assets) expect((await get(url + path)).status).toBe(200);
  });

  it('hold titles and data of anybody as text', async () => {
    const html = await text('/hello');
    expect(html).not.toContain('<script>alert');
    const [, data = ''] = /<script type="application\/json" id="page-data">(.*?)<\/script>/s.exec(html) ?? [];
    expect(data).not.toMatch(/[<>\u2028\u2029]/);
    expect(JSON.parse(data)).toEqual({ name: hostile });
    expect(html.match(/<\/script>/g)?.length).toBe(html.match(/<script/g)?.length);
  });

  it('go out under a policy that lets nothing of elsewhere in, and no markup be made of text', async () => {
    const { headers } = await get(`${url}/hello`);
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob: https://api.example; font-src 'self'; " +
        "connect-src 'self' https://api.example; media-src 'self' blob: https://api.example; form-action 'self'; base-uri 'none'; " +
        "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
    );
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
    });
  });

  it('attack T15: let style elements in by a word that is another one each time, and no style attributes', async () => {
    const nonceOf = async () => {
      const { headers, body } = await get(`${url}/styled`);
      const policy = String(headers['content-security-policy']);
      const nonce = /style-src 'self' 'nonce-([\w-]{20,})';/.exec(policy)?.[1] ?? '';
      expect(body.toString()).toContain(`<meta name="style-nonce" nonce="${nonce}">`);
      expect(policy).toContain("script-src 'self';");
      expect(policy).not.toContain('unsafe');
      return nonce;
    };
    expect(await nonceOf()).not.toBe(await nonceOf());
    expect((await get(`${url}/hello`)).body.toString()).not.toContain('style-nonce');
  });

  it('may be framed by whom their route names, who can add nothing to the policy', async () => {
    const { headers, status } = await get(`${url}/framed`);
    expect(status).toBe(410);
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("frame-ancestors https://example.com x%3B%20script-src%20'unsafe-inline';");
    expect(policy.split('; ').filter((each) => each.startsWith('script-src'))).toEqual(["script-src 'self'"]);
    expect(policy).toContain('https://pictures.example');
    expect(headers['referrer-policy']).toBe('no-referrer');
  });

  it('are 500 where a route names none, and the log says which there are', async () => {
    expect((await get(`${url}/missing`)).status).toBe(500);
  });

  describe('their files', () => {
    let path: string;
    beforeAll(async () => {
      path = assetsIn(await text('/hello')).find((each) => each.endsWith('.js') && !each.includes('theme')) ?? '';
    });

    it('go out in the smallest form that the browser takes', async () => {
      const plain = await get(url + path);
      expect(plain.headers['content-encoding']).toBeUndefined();
      expect(plain.headers['content-length']).toBe(String(plain.body.length));
      const forms: readonly (readonly [string, string | undefined])[] = [
        ['gzip, deflate, br, zstd', 'br'],
        ['gzip', 'gzip'],
        ['br;q=0, gzip;q=0.5', 'gzip'],
        ['*', 'br'],
        ['*;q=0', undefined],
        ['identity', undefined],
      ];
      for (const [accepted, expected] of forms) {
        const answer = await get(url + path, { 'accept-encoding': accepted });
        expect(answer.headers['content-encoding'], accepted).toBe(expected);
        const decode =
          expected === 'br' ? brotliDecompressSync : expected === 'gzip' ? gunzipSync : (body: Buffer) => body;
        expect(decode(answer.body).equals(plain.body)).toBe(true);
        expect(answer.headers.vary).toBe('Accept-Encoding');
      }
    });

    it('may be kept for ever, are what they say, and are not sent to who has them', async () => {
      const answer = await get(url + path, { 'accept-encoding': 'br' });
      expect(answer.headers).toMatchObject({
        'cache-control': 'public, max-age=31536000, immutable',
        'content-type': 'text/javascript; charset=utf-8',
        'x-content-type-options': 'nosniff',
      });
      const etag = String(answer.headers.etag);
      const again = await get(url + path, { 'accept-encoding': 'br', 'if-none-match': `"other", W/${etag}` });
      expect([again.status, again.body.length]).toEqual([304, 0]);
      expect((await get(url + path, { 'accept-encoding': 'gzip', 'if-none-match': etag })).status).toBe(200);
      const style = assetsIn(await text('/hello')).find((each) => each.endsWith('.css')) ?? '';
      expect((await get(url + style)).headers['content-type']).toBe('text/css; charset=utf-8');
    });

    it('attack T11: are looked up by name, so that no spelling leads out of their folder', async () => {
      const names = [
        'manifest.json',
        '..%2fmanifest.json',
        '%2e%2e%2f%2e%2e%2fpackage.json',
        '..',
        '%00',
        '__proto__',
        'constructor',
        `${path.slice(8)}.br`,
      ];
      for (const name of names) expect((await get(`${url}/assets/${name}`)).status, name).toBe(404);
      const raw = await get(`${url}/assets/nothing-12345678.js`);
      expect(JSON.parse(raw.body.toString())).toMatchObject({ code: 'no_asset', status: 404 });
    });
  });

  it('have scripts that stay at their address: kept shortly, and 304 after that', async () => {
    const answer = await get(`${url}/bubble.js`, { 'accept-encoding': 'br' });
    expect(answer.headers).toMatchObject({
      'cache-control': 'public, max-age=300',
      'content-type': 'text/javascript; charset=utf-8',
    });
    const again = await get(`${url}/bubble.js`, {
      'accept-encoding': 'br',
      'if-none-match': String(answer.headers.etag),
    });
    expect(again.status).toBe(304);
  });
});
