import { afterAll, beforeAll, expect, it } from 'vitest';
import { Public, type Route, route, text } from '#http';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { buildDocument } from '#plugins/openapi/build-document.ts';
import { operationsOf } from '#plugins/openapi/openapi-document.ts';
import { renderReference } from './reference.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await sharedPlatform();
});
afterAll(() => platform.dispose());

const open = async (path: string) => {
  const answer = await fetch(platform.url + path);
  return { answer, text: await answer.text() };
};

it('may load nothing but their style sheet and script, and hold none themselves', async () => {
  for (const path of ['/docs/api', '/docs/api/getting-started']) {
    const { answer, text: page } = await open(path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'self'; script-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    const scripts = page.match(/<script[^>]*>[^<]*<\/script>/g) ?? [];
    const own = '<script type="module" src="/docs/api/page.js"></script>';
    expect(scripts).toEqual([own]);
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

it('show every operation and schema, and every link leads somewhere', async () => {
  const { text: page } = await open('/docs/api');
  const document = JSON.parse((await open('/openapi.json')).text) as ReturnType<typeof buildDocument>;
  const ids = new Set([...page.matchAll(/id="([^"]+)"/g)].map(([, id]) => id));
  for (const { operation } of operationsOf(document)) expect(ids).toContain(operation.operationId);
  for (const name of Object.keys(document.components.schemas)) expect(ids).toContain(`schema-${name}`);
  const targets = [...page.matchAll(/href="#([^"]+)"/g)].map(([, target]) => target);
  expect(targets.filter((target) => !ids.has(target ?? ''))).toEqual([]);
});

it('begin with running apps, and tell that from managing them', async () => {
  const { text: page } = await open('/docs/api');
  const places = ['id="runtime"', 'id="tag-runtime-Generation"', 'id="tag-runtime-Annotations"'];
  const rest = ['id="management"', 'id="tag-management-Annotations"', 'id="rest"', 'id="schemas"'];
  const found = [...places, ...rest].map((mark) => page.indexOf(mark));
  expect(found).not.toContain(-1);
  expect(found).toEqual([...found].sort((a, b) => a - b));
  const runtime = page.slice(page.indexOf('<h2 id="runtime"'), page.indexOf('<h2 id="management"'));
  expect(runtime.match(/class="path">[^<]*/g)?.filter((path) => !path.includes('>/v1'))).toEqual([]);
  const document = JSON.parse((await open('/openapi.json')).text) as ReturnType<typeof buildDocument>;
  expect(document.tags[0]).toEqual({ name: 'Generation' });
});

it('begin with commands for this server', async () => {
  const { text: page } = await open('/docs/api/getting-started');
  expect(page).toContain(`curl ${platform.url}/v1/info`);
  expect(page).toContain('response_mode&#34;:&#34;streaming');
  expect(page).toContain('Idempotency-Key');
});

it('show texts of plugins as texts', () => {
  const evil: Route = route({
    id: 'evil"><script>alert(1)</script>',
    method: 'GET',
    path: '/<b>',
    access: Public,
    summary: '<script>alert(2)</script> `<i>`',
    docs: { tag: '<u>', description: '<img src=x>', answers: { 200: { description: '<s>' } } },
    handle: () => text(''),
  });
  const page = renderReference(buildDocument([evil], { version: '<v>', publicUrl: () => 'http://localhost' }));
  expect(page.replace(/<script type="module"[^>]*>/, '')).not.toMatch(/<script|<img|<b>|<i>|<u>|<s>|<v>/);
});
