import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { greetingWorkflow } from '#engine/testing/app-document.ts';
import { Public, type Route, Routes } from '#http';
import { testClient } from '#http/testing/client.ts';
import { AccountAccess, Sessions } from '#plugins/accounts/contract.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { keyScopes } from '#plugins/management-access/contract.ts';
import { Members } from './contract.ts';
import { newMember, newPerson, newWorkspace, PASSWORD, type Person } from './testing/people.ts';

/** Who may do what, as the specification's table has it (roles and permissions). */
const table: Readonly<Record<string, readonly string[]>> = {
  'billing.manage': ['owner'],
  'providers.manage': ['owner', 'admin'],
  'members.manage': ['owner', 'admin'],
  'plugins.install': ['owner', 'admin'],
  'apps.edit': ['owner', 'admin', 'editor'],
  'knowledge.manage': ['owner', 'admin', 'editor'],
  'logs.view': ['owner', 'admin', 'editor'],
  'apps.use': ['owner', 'admin', 'editor', 'member'],
  'workspace.leave': ['owner', 'admin', 'editor', 'member'],
  'workspace.manage': ['owner'],
  'workspace.own': ['owner'],
  'installation.manage': [],
};
/** What a person needs for what is their own, in whatever workspace and role; `-`: that they are signed in, or a key of theirs. */
const own = ['account.manage', '-'];
const roleNames = ['owner', 'admin', 'editor', 'member'] as const;

let platform: TestPlatform;
let routes: readonly Route[];
/** Of the person who calls, not of a workspace. */
let ownRoutes: readonly Route[];
const people = new Map<string, Person>();

beforeAll(async () => {
  platform = await sharedPlatform();
  const all = platform.kernel.contributions(Routes).all();
  routes = all.filter(({ access }) => access.authenticator === 'management');
  ownRoutes = all.filter(({ access }) => access.authenticator === AccountAccess.authenticator);
  for (const role of roleNames) people.set(role, await newMember(platform, role, platform.workspaceId));
});
afterAll(() => platform.dispose());

/** A request for nothing that exists: whoever is let in learns that, or that the body is wrong. */
function attempt(route: Route, person: Pick<Person, 'token'> | undefined, headers: Record<string, string> = {}) {
  const path = route.path.replace(/:[a-z_]+/g, '00000000-0000-4000-8000-000000000000').replace('*', 'x');
  const authorization = person === undefined ? {} : { authorization: `Bearer ${person.token}` };
  return fetch(platform.url + path, { method: route.method, headers: { ...authorization, ...headers } });
}

const label = ({ method, path }: Route) => `${method} ${path}`;

/** Whether they were let in, and what they heard. */
async function heard(answer: Response): Promise<{ readonly isLetIn: boolean; readonly text: string }> {
  const { code } = answer.status === 403 ? ((await answer.json()) as { code: string }) : { code: '' };
  await answer.body?.cancel().catch(() => {});
  const isLetIn = code !== 'forbidden' && answer.status !== 401 && answer.status < 500;
  return { isLetIn, text: `${answer.status} ${code}` };
}

it('attack T02: every route of a workspace takes a permission of the table, every route of a person what is their own', () => {
  const unknown = (route: Route, known: readonly string[], permission = '-') =>
    known.includes(permission)
      ? []
      : [`${label(route)}: permission: '${permission}' in route() of "${route.id}" is none of ${known.join(', ')}`];
  const wrong = [
    ...routes.flatMap((route) => unknown(route, Object.keys(table), route.permission)),
    ...ownRoutes.flatMap((route) => unknown(route, own, route.permission)),
  ];
  expect(wrong).toEqual([]);
});

