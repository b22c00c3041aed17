import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { promptApp } from '#engine/testing/app-document.ts';
import { Public, type Route, Routes } from '#http';
import { type TestClient, testClient } from '#http/testing/client.ts';
import type { JsonSchema } from '#kernel';
import { startPlatform, type TestPlatform } from '#plugins/delivery-api/testing/platform.ts';
import { idOf } from './testing/console-ids.ts';
import { type ConsoleOwner, consoleEnvironment, consoleOwner, kinds, loadWitness } from './testing/console-owner.ts';

let platform: TestPlatform;
let routes: readonly Route[];
let owner: TestClient;
let app: TestClient;
let objects: ConsoleOwner;

beforeAll(async () => {
  platform = await startPlatform({ threads: 0, env: consoleEnvironment });
  await loadWitness(platform);
  objects = await consoleOwner(platform, 'mine');
  owner = objects.person.client;
  app = testClient(platform.url, (await platform.importApp(promptApp('chat'))).key);
  routes = platform.kernel
    .contributions(Routes)
    .all()
    .filter(({ access }) => access.authenticator !== Public.authenticator);
});
afterAll(() => platform.dispose());

const numbers = ['2147483647', '2147483648', '-2147483649', '9007199254740993', '1e99', '-1', '0'];
const times = [
  '0000-01-01',
  '0001-01-01',
  '9999-12-31',
  '-271821-04-20T00:00:00Z',
  '+275760-09-13T00:00:00.000Z',
  '0001-01-01T00:00:00Z',
  '9999-12-31T23:59:59Z',
];
const odd = ['\0', '%00', '\u{10ffff}', 'NaN'];

function extremesOf({ query }: Route): readonly (readonly [name: string, value: string])[] {
  const { properties = {} } = (query ?? {}) as { properties?: Readonly<Record<string, JsonSchema>> };
  return Object.entries(properties).flatMap(([name, { type }]) => {
    const values = type === 'integer' || type === 'number' ? numbers : [...times, ...odd];
    return values.map((value): [string, string] => [name, value]);
  });
}

it('numbers and times that nothing can hold are refused, or find nothing', async () => {
  const wrong: string[] = [];
  let tried = 0;
  for (const route of routes) {
    if (route.method !== 'GET') continue;
    const name = `GET ${route.path}`;
    const path = route.path.replaceAll(/:(\w+)/g, (_, param: string) => {
      const of = idOf(route, `params.${param}`);
      return typeof of === 'string' && kinds.has(of) ? objects.id(of) : '1';
    });
    for (const [field, value] of extremesOf(route)) {
      tried += 1;
      const asked = new URLSearchParams({ ...(route.path.startsWith('/v1') && { user: 'ada' }), [field]: value });
      const client = route.path.startsWith('/v1') ? app : owner;
      const { status, text } = await client.request(`${path}?${asked}`);
      // Some ask a host that no test has: a name that is good for something is asked for there.
      if (status === 503 && text.includes('"unreachable"')) continue;
      if (status >= 500) wrong.push(`${name} ${field}=${value}: ${status} ${text.slice(0, 100)}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(tried).toBeGreaterThan(300);
});

describe('half a character', () => {
  const half = '\ud800';

  it('in a tag spoils no list', async () => {
    const made = await owner.request('/console/api/tags', { body: { name: `half ${half}` } });
    expect(made).toMatchObject({ status: 201, body: { name: 'half \ufffd' } });
    expect((await owner.request('/console/api/tags')).status).toBe(200);
  });

  it('in a draft, also as an escape of its own, spoils no list', async () => {
    const yaml = JSON.stringify({
      kind: 'app',
      version: '0.3.1',
      app: { mode: 'workflow', name: `half ${half}`, description: half },
      workflow: { graph: { nodes: [], edges: [] }, features: { [`key ${half}`]: half } },
    });
    const made = await owner.request('/console/api/apps/import', { body: { yaml } });
    expect(made.status).toBe(201);
    const { app: imported } = made.body as { app: { id: string; name: string } };
    expect(imported.name).toBe('half \ufffd');
    for (const path of ['apps', `apps/${imported.id}`, `apps/${imported.id}/draft`, `apps/${imported.id}/versions`]) {
      expect((await owner.request(`/console/api/${path}`)).status, path).toBe(200);
    }
  });

  it('in a question spoils no conversation', async () => {
    const body = { inputs: { [`name ${half}`]: half }, query: `Hi ${half}`, user: `ada ${half}` };
    expect((await app.request('/v1/chat-messages', { body })).status).toBe(200);
    const listed = await app.request(`/v1/conversations?${new URLSearchParams({ user: 'ada \ufffd' })}`);
    expect(listed).toMatchObject({ status: 200, body: { data: [{}] } });
  });
});
