import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { greetingWorkflow } from '#engine/testing/app-document.ts';
import type { TestClient } from '#http/testing/client.ts';
import { newId } from '#kernel';
import { Database } from '#plugins/database/contract.ts';
import { runQuery } from '#plugins/database/testing/run-query.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { Members, mayRole, type Role } from '#plugins/members/contract.ts';
import { newMember, newWorkspace, type Person } from '#plugins/members/testing/people.ts';
import { ThingPlaces } from './contract.ts';

let platform: TestPlatform;
let owner: Person;
let editor: Person;
let member: Person;
let stranger: Person;
const made: Record<string, string> = {};

interface Found {
  readonly kind: string;
  readonly items: readonly {
    readonly id: string;
    readonly name: string;
    readonly about: string;
    readonly path: string;
  }[];
  readonly has_more: boolean;
}

beforeAll(async () => {
  platform = await sharedPlatform();
  owner = await newMember(platform, 'owner', platform.workspaceId);
  editor = await newMember(platform, 'editor', platform.workspaceId);
  member = await newMember(platform, 'member', platform.workspaceId);
  stranger = await newMember(platform, 'owner', await newWorkspace(platform));
  for (const name of ['Überprüfung der Verträge', '客服助手', 'Draft of ferns', '100% _sure_ \\ a']) {
    const { appId } = await platform.importApp(greetingWorkflow(), { publish: name !== 'Draft of ferns' });
    await send('PATCH', `apps/${appId}`, { name });
    made[name] = appId;
  }
  made.base = await idOf(owner.client, 'datasets', { name: 'Ferns of the north', permission: 'all_team_members' });
  made.hidden = await idOf(owner.client, 'datasets', { name: 'Ferns of my own' });
  for (const base of ['base', 'hidden']) made[`document of ${base}`] = await documentOf(made[base] ?? '');
  made.conversation = await conversationOf(made.客服助手 ?? '', 'Why do ferns not flower?');
});
afterAll(() => platform.dispose());

async function send(method: string, path: string, body: unknown): Promise<void> {
  const answer = await platform.management.request(`/console/api/${path}`, { method, body });
  expect([answer.status, answer.text]).toEqual([expect.any(Number), expect.not.stringContaining('"code"')]);
}

async function idOf(client: TestClient, path: string, body: unknown): Promise<string> {
  const answer = await client.request(`/console/api/${path}`, { body });
  expect(answer.status).toBe(201);
  return (answer.body as { id: string }).id;
}

const query = (text: string) => runQuery(platform.kernel.resolve(Database), text);

async function documentOf(base: string): Promise<string> {
  const id = newId();
  await query(`insert into dataset_documents (id, workspace_id, dataset_id, batch, position, name, data_source_type, content_hash,
    blob, size, extension, mime_type, process_rule_id, doc_form, created_from) values ('${id}', '${platform.workspaceId}', '${base}', 'b', 1,
    'ferns-handbook.pdf', 'upload_file', 'x', '{"key": "${id}"}', 1, 'pdf', 'application/pdf', '${id}', 'text_model', 'web')`);
  return id;
}

async function conversationOf(app: string, name: string): Promise<string> {
  const id = newId();
  await query(`insert into conversations (id, workspace_id, app_id, end_user_id, name, mode, inputs, introduction, dialogue_count,
    created_at, updated_at) values ('${id}', '${platform.workspaceId}', '${app}', '${newId()}', '${name}', 'chat', '{}', '', 1, now(), now())`);
  return id;
}

async function search(person: Pick<Person, 'client'>, words: string, more = ''): Promise<readonly Found[]> {
  const answer = await person.client.request(`/console/api/search?query=${encodeURIComponent(words)}${more}`);
  expect([answer.status, answer.text]).toEqual([200, expect.anything()]);
  return (answer.body as { data: readonly Found[] }).data;
}

const names = async (person: Pick<Person, 'client'>, words: string, kind: string) =>
  (await search(person, words, `&kind=${kind}`)).flatMap(({ items }) => items.map(({ name }) => name));

