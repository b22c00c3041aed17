import { afterAll, beforeAll, expect, it } from 'vitest';
import { startPlatform, type TestPlatform } from '#plugins/delivery-api/testing/platform.ts';
import { newMember, PASSWORD, type Person } from './testing/people.ts';

let platform: TestPlatform;
let person: Person;
const office = '203.0.113.7';

beforeAll(async () => {
  platform = await startPlatform({
    threads: 0,
    config: { http: { trustedProxies: ['127.0.0.1'], failuresPerMinute: 3 } },
  });
  person = await newMember(platform, 'editor', platform.workspaceId);
});
afterAll(() => platform.dispose());

/** As from the office's one address. */
function ask(path: string, options: { headers?: Record<string, string>; body?: unknown } = {}): Promise<Response> {
  const { headers = {}, body } = options;
  return fetch(`${platform.url}/console/api${path}`, {
    headers: { 'x-forwarded-for': office, 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
  });
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

it('a neighbour whose keys are wrong refuses nobody who is signed in, and whoever signs in goes on', async () => {
  const made = await person.client.request('/console/api/account/keys', { body: { name: 'k' } });
  const key = (made.body as { api_key: string }).api_key;
  expect((await ask('/apps', { headers: bearer(key) })).status).toBe(200);
  const wrong = async () => (await ask('/apps', { headers: bearer(`ses-${'x'.repeat(40)}`) })).status;
  expect([await wrong(), await wrong(), await wrong(), await wrong()]).toEqual([401, 401, 401, 429]);

  for (const path of ['/apps', '/account']) {
    for (const token of [person.token, key]) {
      expect((await ask(path, { headers: bearer(token) })).status).toBe(200);
      expect((await ask(path, { headers: { ...bearer(`${token}x`), cookie: `weft_session=${token}` } })).status).toBe(
        429,
      );
    }
  }
  const signedIn = await ask('/sessions', { body: { email: person.email, password: PASSWORD } });
  const cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const { access_token: token, refresh_token: refresh } = (await signedIn.json()) as Record<string, string>;
  expect((await ask('/apps', { headers: { cookie } })).status).toBe(200);
  expect((await ask('/apps', { headers: bearer(token ?? '') })).status).toBe(200);
  const renewed = (await (await ask('/sessions/refresh', { body: { refresh_token: refresh } })).json()) as Record<
    string,
    string
  >;
  expect((await ask('/account', { headers: bearer(renewed.access_token ?? '') })).status).toBe(200);

  await person.client.request('/console/api/sessions/current', { method: 'DELETE' });
  expect((await ask('/account', { headers: bearer(person.token) })).status).toBe(429);
});
