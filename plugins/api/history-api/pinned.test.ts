import { beforeAll, describe, expect, it } from 'vitest';
import { promptApp } from '#engine/testing/app-document.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';

let platform: TestPlatform;
let key: string;
const ids = new Map<string, string>();

beforeAll(async () => {
  platform = await sharedPlatform();
  ({ key } = await platform.importApp(promptApp('chat')));
  for (const name of ['Ferns', 'Moss', 'More ferns', 'Ivy']) {
    const body = { inputs: { topic: 'x' }, query: name, user: 'u1' };
    const answer = await platform.post(key, '/v1/chat-messages', body);
    ids.set(name, (answer.body as { conversation_id: string }).conversation_id);
  }
});

async function names(query: string): Promise<readonly string[]> {
  const { body } = await platform.get(key, `/v1/conversations?user=u1&sort_by=created_at&${query}`);
  return (body as { data: { name: string }[] }).data.map(({ name }) => name);
}

const pin = (name: string, action = 'pin', user = 'u1') =>
  platform.post(key, `/v1/conversations/${ids.get(name)}/${action}`, { user });

describe('conversations', () => {
  it('are pinned by their user, and listed apart', async () => {
    expect((await pin('Moss')).body).toMatchObject({ name: 'Moss', pinned: true });
    await pin('Ivy');
    expect((await pin('Ferns', 'pin', 'u2')).status).toBe(404);
    expect(await names('pinned=true')).toEqual(['Moss', 'Ivy']);
    expect(await names(`pinned=true&last_id=${ids.get('Moss')}`)).toEqual(['Ivy']);
    expect(await names('pinned=false')).toEqual(['Ferns', 'More ferns']);
    expect((await pin('Moss', 'unpin')).body).toMatchObject({ pinned: false });
    expect(await names('pinned=true')).toEqual(['Ivy']);
    expect(await names('limit=10')).toHaveLength(4);
  });

  it('are archived by their user, listed apart, and come back with a new message', async () => {
    expect((await pin('Moss', 'archive')).body).toMatchObject({ name: 'Moss', archived: true });
    expect((await pin('Ferns', 'archive', 'u2')).status).toBe(404);
    expect(await names('limit=10')).toEqual(['Ferns', 'More ferns', 'Ivy']);
    expect(await names('archived=true')).toEqual(['Moss']);
    expect((await pin('Moss', 'unarchive')).body).toMatchObject({ archived: false });
    await pin('Moss', 'archive');
    const body = { inputs: {}, query: 'And?', user: 'u1', conversation_id: ids.get('Moss') };
    await platform.post(key, '/v1/chat-messages', body);
    await expect.poll(() => names('archived=true')).toEqual([]);
    expect(await names('limit=10')).toHaveLength(4);
  });

  it('are found by a part of their names, in any case, page by page', async () => {
    expect(await names('search=FERNS')).toEqual(['Ferns', 'More ferns']);
    expect(await names(`search=ferns&last_id=${ids.get('Ferns')}`)).toEqual(['More ferns']);
    expect(await names('search=%25')).toEqual([]);
    expect(await names('search=%00ivy')).toEqual(['Ivy']);
  });
});
