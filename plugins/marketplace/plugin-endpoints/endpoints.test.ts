import { beforeAll, describe, expect, it } from 'vitest';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { InstallChanging } from '#plugins/plugin-installs/contract.ts';
import { installPackage } from '#plugins/plugin-installs/testing/install-package.ts';
import { examplePackage } from '#plugins/plugin-packages/testing/example-package.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await sharedPlatform();
});

let count = 0;
/** The address of a plugin with this endpoint. */
async function endpoint(body: string, methods?: readonly string[], permissions: object = {}) {
  count += 1;
  const code = `export default { endpoint: async (request, host) => { ${body} } };`;
  const manifest = {
    ...{ kind: 'extension', tools: [], inject: [], settings: undefined, permissions },
    endpoint: { about: 'Answers.', ...(methods === undefined ? {} : { methods }) },
  };
  const { bytes } = examplePackage({ name: `@acme/endpoint-${count}` }, manifest, code);
  const installed = await installPackage(platform.kernel, platform.workspaceId, bytes);
  return { id: installed.id, url: `${platform.url}/e/${installed.endpointKey}` };
}

describe('an address of a plugin', () => {
  it('passes the request on, and the answer back', async () => {
    const { url } = await endpoint(
      `return { status: 201, headers: { 'X-Other': '1', ETag: '"a"' }, body: { method: request.method, path: request.path, query: request.query, body: request.body, kind: request.headers['x-kind'] } };`,
    );
    const headers = { 'x-kind': 'ping', 'content-type': 'application/json' };
    const answer = await fetch(`${url}/a/b?c=d`, { method: 'POST', headers, body: '{"n":1}' });
    expect([answer.status, answer.headers.get('etag'), answer.headers.get('x-other')]).toEqual([201, '"a"', null]);
    expect(await answer.json()).toEqual({
      method: 'POST',
      path: '/a/b',
      query: { c: 'd' },
      body: '{"n":1}',
      kind: 'ping',
    });
    expect(await (await fetch(url)).json()).toMatchObject({ method: 'GET', path: '/' });
  });

  it('takes bytes and gives bytes', async () => {
    const { url } = await endpoint(`return { body: request.bytes, headers: { 'content-type': 'image/png' } };`, [
      'PUT',
    ]);
    const bytes = new Uint8Array([137, 80, 255, 0]);
    const answer = await fetch(url, { method: 'PUT', body: bytes });
    expect(new Uint8Array(await answer.arrayBuffer())).toEqual(bytes);
    expect(answer.headers.get('content-disposition')).toBeNull();
    expect((await fetch(url)).status).toBe(405);
  });

  it('is gone when the key is renewed, and when the plugin is switched off', async () => {
    const { id, url } = await endpoint(`return 'ok';`);
    expect((await fetch(url)).status).toBe(200);
    const changes = platform.kernel.resolve(InstallChanging);
    const { endpointKey } = await changes.configure(platform.workspaceId, id, { newEndpointKey: true });
    expect((await fetch(url)).status).toBe(404);
    expect((await fetch(`${platform.url}/e/${endpointKey}`)).status).toBe(200);
    await changes.configure(platform.workspaceId, id, { isEnabled: false });
    expect((await fetch(`${platform.url}/e/${endpointKey}`)).status).toBe(404);
  });
});

describe('attack T15: what a plugin answers', () => {
  it('is no page of the server: nothing in it runs, and it sets no cookie', async () => {
    const { url } = await endpoint(
      `return { headers: { 'Content-Type': 'text/html', 'Set-Cookie': 'weft_access=x', 'Content-Security-Policy': 'none', 'Content-Disposition': 'inline', 'Access-Control-Allow-Credentials': 'true', Location: 'javascript:alert(1)' }, body: '<script>alert(1)</script>' };`,
    );
    const { headers } = await fetch(url);
    expect(headers.get('content-security-policy')).toBe("sandbox; default-src 'none'; frame-ancestors 'none'");
    expect(headers.get('content-disposition')).toBe('attachment');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    for (const name of ['set-cookie', 'location', 'access-control-allow-credentials'])
      expect(headers.get(name)).toBeNull();
  });

  it('leads below its own address, and to where it may send requests, and nowhere else', async () => {
    const body = `return { status: 302, headers: { location: request.query.to } };`;
    const { url } = await endpoint(body, undefined, { network: ['https://login.example', 'https://*.wide.example'] });
    const led = async (to: string) => {
      const answer = await fetch(`${url}/sub/page?to=${encodeURIComponent(to)}`, { redirect: 'manual' });
      return [answer.status, answer.headers.get('location')];
    };
    const own = new URL(url).pathname;
    const allowed = [
      ...[
        'https://login.example/a?b=c#d',
        'https://a.wide.example/',
        `${own}/done`,
        own,
        'next',
        '../other',
        '?again',
        '#part',
      ],
    ];
    for (const to of allowed) expect(await led(to)).toEqual([302, to]);
    const refused = [
      ...[
        'https://evil.example/',
        '//evil.example',
        '/\\evil.example',
        '\\\\evil.example',
        'https:evil.example',
        'http:///evil.example',
      ],
      ...['https://login.example.evil.example/', 'https://login.example@evil.example/', 'https://u:p@login.example/'],
      ...[
        'http://login.example/',
        'https://login.example:8443/',
        'https://wide.example/',
        'javascript:alert(1)',
        'data:text/html,x',
      ],
      ...[
        '/',
        '/installation/plugins',
        '/console/api/plugins',
        '/e/another-key',
        '../../..',
        `${own}/../x`,
        `${own}/%2e%2e/x`,
        `${own}x`,
      ],
      ...[
        '//server.invalid/e',
        `https://server.invalid${own}`,
        `//server.invalid${own}`,
        `/\t/evil.example`,
        ' //evil.example',
        'ftp://login.example',
      ],
    ];
    for (const to of refused) expect([to, ...(await led(to))]).toEqual([to, 400, null]);
  });

  it('breaks out of no header, and has a status', async () => {
    const { url } = await endpoint(`return { headers: { ETag: 'a\\r\\nSet-Cookie: b=c' }, body: 'x' };`);
    const answer = await fetch(url);
    expect([answer.headers.get('etag'), answer.headers.get('set-cookie')]).toEqual([null, null]);
    const bad = await endpoint(`return { status: 99 };`);
    expect((await fetch(bad.url)).status).toBe(400);
  });
});

it('attack T20: a plugin sees no cookie and no key of who calls', async () => {
  const { url } = await endpoint(`return request.headers;`);
  const headers = { Cookie: 'weft_access=stolen', Authorization: 'Bearer app-stolen', 'X-Forwarded-For': '1.2.3.4' };
  const answer = await (await fetch(url, { headers })).text();
  expect(answer).not.toMatch(/stolen|1\.2\.3\.4/);
});

it('attack T21: refuses large bodies, and too many calls', async () => {
  const { url } = await endpoint(`return 'ok';`);
  const large = await fetch(url, { method: 'POST', body: 'x'.repeat(1024 * 1024 + 1) });
  expect(large.status).toBe(413);
  const calls = await Promise.all(
    Array.from({ length: 130 }, async () => (await fetch(`${url}/no`, { method: 'DELETE' })).status),
  );
  expect(calls).toContain(429);
});
