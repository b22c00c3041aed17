import { afterAll, beforeAll, expect, it } from 'vitest';
import { Public, type Route, Routes } from '#http';
import type { JsonSchema } from '#kernel';
import { Database } from '#plugins/database/contract.ts';
import { tableSums } from '#plugins/database/testing/table-sums.ts';
import { startPlatform, type TestPlatform } from '#plugins/delivery-api/testing/platform.ts';
import { browserOf, newMember, type Person } from '#plugins/members/testing/people.ts';

/** What a caller would like to decide and must not, besides what they are asked for. */
const extras = {
  workspaceId: '00000000-0000-4000-8000-000000000000',
  workspace_id: '00000000-0000-4000-8000-000000000000',
  ownerId: '00000000-0000-4000-8000-000000000000',
  owner_id: '00000000-0000-4000-8000-000000000000',
  accountId: '00000000-0000-4000-8000-000000000000',
  id: '00000000-0000-4000-8000-000000000000',
  role: 'owner',
  plan: 'unlimited',
  created_at: 0,
  createdAt: 0,
};
/** Bodies that may have more than is known of, and why. */
const open: Readonly<Record<string, string>> = {
  'POST /console/api/apps/:app_id/run':
    'the same request as the app’s own route under /v1, which ignores what it does not know',
  'POST /console/api/sso/:connection_id/acs': 'a form that an identity provider sends, with fields of its own',
  'POST /console/api/mcp/authorize/:token': 'a form of which nothing is read: the link says what it does',
};

let platform: TestPlatform;
let routes: readonly Route[];
let owner: Person;

beforeAll(async () => {
  platform = await startPlatform({ threads: 0 });
  routes = platform.kernel
    .contributions(Routes)
    .all()
    .filter(({ path }) => /^\/(console|assistant)\//.test(path));
  owner = await newMember(platform, 'owner', platform.workspaceId);
});
afterAll(() => platform.dispose());

const label = ({ method, path }: Route) => `${method} ${path}`;
const isPublic = ({ access }: Route) => access.authenticator === Public.authenticator;
const everything = () => tableSums(platform.kernel.resolve(Database));
const addressOf = ({ path }: Route) =>
  platform.url + path.replaceAll(/:\w+/g, '00000000-0000-4000-8000-000000000000').replace('*', 'x');

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly required?: readonly string[];
  readonly additionalProperties?: unknown;
}

/** Objects with fields of known names that take others too. */
function openObjects(schema: JsonSchema, at: string): string[] {
  const { properties, items, additionalProperties } = schema as ObjectSchema;
  const below = Object.entries(properties ?? {}).flatMap(([name, inner]) => openObjects(inner, `${at}.${name}`));
  const inItems = items === undefined ? [] : openObjects(items, `${at}[]`);
  const isOpen = properties !== undefined && additionalProperties !== false;
  return [...(isOpen ? [at] : []), ...below, ...inItems];
}

it('attack T03: no body takes fields it does not know', () => {
  const wrong = routes.flatMap((route) =>
    route.body === undefined || label(route) in open ? [] : openObjects(route.body, label(route)),
  );
  expect(wrong).toEqual([]);
});

it('attack T03: a field that nobody asked for is refused by its name, and has no effect', async () => {
  const before = await everything();
  const wrong: string[] = [];
  let tried = 0;
  for (const route of routes) {
    if (route.body === undefined || label(route) in open) continue;
    const { properties = {}, required = [] } = route.body as ObjectSchema;
    for (const [name, value] of Object.entries(extras)) {
      if (name in properties) continue;
      tried += 1;
      // What is unknown is told before what is wrong with the values of the others.
      const body = { ...Object.fromEntries(required.map((field) => [field, null])), [name]: value };
      const token = route.permission === 'installation.manage' ? platform.token : owner.token;
      const answer = await fetch(addressOf(route), {
        method: route.method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      const text = await answer.text();
      if (answer.status !== 400 || !text.includes(`${name} is not a known field`)) {
        wrong.push(`${label(route)} ${name}: ${answer.status} ${text.slice(0, 150)}`);
      }
    }
  }
  expect(wrong).toEqual([]);
  expect(tried).toBeGreaterThan(500);
  expect(await everything()).toEqual(before);
});

it('attack T16: a cookie alone changes nothing: each route that may asks for the token of the session', async () => {
  const { cookie, csrfToken } = await browserOf(platform, owner);
  // Tokens that are right elsewhere: in another window of theirs, and in one of somebody else.
  const elsewhere = await browserOf(platform, owner);
  const other = await browserOf(platform, await newMember(platform, 'admin', platform.workspaceId));
  const foreign = [elsewhere, other].map((session) => ({ 'x-csrf-token': session.csrfToken }));
  const ask = async (route: Route, headers: Record<string, string>) => {
    const answer = await fetch(addressOf(route), { method: route.method, headers: { cookie, ...headers } });
    return { status: answer.status, text: await answer.text() };
  };
  const before = await everything();
  const wrong: string[] = [];
  const changing = routes.filter((route) => route.method !== 'GET' && !isPublic(route));
  expect(changing.length).toBeGreaterThan(40);
  for (const route of changing) {
    for (const token of [{}, { 'x-csrf-token': '' }, { 'x-csrf-token': 'A'.repeat(43) }, ...foreign]) {
      const { status, text } = await ask(route, token);
      if (status !== 403 || !text.includes('no_csrf_token')) wrong.push(`${label(route)}: ${status} ${text}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(await everything()).toEqual(before);
  const account = routes.find((route) => label(route) === 'GET /console/api/account');
  expect(account && (await ask(account, {})).status).toBe(200);
  // Nor does a header that names nobody let cookies in without it; with its own token the session may.
  const anonymous = { authorization: 'Bearer ' };
  const [first] = changing as [Route];
  expect((await ask(first, anonymous)).status).toBeGreaterThanOrEqual(401);
  expect((await ask(first, { 'x-csrf-token': csrfToken })).text).not.toContain('no_csrf_token');
});

it('attack T16: no page of another origin may read: no header lets it, whatever origin it says', async () => {
  const wrong: string[] = [];
  for (const route of routes) {
    for (const origin of ['https://evil.example', 'null', platform.url]) {
      const preflight = {
        origin,
        'access-control-request-method': route.method,
        'access-control-request-headers': 'authorization,x-csrf-token,content-type',
      };
      const answers = [
        await fetch(addressOf(route), { method: 'OPTIONS', headers: preflight }),
        await fetch(addressOf(route), { headers: { origin } }),
      ];
      for (const answer of answers) {
        await answer.body?.cancel();
        const names = [...answer.headers.keys()].filter((name) => name.startsWith('access-control-'));
        if (names.length > 0) wrong.push(`${label(route)} ${origin}: ${names.join(', ')}`);
      }
    }
  }
  expect(wrong).toEqual([]);
});