it('every route of the console is of a workspace, of a person, or for everybody', () => {
  const known = [...routes, ...ownRoutes].map(label);
  const others = platform.kernel
    .contributions(Routes)
    .all()
    .filter(({ path }) => /^\/(console|assistant)\//.test(path))
    .filter((route) => !known.includes(label(route)));
  for (const route of others) expect([label(route), route.access]).toEqual([label(route), Public]);
});

/** What ends the caller's own place in the workspace, or makes another its owner: for somebody new in a new workspace. */
const changesPlaces = ({ path }: Route) => /leave$|transfer$|deletion$/.test(path);

/** Signed in once more: some routes end the session that calls. */
async function again({ accountId }: Person): Promise<Pick<Person, 'token'>> {
  const origin = { userAgent: 'test', address: '127.0.0.1' };
  const { accessToken: token } = await platform.kernel.resolve(Sessions).start(accountId, origin);
  return { token };
}

describe.each(roleNames)('attack T01: as %s', (role) => {
  it('every route lets in or refuses as the table says', async () => {
    const wrong: string[] = [];
    for (const route of routes) {
      const somebody = changesPlaces(route)
        ? await newMember(platform, role, await newWorkspace(platform))
        : people.get(role);
      const { isLetIn, text } = await heard(await attempt(route, somebody));
      const mayRole = (permission = '') => table[permission]?.includes(role) === true;
      const isAllowed = mayRole(route.permission) || mayRole(route.ownPermission);
      if (isLetIn !== isAllowed) wrong.push(`${label(route)}: ${text}`);
    }
    expect(wrong).toEqual([]);
    expect(routes.filter(changesPlaces)).toHaveLength(3);
  });

  it('every route of a person lets them in', async () => {
    const person = await newMember(platform, role, await newWorkspace(platform));
    const wrong: string[] = [];
    for (const route of ownRoutes) {
      const { isLetIn, text } = await heard(await attempt(route, await again(person)));
      if (!isLetIn) wrong.push(`${label(route)}: ${text}`);
    }
    expect(wrong).toEqual([]);
    expect(ownRoutes.length).toBeGreaterThan(15);
  });

  it('the workspace goes to another by its owner alone, and everybody else leaves it by themselves', async () => {
    const workspaceId = await newWorkspace(platform);
    const person = await newMember(platform, role, workspaceId);
    const heir = await newMember(platform, 'member', workspaceId);
    const headers = { 'x-workspace-id': workspaceId };
    const roleOf = async ({ accountId }: Person) =>
      (await platform.kernel.resolve(Members).find(workspaceId, accountId))?.role ?? null;
    const left = await person.client.request('/console/api/members/leave', { method: 'POST', headers });
    expect(left.status).toBe(role === 'owner' ? 409 : 204);
    expect(await roleOf(person)).toBe(role === 'owner' ? 'owner' : null);
    if (role !== 'owner') await platform.kernel.resolve(Members).add(workspaceId, person.accountId, role);
    const body = { account_id: heir.accountId, current_password: PASSWORD };
    const given = await person.client.request('/console/api/workspace/transfer', { headers, body });
    expect(given.status).toBe(role === 'owner' ? 200 : 403);
    expect(await roleOf(heir)).toBe(role === 'owner' ? 'owner' : 'member');
    expect(await roleOf(person)).toBe(role === 'owner' ? 'admin' : role);
  });
});

it('attack T02: no route lets in who is nobody, or who belongs to another workspace only', async () => {
  const stranger = await newMember(platform, 'owner', await newWorkspace(platform));
  const homeless = await newPerson(platform);
  const here = { 'x-workspace-id': platform.workspaceId };
  for (const route of routes) {
    const answers = {
      nobody: (await attempt(route, undefined)).status,
      forged: (await attempt(route, undefined, { authorization: `Bearer ses-${'A'.repeat(40)}` })).status,
      stranger: (await attempt(route, stranger, here)).status,
      homeless: (await attempt(route, homeless)).status,
    };
    expect({ route: label(route), ...answers }).toEqual({
      route: label(route),
      nobody: 401,
      forged: 401,
      stranger: 403,
      homeless: 403,
    });
  }
});

it('attack T02: no route of a person lets in who is nobody, or a key that may not', async () => {
  const person = await newMember(platform, 'owner', await newWorkspace(platform));
  const { body } = await person.client.request('/console/api/account/keys', { body: { name: 'k', permissions: [] } });
  const key = { token: (body as { api_key: string }).api_key };
  const { key: appKey } = await platform.importApp(greetingWorkflow());
  for (const route of ownRoutes) {
    const answers = {
      nobody: (await attempt(route, undefined)).status,
      forged: (await attempt(route, { token: `ses-${'A'.repeat(40)}` })).status,
      app: (await attempt(route, { token: appKey })).status,
      operator: (await attempt(route, { token: platform.token })).status,
    };
    const refused = { nobody: 401, forged: 401, app: 401, operator: 401 };
    expect({ route: label(route), ...answers }).toEqual({ route: label(route), ...refused });
    const { isLetIn } = await heard(await attempt(route, key));
    expect([label(route), isLetIn]).toEqual([label(route), route.permission === undefined]);
  }
});

it('attack T02: no route of a person tells them of a workspace that is not theirs, or changes it', async () => {
  const secret = `Secret ${crypto.randomUUID()}`;
  const owner = await newPerson(platform);
  const made = await owner.client.request('/console/api/workspaces', { body: { name: secret } });
  const { id } = made.body as { id: string };
  const stranger = await newMember(platform, 'owner', await newWorkspace(platform));
  for (const route of ownRoutes) {
    const path = route.path.replace(':workspace_id', id);
    const answer = await attempt({ ...route, path }, await again(stranger), { 'x-workspace-id': id });
    const text = await answer.text();
    expect([label(route), text.includes(secret), text.includes(owner.email)]).toEqual([label(route), false, false]);
    if (path !== route.path) expect([label(route), answer.status]).toEqual([label(route), 404]);
  }
  expect(await platform.kernel.resolve(Members).list(id)).toMatchObject([
    { accountId: owner.accountId, role: 'owner' },
  ]);
});

it('a personal key may do what both its owner and itself may', async () => {
  const editor = people.get('editor');
  const make = async (permissions: readonly string[] | null) => {
    const { body } =
      (await editor?.client.request('/console/api/account/keys', { body: { name: 'k', permissions } })) ?? {};
    return (body as { api_key: string }).api_key;
  };
  const status = async (key: string, path: string, method = 'GET') =>
    (await fetch(`${platform.url}/console/api${path}`, { method, headers: { authorization: `Bearer ${key}` } })).status;
  const all = await make(null);
  const narrow = await make(['apps.use', 'members.manage']);
  const missing = '00000000-0000-4000-8000-000000000000';
  expect(await status(all, '/apps')).toBe(200);
  expect(await status(all, `/apps/${missing}`, 'DELETE')).toBe(404);
  expect(await status(narrow, '/apps')).toBe(200);
  expect(await status(narrow, `/apps/${missing}`, 'DELETE')).toBe(403);
  expect(await status(narrow, '/invitations')).toBe(403);
});

it('who is refused is told what keeps them', async () => {
  const workspaceId = await newWorkspace(platform);
  const owner = await newMember(platform, 'owner', workspaceId);
  const editor = await newMember(platform, 'editor', workspaceId);
  const keyOf = async (permissions: readonly string[] | null) => {
    const made = await owner.client.request('/console/api/account/keys', { body: { name: 'k', permissions } });
    return (made.body as { api_key: string }).api_key;
  };
  const why = async (token: string, permission: string) => {
    const route = [...routes, ...ownRoutes].find((each) => each.permission === permission) as Route;
    return (await attempt(route, { token })).text();
  };
  expect(await why(editor.token, 'workspace.manage')).toContain(
    'only the owner has it in this workspace, and you are an editor there',
  );
  expect(await why(editor.token, 'members.manage')).toContain('the owner and admins have it in this workspace');
  expect(await why(owner.token, 'installation.manage')).toContain('only who runs the server has it');
  expect(await why(await keyOf(['apps.use']), 'members.manage')).toContain('this personal key was made without it');
  expect(await why(await keyOf(null), 'workspace.own')).toContain('it takes somebody who is signed in');
  expect(await why(await keyOf(null), 'account.manage')).toContain('it takes somebody who is signed in');
});

it('each scope of a personal key lets it do something, and each that a route asks for can be given', async () => {
  const asked = routes.flatMap(({ permission }) => (permission === undefined ? [] : [permission]));
  const inPerson = ['account.manage', 'installation.manage', 'workspace.leave', 'workspace.own'];
  expect([...new Set(asked)].filter((name) => !inPerson.includes(name)).sort()).toEqual([...keyScopes].sort());
  const owner = await newMember(platform, 'owner', await newWorkspace(platform));
  const keyOf = async (permissions: readonly string[]) => {
    const made = await owner.client.request('/console/api/account/keys', { body: { name: 'k', permissions } });
    expect(made.status, made.text).toBe(201);
    return { token: (made.body as { api_key: string }).api_key };
  };
  const nothing = await keyOf([]);
  for (const scope of keyScopes) {
    const route = routes.find(({ permission }) => permission === scope) as Route;
    const allow = async (key: { token: string }) => (await heard(await attempt(route, key))).isLetIn;
    expect([scope, await allow(await keyOf([scope])), await allow(nothing)]).toEqual([scope, true, false]);
  }
});

it('a personal key neither leaves the workspace for its owner nor gives it away', async () => {
  const workspaceId = await newWorkspace(platform);
  const owner = await newMember(platform, 'owner', workspaceId);
  const member = await newMember(platform, 'member', workspaceId);
  for (const [person, path, body] of [
    [owner, '/workspace/transfer', { account_id: member.accountId }],
    [member, '/members/leave', undefined],
  ] as const) {
    const made = await person.client.request('/console/api/account/keys', { body: { name: 'k' } });
    const client = testClient(platform.url, (made.body as { api_key: string }).api_key);
    const answer = await client.request(`/console/api${path}`, { method: 'POST', ...(body !== undefined && { body }) });
    expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  }
  expect(await platform.kernel.resolve(Members).find(workspaceId, owner.accountId)).toMatchObject({ role: 'owner' });
  expect((await member.client.request('/console/api/members/leave', { method: 'POST' })).status).toBe(204);
});