describe('things are found by a part of their names', () => {
  it.each([
    ['prüf', 'Überprüfung der Verträge'],
    ['UBERPRUFUNG', 'Überprüfung der Verträge'],
    ['vertr über', 'Überprüfung der Verträge'],
    ['服', '客服助手'],
    ['服助', '客服助手'],
    ['客服助手', '客服助手'],
    ['ｄｒａｆｔ', 'Draft of ferns'],
    ['100%', '100% _sure_ \\ a'],
    ['_', '100% _sure_ \\ a'],
    ['\\', '100% _sure_ \\ a'],
  ])('"%s" finds %s', async (words, name) => {
    expect(await names(owner, words, 'app')).toEqual([name]);
  });

  it.each(['rpx f', 'verträgex', '%%', '客手', "' or true --", '\u0301', ' ', '\0'])(
    'attack T09: "%s" finds nothing',
    async (words) => {
      expect(await search(owner, words, '&kind=app')).toEqual([]);
    },
  );

  it('of every kind, each with what it belongs to and its page', async () => {
    const found = await search(owner, 'ferns');
    expect(Object.fromEntries(found.map(({ kind, items }) => [kind, items.map(({ path }) => path).sort()]))).toEqual({
      app: [`/app/${made['Draft of ferns']}/build`],
      conversation: [`/app/${made.客服助手}/conversations/${made.conversation}`],
      dataset: [`/knowledge/${made.base}`, `/knowledge/${made.hidden}`].sort(),
      document: ['base', 'hidden']
        .map((base) => `/knowledge/${made[base]}/documents/${made[`document of ${base}`]}`)
        .sort(),
    });
    expect(found.find(({ kind }) => kind === 'conversation')?.items[0]?.about).toBe('客服助手');
    const [people] = await search(owner, editor.email.slice(3, 20), '&kind=member');
    expect(people?.items).toEqual([
      {
        id: editor.accountId,
        name: 'Ada',
        about: editor.email,
        path: `/members?q=${encodeURIComponent(editor.email)}`,
      },
    ]);
    const [tools] = await search(owner, 'wikipedia', '&kind=tool');
    expect(tools?.items[0]?.path).toBe('/tools/builtin/wikipedia');
  });

  it('what is called so comes first, then what begins so, then the newest; and it is said where there is more', async () => {
    const made: string[] = [];
    for (const name of ['Moss garden', 'A moss', 'Moss', 'Old moss', 'Mossy']) {
      const { appId } = await platform.importApp(greetingWorkflow());
      await send('PATCH', `apps/${appId}`, { name });
      made.push(name);
    }
    expect(await names(owner, 'moss', 'app')).toEqual(['Moss', 'Mossy', 'Moss garden', 'Old moss', 'A moss']);
    const [some] = await search(owner, 'moss', '&kind=app&limit=2');
    expect(some?.items.map(({ name }) => name)).toEqual(['Moss', 'Mossy']);
    expect(some?.has_more).toBe(true);
  });
});

describe('the names are those of now', () => {
  it('after a change, a deletion and a restoration', async () => {
    const { appId } = await platform.importApp(greetingWorkflow());
    await send('PATCH', `apps/${appId}`, { name: 'Lichen' });
    expect(await names(owner, 'lichen', 'app')).toEqual(['Lichen']);
    await send('PATCH', `apps/${appId}`, { name: 'Liverwort' });
    expect(await names(owner, 'lichen', 'app')).toEqual([]);
    await send('DELETE', `apps/${appId}`, undefined);
    expect(await names(owner, 'liverwort', 'app')).toEqual([]);
    await send('POST', `deleted-apps/${appId}/restore`, {});
    expect(await names(owner, 'liverwort', 'app')).toEqual(['Liverwort']);
  });

  it('people by the names they give themselves, as long as they belong to the workspace', async () => {
    const person = await newMember(platform, 'member', platform.workspaceId);
    await query(`update accounts set name = 'Grace Hopper' where id = '${person.accountId}'`);
    expect(await names(owner, 'hopp', 'member')).toEqual(['Grace Hopper']);
    expect(await names(stranger, 'hopp', 'member')).toEqual([]);
    await send('DELETE', `members/${person.accountId}`, undefined);
    expect(await names(owner, 'hopp', 'member')).toEqual([]);
    expect(await platform.kernel.resolve(Members).find(platform.workspaceId, person.accountId)).toBeNull();
  });

  it('tools of MCP servers, those that were accepted', async () => {
    const id = newId();
    const tools = (list: readonly string[]) => JSON.stringify(list.map((name) => ({ name, note: 'x' })));
    await query(`insert into mcp_client_servers (id, workspace_id, identifier, name, sealed_url, auth, per_user, scope,
      timeout_seconds, read_timeout_seconds, tools) values ('${id}', '${platform.workspaceId}', 'seeds', 'Seed bank', 'x', 'none', false, '',
      1, 1, '${tools(['sow_seed', 'list'])}')`);
    const found = async (words: string) => (await search(owner, words, '&kind=tool')).flatMap(({ items }) => items);
    expect(await found('sow_')).toEqual([
      { id: `${id}/sow_seed`, name: 'sow_seed', about: 'Seed bank', path: `/tools/mcp/${id}` },
    ]);
    expect((await found('seed')).map(({ name }) => name)).toEqual(['Seed bank', 'sow_seed']);
    await query(`update mcp_client_servers set tools = '${tools(['harvest'])}' where id = '${id}'`);
    expect(await found('sow_')).toEqual([]);
    expect(await found('harvest')).toHaveLength(1);
    // A NUL in a name keeps no server from being written.
    await query(`update mcp_client_servers set tools = '[{"name": "a\\u0000b"}]' where id = '${id}'`);
    expect(await found('harvest')).toEqual([]);
    await query(`delete from mcp_client_servers where id = '${id}'`);
    expect(await found('seed bank')).toEqual([]);
  });
});

