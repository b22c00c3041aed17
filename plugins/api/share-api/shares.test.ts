import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testClient } from '#http/testing/client.ts';
import { Database } from '#plugins/database/contract.ts';
import { runQuery } from '#plugins/database/testing/run-query.ts';
import { countingChat } from '#plugins/delivery-api/testing/documents.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { openSite, type SiteBench } from '#plugins/sites/testing/visiting.ts';

interface Share {
  readonly id: string;
  readonly url: string;
  readonly token: string;
}

let platform: TestPlatform;
beforeAll(async () => {
  platform = await sharedPlatform();
});
afterAll(() => platform.dispose());

const rows = <Row>(query: string) => runQuery<Row>(platform.kernel.resolve(Database), query);

/** A visitor of an app, who may say something and share it. */
async function visitorOf(bench: SiteBench) {
  const client = testClient(platform.url, (await bench.enter()).visitor_token);
  return {
    client,
    async say(query: string, conversation_id = '') {
      const body = { query, inputs: { plant: 'fern' }, conversation_id };
      const answer = await client.request('/v1/chat-messages', { body });
      expect(answer.status, answer.text).toBe(200);
      return (answer.body as { conversation_id: string }).conversation_id;
    },
    async share(conversation: string) {
      const answer = await client.request(`/v1/conversations/${conversation}/shares`, { body: {} });
      expect(answer.status, answer.text).toBe(201);
      return answer.body as Share;
    },
    read: (token: string, query = '') => client.request(`/v1/shared-conversations/${token}${query}`),
    revoke: (id: string) => client.request(`/v1/conversation-shares/${id}`, { method: 'DELETE' }),
    list: async () =>
      (await client.request('/v1/conversation-shares')).body as { data: { id: string; name: string }[] },
  };
}

const queries = (body: unknown) => (body as { data: { query: string }[] }).data.map(({ query }) => query);

