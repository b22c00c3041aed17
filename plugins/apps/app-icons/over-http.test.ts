import { afterAll, beforeAll, expect, it } from 'vitest';
import { greetingWorkflow } from '#engine/testing/app-document.ts';
import { coloursOf, pngBomb, quarters, sizeOf } from '#plugins/avatars/testing/images.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { newMember, newWorkspace, type Person } from '#plugins/members/testing/people.ts';

let platform: TestPlatform;

beforeAll(async () => {
  platform = await sharedPlatform();
});

afterAll(() => platform.dispose());

const owner = async () => newMember(platform, 'owner', await newWorkspace(platform));

async function app(person: Person): Promise<string> {
  const body = { yaml: greetingWorkflow() };
  const made = await person.client.request('/console/api/apps/import', { method: 'POST', body });
  return (made.body as { app: { id: string } }).app.id;
}

async function put(person: Person, appId: string, content: Uint8Array, type = 'image/png') {
  const form = new FormData();
  form.append('file', new File([new Uint8Array(content)], 'a.png', { type }));
  const headers = { authorization: `Bearer ${person.token}` };
  const answer = await fetch(`${platform.url}/console/api/apps/${appId}/icon`, { method: 'PUT', body: form, headers });
  return { status: answer.status, body: (await answer.json()) as { icon_url?: string; code?: string } };
}

const look = (path: string, headers = {}) => fetch(platform.url + path, { headers });
const shown = async (person: Person, appId: string) =>
  (await person.client.request(`/console/api/apps/${appId}`)).body as {
    icon: string;
    icon_type: string;
    icon_url: string;
  };

it('a picture becomes the icon, small and square, and is shown to whoever knows its address', async () => {
  const person = await owner();
  const id = await app(person);
  const { status, body } = await put(person, id, quarters(300).get_bytes());
  expect([status, body.code]).toEqual([200, undefined]);
  expect(await shown(person, id)).toMatchObject({ icon_type: 'image', icon_url: body.icon_url });
  const answer = await look(body.icon_url ?? '');
  const png = new Uint8Array(await answer.arrayBuffer());
  expect([answer.headers.get('content-type'), sizeOf(png)]).toEqual(['image/png', [256, 256]]);
  expect(coloursOf(png)).toEqual(['red', 'green', 'blue', 'white']);
  const again = await look(body.icon_url ?? '', { 'if-none-match': answer.headers.get('etag') ?? '' });
  expect(again.status).toBe(304);
});

it('a copy keeps the picture when the first app gets another, and then it is gone with its last app', async () => {
  const person = await owner();
  const id = await app(person);
  const first = (await put(person, id, quarters(64).get_bytes())).body.icon_url ?? '';
  const copy = await person.client.request(`/console/api/apps/${id}/duplicate`, { method: 'POST', body: {} });
  const { id: copied, icon_url: ofCopy } = copy.body as { id: string; icon_url: string };
  const other = quarters(64, [
    [0, 0, 255],
    [0, 0, 255],
    [255, 0, 0],
    [255, 0, 0],
  ] as never).get_bytes();
  await put(person, id, other);
  expect([(await look(first)).status, (await look(ofCopy)).status]).toEqual([200, 200]);
  await put(person, copied, other);
  expect((await look(ofCopy)).status).toBe(404);
});

it('a picture whose app got an emoji goes when the next one is set', async () => {
  const person = await owner();
  const [id, next] = [await app(person), await app(person)];
  const url = (await put(person, id, quarters(64).get_bytes())).body.icon_url ?? '';
  const body = { icon: '🤖', icon_type: 'emoji' };
  await person.client.request(`/console/api/apps/${id}`, { method: 'PATCH', body });
  expect((await look(url)).status).toBe(200);
  await put(
    person,
    next,
    quarters(200, [
      [0, 0, 255],
      [0, 0, 255],
      [255, 0, 0],
      [255, 0, 0],
    ] as never).get_bytes(),
  );
  expect((await look(url)).status).toBe(404);
});

it('attack T01: editors of other workspaces, and members, set none', async () => {
  const workspaceId = await newWorkspace(platform);
  const [mine, theirs] = [await owner(), await newMember(platform, 'owner', workspaceId)];
  const id = await app(theirs);
  expect((await put(mine, id, quarters().get_bytes())).status).toBe(404);
  const member = await newMember(platform, 'member', workspaceId);
  expect((await put(member, id, quarters().get_bytes())).status).toBe(403);
  const { icon_url: url } = (await put(theirs, id, quarters().get_bytes())).body;
  // The picture of one app is none of another workspace's app.
  const hash = url?.split('/').at(-1) ?? '';
  expect((await look(`/app-icons/${await app(mine)}/${hash}`)).status).toBe(404);
});

it('attack T15: what is no picture, runs code, or unpacks to too much is refused, and nothing of it is shown', async () => {
  const person = await owner();
  const id = await app(person);
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  expect((await put(person, id, svg, 'image/svg+xml')).body.code).toBe('unsupported_file_type');
  expect((await put(person, id, pngBomb(60_000, 60_000))).body.code).toBe('limit_exceeded');
  expect((await shown(person, id)).icon_url).toBeNull();
});

it('attack T07: an icon that only says that it is a picture is none, and leads nowhere', async () => {
  const person = await owner();
  const id = await app(person);
  for (const icon of [
    'picture-../../etc/passwd',
    `picture-${'0'.repeat(31)}`,
    '4d3c2b1a-0f9e-4d8c-b7a6-958473625140',
  ]) {
    const body = { icon, icon_type: 'image' };
    expect((await person.client.request(`/console/api/apps/${id}`, { method: 'PATCH', body })).status).toBe(200);
    expect((await shown(person, id)).icon_url).toBeNull();
  }
  for (const hash of ['..', 'x'.repeat(32), '0'.repeat(33)]) {
    expect([400, 404]).toContain((await look(`/app-icons/${id}/${encodeURIComponent(hash)}`)).status);
  }
});