describe('where a thing is', () => {
  const seeker = (workspaceId: string, role: Role, accountId: string) => ({
    ...{ workspaceId, accountId, name: 'Ada' },
    can: (permission: string) => mayRole(role, permission),
  });

  it('attack T01: is told of the workspaces of one person, and of what they may see there', async () => {
    const places = platform.kernel.resolve(ThingPlaces);
    const elsewhere = seeker(await newWorkspace(platform), 'owner', editor.accountId);
    const here = seeker(platform.workspaceId, 'editor', editor.accountId);
    const asMember = seeker(platform.workspaceId, 'member', member.accountId);
    const draft = made['Draft of ferns'] ?? '';
    expect(await places.find(draft, [elsewhere, here])).toBe(here);
    expect(await places.find(draft, [elsewhere])).toBeNull();
    expect(await places.find(draft, [asMember])).toBeNull();
    expect(await places.find(made.hidden ?? '', [here])).toBeNull();
    expect(await places.find(made.base ?? '', [here])).toBe(here);
    expect(await places.find(newId(), [here])).toBeNull();
  });
});

describe('everybody finds what they may see', () => {
  it('attack T01: an editor nothing of bases that are not shared with them', async () => {
    expect(await names(editor, 'ferns', 'dataset')).toEqual(['Ferns of the north']);
    const documents = (await search(editor, 'ferns', '&kind=document')).flatMap(({ items }) => items);
    expect(documents.map(({ about }) => about)).toEqual(['Ferns of the north']);
  });

  it('attack T01: a member apps that are published, where they are used, and people', async () => {
    const found = await search(member, 'e');
    expect(found.map(({ kind }) => kind)).toEqual(['app', 'member']);
    expect(await names(member, 'draft', 'app')).toEqual([]);
    const [apps] = await search(member, '客服', '&kind=app');
    expect(apps?.items[0]?.path).toBe(`/use/${made.客服助手}`);
    for (const kind of ['dataset', 'document', 'conversation', 'tool'])
      expect(await search(member, 'fern', `&kind=${kind}`)).toEqual([]);
  });

  it('attack T01: somebody of another workspace nothing of this one', async () => {
    for (const words of ['ferns', '客', editor.email]) expect(await search(stranger, words)).toEqual([]);
    const elsewhere = await stranger.client.request('/console/api/search?query=ferns', {
      headers: { 'x-workspace-id': platform.workspaceId },
    });
    expect(elsewhere.status).toBe(403);
  });

  it('attack T01: a name in the index shows nothing of its thing, which is read anew', async () => {
    const foreign = `insert into search_names (workspace_id, source, id, name)
      select m.workspace_id, 'app', '${made.客服助手}', 'stolen' from memberships m where m.account_id = '${stranger.accountId}'`;
    await query(foreign);
    expect(await search(stranger, 'stolen')).toEqual([]);
  });
});

it.each([
  '',
  '?query=',
  `?query=${'a'.repeat(101)}`,
  '?query=a&kind=App',
  '?query=a&kind=nothing',
  '?query=a&limit=51',
  '?query=a&x=1',
])('attack T21: a question that is none is refused: %s', async (asked) => {
  expect((await owner.client.request(`/console/api/search${asked}`)).status).toBe(400);
});

it('attack T21: long names and long questions take no longer than they may', async () => {
  const { appId } = await platform.importApp(greetingWorkflow());
  await send('PATCH', `apps/${appId}`, { name: '\ufdfa'.repeat(100) });
  await query(`update apps set name = repeat('\ufdfa e\u0301 ', 30000) where id = '${appId}'`);
  expect(await search(owner, '\ufdfa'.repeat(100), '&kind=app')).toEqual([]);
  expect(await names(owner, '\ufdfa', 'app')).toHaveLength(1);
  expect(await search(owner, 'a b c d e f g h i j '.repeat(5), '&kind=app')).toEqual([]);
});
