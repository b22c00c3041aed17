import { type TestClient, testClient } from '#http/testing/client.ts';
import { Accounts, Sessions } from '#plugins/accounts/contract.ts';
import type { TestPlatform } from '#plugins/delivery-api/testing/platform.ts';
import { Members, type Role } from '#plugins/members/contract.ts';
import { Workspaces } from '#plugins/workspaces/contract.ts';

/** Somebody who is signed in. */
export interface Person {
  readonly accountId: string;
  readonly email: string;
  readonly token: string;
  readonly client: TestClient;
}

/** Strong enough for any test. */
export const PASSWORD = 'purple-otter-93-lamps';

/** Somebody new, who belongs to no workspace. Past the limits of signing up and in. */
export async function newPerson(platform: TestPlatform): Promise<Person> {
  const email = `${crypto.randomUUID()}@example.com`;
  const account = await platform.kernel.resolve(Accounts).create({ email, name: 'Ada', password: PASSWORD });
  const origin = { userAgent: 'test', address: '127.0.0.1' };
  const { accessToken: token } = await platform.kernel.resolve(Sessions).start(account.id, origin);
  return { accountId: account.id, email, token, client: testClient(platform.url, token) };
}

/** Somebody new with a role in a workspace. */
export async function newMember(platform: TestPlatform, role: Role, workspaceId: string): Promise<Person> {
  const person = await newPerson(platform);
  await platform.kernel.resolve(Members).add(workspaceId, person.accountId, role);
  return person;
}

/** Another workspace, without an owner. */
export async function newWorkspace(platform: TestPlatform): Promise<string> {
  const workspace = await platform.kernel
    .resolve(Workspaces)
    .create({ name: 'Another', ownerName: 'Eve', plan: 'unlimited' });
  return workspace.id;
}

/** A browser of somebody: known by its cookies. */
export interface BrowserSession {
  /** Its cookies, as a header has them. */
  readonly cookie: string;
  /** What its page sends along with changes. */
  readonly csrfToken: string;
  /** Sends both, and no bearer. */
  readonly client: TestClient;
}

/** Signs somebody in over HTTP, as a browser does. */
export async function browserOf(platform: TestPlatform, { email }: Pick<Person, 'email'>): Promise<BrowserSession> {
  const body = { email, password: PASSWORD };
  const answer = await testClient(platform.url).request('/console/api/sessions', { body });
  if (answer.status !== 200) throw new Error(`signing in was answered with ${answer.status}: ${answer.text}`);
  const pairs = answer.headers.getSetCookie().map((line) => line.split(';')[0]);
  const cookie = pairs.join('; ');
  const { csrf_token: csrfToken } = answer.body as { csrf_token: string };
  const own = { cookie, 'x-csrf-token': csrfToken };
  const anyone = testClient(platform.url);
  const client: TestClient = {
    request: (path, request) => anyone.request(path, { ...request, headers: { ...own, ...request?.headers } }),
    stream: (path, request) => anyone.stream(path, { ...request, headers: { ...own, ...request?.headers } }),
    open: (path, request) => anyone.open(path, { ...request, headers: { ...own, ...request?.headers } }),
  };
  return { cookie, csrfToken, client };
}