describe('a shared conversation', () => {
  it('is read by others as it was then, page by page, until the link is revoked', async () => {
    const bench = await openSite(platform, countingChat());
    const [ada, bob] = [await visitorOf(bench), await visitorOf(bench)];
    const id = await ada.say('One');
    await ada.say('Two', id);
    const share = await ada.share(id);
    await ada.say('Three', id);
    expect(share.url).toBe(`${platform.url}/chat/${bench.appId}/shared/${share.token}`);
    const read = await bob.read(share.token);
    expect(read.body).toMatchObject({ has_more: false, data: [{ query: 'One', file_count: 0 }, { query: 'Two' }] });
    // Nothing of who asked, what they gave, or what it cost.
    expect(read.text).not.toMatch(/fern"|user|token|price|inputs|visitor/);
    const last = await bob.read(share.token, '?limit=1');
    expect([queries(last.body), (last.body as { has_more: boolean }).has_more]).toEqual([['Two'], true]);
    const [{ id: first } = { id: '' }] = (last.body as { data: { id: string }[] }).data;
    expect(queries((await bob.read(share.token, `?limit=1&first_id=${first}`)).body)).toEqual(['One']);
    expect((await ada.list()).data.map((each) => each.id)).toEqual([share.id]);
    expect((await ada.revoke(share.id)).status).toBe(204);
    expect((await bob.read(share.token)).status).toBe(404);
    expect((await ada.list()).data).toEqual([]);
  });

  it('goes with its conversation, its user and its app, and leaves no token behind', async () => {
    const bench = await openSite(platform, countingChat());
    const ada = await visitorOf(bench);
    const [one, two] = [await ada.say('One'), await ada.say('Two')];
    const shares = [await ada.share(one), await ada.share(two)];
    const kept = await rows<{ hash: string }>(
      `select encode(token_hash, 'hex') as hash from conversation_shares where app_id = '${bench.appId}' order by id`,
    );
    expect(kept.map(({ hash }) => hash)).toEqual(
      shares.map(({ token }) => createHash('sha256').update(token).digest('hex')),
    );
    await ada.client.request(`/v1/conversations/${one}`, { method: 'DELETE', body: {} });
    expect((await ada.read(shares[0]?.token ?? '')).status).toBe(404);
    const left = () => rows(`select from conversation_shares where app_id = '${bench.appId}'`);
    expect(await left()).toHaveLength(1);
    const [{ user } = { user: '' }] = await rows<{ user: string }>(
      `select end_user_id as user from conversations where id = '${two}'`,
    );
    const path = `/console/api/apps/${bench.appId}/end-users/${user}?confirm=true`;
    expect((await platform.management.request(path, { method: 'DELETE' })).status).toBe(202);
    await expect.poll(left, { timeout: 30_000 }).toHaveLength(0);
  });

  it('counts files and shares none of them, nor addresses that open them', async () => {
    const bench = await openSite(platform, countingChat());
    const ada = await visitorOf(bench);
    const id = await ada.say('Look');
    await rows(`update messages set files = '[{"filename": "tax.pdf"}]',
      answer = 'See http://x.example/files/0190/file-preview?timestamp=1&nonce=2&sign=3 and [this](/files/a/b?sign=4)'
      where conversation_id = '${id}'`);
    const { text, body } = await ada.read((await ada.share(id)).token);
    expect(body).toMatchObject({
      data: [{ file_count: 1, answer: 'See http://x.example/files/0190/file-preview and [this](/files/a/b)' }],
    });
    expect(text).not.toMatch(/tax|sign/);
  });

  it('is not made where the owner says so, or where nobody could read it; links lead nowhere meanwhile', async () => {
    const bench = await openSite(platform, countingChat());
    const ada = await visitorOf(bench);
    const id = await ada.say('One');
    const share = await ada.share(id);
    const refused = async () => {
      const { status, body } = await ada.client.request(`/v1/conversations/${id}/shares`, { body: {} });
      return [status, (body as { code: string }).code];
    };
    await bench.set({ share_conversations: false });
    await expect.poll(refused).toEqual([403, 'sharing_off']);
    expect((await ada.read(share.token)).status).toBe(404);
    await bench.set({ share_conversations: true });
    await expect.poll(async () => (await ada.read(share.token)).status).toBe(200);
    await bench.set({ enabled: false });
    const said = { query: 'One', inputs: { plant: 'fern' }, user: 'u1' };
    const { body } = await platform.post(bench.key, '/v1/chat-messages', said);
    const own = (body as { conversation_id: string }).conversation_id;
    const keyed = await platform.post(bench.key, `/v1/conversations/${own}/shares`, { user: 'u1' });
    expect([keyed.status, (keyed.body as { code: string }).code]).toEqual([403, 'sharing_off']);
  });

  it('are a hundred at most', async () => {
    const bench = await openSite(platform, countingChat());
    const ada = await visitorOf(bench);
    const id = await ada.say('One');
    const { id: share } = await ada.share(id);
    await rows(`insert into conversation_shares (id, workspace_id, app_id, end_user_id, conversation_id, token_hash, last_message_id)
      select gen_random_uuid(), workspace_id, app_id, end_user_id, conversation_id, decode(md5(n::text), 'hex'), last_message_id
      from conversation_shares, generate_series(1, 99) n where id = '${share}'`);
    const { status, body } = await ada.client.request(`/v1/conversations/${id}/shares`, { body: {} });
    expect([status, (body as { code: string }).code]).toEqual([400, 'too_many_shares']);
  });
});

describe('attack T19: a link to a conversation', () => {
  it('is not guessed, not of another app or workspace, and not made or revoked by others', async () => {
    const [bench, other] = [await openSite(platform, countingChat()), await openSite(platform, countingChat())];
    const [ada, bob, eve] = [await visitorOf(bench), await visitorOf(bench), await visitorOf(other)];
    const id = await ada.say('One');
    const share = await ada.share(id);
    for (const token of [
      'x',
      '%00',
      share.id,
      share.token.toUpperCase(),
      share.token.slice(0, -1),
      `${share.token}A`,
      createHash('sha256').update(share.token).digest('hex'),
      "' or true --",
    ]) {
      expect([token, (await bob.read(encodeURIComponent(token))).status]).toEqual([token, 404]);
    }
    expect((await bob.read('x'.repeat(101))).status).toBe(400);
    expect((await eve.read(share.token)).status).toBe(404);
    expect((await testClient(platform.url).request(`/v1/shared-conversations/${share.token}`)).status).toBe(401);
    for (const stranger of [bob, eve]) {
      expect((await stranger.revoke(share.id)).status).toBe(404);
      const made = await stranger.client.request(`/v1/conversations/${id}/shares`, { body: {} });
      expect(made.status).toBe(404);
      expect((await stranger.list()).data).toEqual([]);
    }
    expect((await bob.read(share.token)).status).toBe(200);
  });

  it('opens nothing of an app that is paused, switched off, or for members', async () => {
    const bench = await openSite(platform, countingChat());
    const [ada, bob] = [await visitorOf(bench), await visitorOf(bench)];
    const share = await ada.share(await ada.say('One'));
    const status = async () => (await bob.read(share.token)).status;
    const pause = (value: string) =>
      platform.management.request(`/console/api/apps/${bench.appId}`, { method: 'PATCH', body: { status: value } });
    await pause('paused');
    await expect.poll(status).toBe(403);
    await pause('active');
    await expect.poll(status).toBe(200);
    await bench.set({ enabled: false });
    await expect.poll(status).toBe(403);
    await bench.set({ enabled: true, entry: 'members' });
    await expect.poll(status).toBe(401);
  });
});
