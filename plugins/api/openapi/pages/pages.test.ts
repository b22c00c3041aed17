import { afterAll, beforeAll, expect, it } from 'vitest';
import { Public, type Route, route, text } from '#http';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { buildDocument } from '#plugins/openapi/build-document.ts';
import { type OpenApiDocument, operationsOf } from '#plugins/openapi/openapi-document.ts';
import { outlineOf } from './outline.ts';
import { renderGroup, renderReference } from './reference.ts';
import { renderSearch } from './search.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await sharedPlatform();
});
afterAll(() => platform.dispose());

const open = async (path: string) => {
  const answer = await fetch(platform.url + path);
  return { answer, text: await answer.text() };
};

const documentOf = async () => JSON.parse((await open('/openapi.json')).text) as OpenApiDocument;

/** Every page of the reference. */
async function allPages(): Promise<ReadonlyMap<string, string>> {
  const addresses = outlineOf(await documentOf()).groups.map(({ slug }) => `/docs/api/${slug}`);
  const pages = new Map<string, string>();
  for (const path of ['/docs/api', ...addresses]) {
    const { answer, text: page } = await open(path);
    expect([path, answer.status]).toEqual([path, 200]);
    pages.set(path, page);
  }
  return pages;
}

it('may load nothing but their style sheet and script, and hold none themselves', async () => {
  for (const path of [
    '/docs/api',
    '/docs/api/runtime-generation',
    '/docs/api/search?q=chat',
    '/docs/api/getting-started',
  ]) {
    const { answer, text: page } = await open(path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'self'; script-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    );
    const scripts = page.match(/<script[^>]*>[^<]*<\/script>/g) ?? [];
    const own = '<script type="module" src="/docs/api/page.js"></script>';
    expect(scripts.filter((script) => script !== own)).toEqual([]);
    expect(page.replace(own, '')).not.toMatch(/<script|<img|<iframe|style=|javascript:|\son\w+=/i);
    const loaded = [...page.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, address = '']) => address);
    expect(loaded.filter((address) => !address.startsWith('#') && !address.startsWith('/'))).toEqual([]);
  }
  const style = await open('/docs/api/style.css');
  expect(style.answer.headers.get('content-type')).toBe('text/css; charset=utf-8');
  expect(style.text).not.toMatch(/url\(|@import/);
  const script = await open('/docs/api/page.js');
  expect(script.answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect(script.text).not.toMatch(/fetch|XMLHttp|sendBeacon|import|innerHTML|https?:/);
});

it('show every operation and schema once, in pages of at most 200 KB, and every link leads somewhere', async () => {
  const document = await documentOf();
  const pages = await allPages();
  const ids = new Map(
    [...pages].map(([path, page]) => [path, [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)]),
  );
  const cards = [...ids].flatMap(([path, found]) => (path === '/docs/api' ? [] : found));
  for (const { operation } of operationsOf(document))
    expect(cards.filter((id) => id === operation.operationId)).toHaveLength(1);
  for (const name of Object.keys(document.components.schemas))
    expect(cards.filter((id) => id === `schema-${name}`)).toHaveLength(1);
  expect([...pages].filter(([, page]) => Buffer.byteLength(page) > 200_000).map(([path]) => path)).toEqual([]);
  const astray = [...pages].flatMap(([path, page]) =>
    [...page.matchAll(/href="(\/docs\/api[^"#]*)?#([^"]+)"/g)]
      .filter(([, address = path, id]) => ids.get(address)?.includes(id) !== true)
      .map(([link]) => `${path}: ${link}`),
  );
  expect(astray).toEqual([]);
});

it('begin with running apps, and tell that from managing them', async () => {
  const { text: page } = await open('/docs/api');
  const places = ['id="runtime"', 'id="tag-runtime-generation"', 'id="tag-runtime-annotations"'];
  const rest = ['id="management"', 'id="tag-management-annotations"', 'id="rest"'];
  const found = [...places, ...rest].map((mark) => page.indexOf(mark));
  expect(found).not.toContain(-1);
  expect(found).toEqual([...found].sort((a, b) => a - b));
  const runtime = page.slice(page.indexOf('<h2 id="runtime"'), page.indexOf('<h2 id="management"'));
  expect(runtime.match(/class="path">[^<]*/g)?.filter((path) => !path.includes('>/v1'))).toEqual([]);
  expect((await documentOf()).tags[0]).toEqual({ name: 'Generation' });
});

it('are not there under names that no group has', async () => {
  for (const name of ['runtime', 'runtime-Generation', '..%2f..%2fopenapi.json', 'constructor', '%3Cscript%3E'])
    expect([name, (await open(`/docs/api/${name}`)).answer.status]).toEqual([name, 404]);
});

it('are searched by path, by words, and inside where no title has them', async () => {
  const found = async (query: string) => {
    const { text: page } = await open(`/docs/api/search?q=${encodeURIComponent(query)}`);
    const main = page.slice(page.indexOf('<main>'));
    return {
      paths: [...main.matchAll(/class="path">([^<]*)/g)].map(([, path]) => path),
      told: /status">([^<]*)/.exec(main)?.[1],
    };
  };
  expect(await found('Chat-Messages stop')).toEqual({ paths: ['/v1/chat-messages/{task_id}/stop'], told: '1 found' });
  expect((await found('provider_not_support_speech_to_text')).paths).toContain('/v1/audio-to-text');
  expect((await found('schema chatrequest')).paths).toContain('ChatRequest');
  expect((await found('no such thing anywhere')).told).toBe('0 found');
  expect((await found('e')).paths).toHaveLength(100);
  expect((await found('')).paths).toEqual([]);
  expect((await open(`/docs/api/search?q=${'x'.repeat(201)}`)).answer.status).toBe(400);
});

it('begin with commands for this server', async () => {
  const { text: page } = await open('/docs/api/getting-started');
  expect(page).toContain(`curl ${platform.url}/v1/info`);
  expect(page).toContain('response_mode&#34;:&#34;streaming');
  expect(page).toContain('Idempotency-Key');
});

it('attack T15: texts of plugins and queries are shown as texts', () => {
  const evil: Route = route({
    id: 'evil"><script>alert(1)</script>',
    method: 'GET',
    path: '/<b>',
    access: Public,
    summary: '<script>alert(2)</script> `<i>`',
    docs: { tag: '<u>', description: '<img src=x>', answers: { 200: { description: '<s>' } } },
    handle: () => text(''),
  });
  const document = buildDocument([evil], { version: '<v>', publicUrl: () => 'http://localhost' });
  const slugs = outlineOf(document).groups.map(({ slug }) => slug);
  const pages = [renderReference(document), ...slugs.map((slug) => renderGroup(document, slug))];
  pages.push(renderSearch(document, 'b'), renderSearch(document, '"><script>alert(3)</script>'));
  expect(slugs).toHaveLength(1);
  for (const page of pages)
    expect(page?.replace(/<script type="module"[^>]*>/, '')).not.toMatch(/<script|<img|<b>|<i>|<u>|<s>|<v>/);
});
