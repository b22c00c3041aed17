import { afterAll, beforeAll, expect, it } from 'vitest';
import { Accounts } from '#plugins/accounts/contract.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { Members } from './contract.ts';
import { newMember, newWorkspace, type Person } from './testing/people.ts';

let platform: TestPlatform;
let owner: Person;
const names = ['Adele', 'Bob', '100% Eve', 'adele lovelace'];

interface Page {
  readonly data: readonly { readonly name: string; readonly email: string; readonly role: string }[];
  readonly next_cursor: string | null;
}

beforeAll(async () => {
  platform = await sharedPlatform();
  const workspace = await newWorkspace(platform);
  owner = await newMember(platform, 'owner', workspace);
  const [accounts, members] = [platform.kernel.resolve(Accounts), platform.kernel.resolve(Members)];
  for (const [index, name] of names.entries()) {
    const account = await accounts.create({ email: `paged-${index}@example.com`, name, password: null });
    await members.add(workspace, account.id, index === 1 ? 'admin' : 'member');
  }
  // Of another workspace.
  const stranger = await accounts.create({ email: 'paged-x@example.com', name: 'Adele', password: null });
  await members.add(await newWorkspace(platform), stranger.id, 'member');
});
afterAll(() => platform.dispose());

async function page(query: Readonly<Record<string, string>>): Promise<Page> {
  const answer = await owner.client.request(`/console/api/members?${new URLSearchParams(query)}`);
  expect(answer.status).toBe(200);
  return answer.body as Page;
}

async function all(query: Readonly<Record<string, string>>): Promise<string[]> {
  const found: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const next: Page = await page(cursor === '' ? query : { ...query, cursor });
    expect(next.data.length).toBeLessThanOrEqual(Number(query.limit ?? 20));
    found.push(...next.data.map(({ name }) => name));
    cursor = next.next_cursor;
  }
  return found;
}

it.each(['1', '2', '4', '5', '100'])('members are listed once each, %s at a time', async (limit) => {
  const found = await all({ limit });
  expect(found).toHaveLength(5);
  expect(found.slice(1)).toEqual(names);
});

it.each([
  [{ search: 'ADELE' }, ['Adele', 'adele lovelace']],
  [{ search: 'PAGED-1@' }, ['Bob']],
  [{ search: '%' }, ['100% Eve']],
  [{ search: '_' }, []],
  [{ search: "' or true --" }, []],
  [{ search: 'paged', role: 'admin' }, ['Bob']],
  [{ search: 'paged-x' }, []],
  [{ search: 'ad\0ele', limit: '1' }, ['Adele', 'adele lovelace']],
])('%j finds %j', async (query, expected) => {
  expect(await all(query)).toEqual(expected);
});

it.each(['limit=0', 'limit=101', 'cursor=x', 'cursor=1_2', 'role=king', 'search=', 'page=2'])(
  '%s is refused',
  async (query) => {
    expect((await owner.client.request(`/console/api/members?${query}`)).status).toBe(400);
  },
);
