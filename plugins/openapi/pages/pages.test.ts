import { afterAll, beforeAll, expect, it } from 'vitest';
import { Public, type Route, route, text } from '../../../http/contract.ts';
import { startPlatform, type TestPlatform } from '../../delivery-api/testing/platform.ts';
import { buildDocument } from '../build-document.ts';
import { operationsOf } from '../openapi-document.ts';
import { renderReference } from './reference.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.dispose());

const open = async (path: string) => {
  const answer = await fetch(platform.url + path);
  return { answer, text: await answer.text() };
};

it('may load nothing but their style sheet, and hold no script', async () => {
  for (const path of ['/docs/api', '/docs/api/getting-started']) {
    const { answer, text: page } = await open(path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    expect(page).not.toMatch(/<script|<img|<iframe|style=|javascript:|\son\w+=/i);
    const loaded = [...page.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, address = '']) => address);
    expect(loaded.filter((address) => !address.startsWith('#') && !address.startsWith('/'))).toEqual([]);
  }
  const style = await open('/docs/api/style.css');
  expect(style.answer.headers.get('content-type')).toBe('text/css; charset=utf-8');
  expect(style.text).not.toMatch(/url\(|@import/);
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

it('begin with commands for this server', async () => {
  const { text: page } = await open('/docs/api/getting-started');
  expect(page).toContain(`curl ${platform.url}/v1/info`);
  expect(page).toContain('response_mode&#34;: &#34;streaming');
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
  expect(page).not.toMatch(/<script|<img|<b>|<i>|<u>|<s>|<v>/);
});
