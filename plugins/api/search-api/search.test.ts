import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Documents } from '#engine';
import { promptApp } from '#engine/testing/app-document.ts';
import { Apps } from '#plugins/apps/contract.ts';
import { type ImportedApp, sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { modelApp } from '#plugins/history-api/testing/documents.ts';
import { Workspaces } from '#plugins/workspaces/contract.ts';

interface Hit {
  readonly id: string;
  readonly name: string;
  readonly message_id: string | null;
  readonly excerpt: { readonly text: string; readonly marks: readonly { start: number; end: number }[] } | null;
}

let platform: TestPlatform;
let app: ImportedApp;
/** The demo model, which repeats what it is asked. */
const repeating = () => {
  const document = JSON.parse(modelApp('chat', 'demo-chat', {}));
  Object.assign(document.model_config.model, { provider: 'demo', completion_params: { pace_ms: 0 } });
  return JSON.stringify(document);
};

beforeAll(async () => {
  platform = await sharedPlatform();
  app = await platform.importApp(repeating());
});
afterAll(() => platform.dispose());

async function say(query: string, options: { user?: string; conversation?: string; of?: ImportedApp } = {}) {
  const { user = 'u1', conversation = '', of = app } = options;
  const body = { inputs: {}, query, user, conversation_id: conversation, auto_generate_name: false };
  const answer = await platform.post(of.key, '/v1/chat-messages', body);
  expect(answer.status, answer.text).toBe(200);
  return answer.body as { conversation_id: string; message_id: string };
}

async function found(query: string, more: Record<string, string> = {}, of = app) {
  const asked = new URLSearchParams({ user: 'u1', query, ...more });
  const answer = await platform.get(of.key, `/v1/conversations/search?${asked}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body as { data: readonly Hit[]; has_more: boolean; next_cursor: string | null };
}
const ids = async (query: string, more = {}, of = app) => (await found(query, more, of)).data.map(({ id }) => id);
const marked = ({ excerpt }: Hit) => excerpt?.marks.map(({ start, end }) => excerpt.text.slice(start, end));

describe('a search in conversations', () => {
  it.each<[string, string, readonly string[]]>([
    ['The heron waits in the reeds', 'HERON reed', ['heron', 'reed']],
    ['Où est la forêt enneigée ?', 'foret enneigee', ['forêt', 'enneigée']],
    ['我的订单什么时候发货？', '发货', ['发货']],
    ['Πού είναι η θάλασσα;', 'θαλασσα', ['θάλασσα']],
    ['Zwei <b>Otter</b> & "Co" <img src=x onerror=alert(1)>', 'otter', ['Otter']],
  ])('finds %s by %s, with the words around', async (text, words, expected) => {
    const { conversation_id: id, message_id: message } = await say(text);
    await expect.poll(() => ids(words)).toContain(id);
    const hit = (await found(words)).data.find((each) => each.id === id) as Hit;
    expect(hit.message_id).toBe(message);
    expect(marked(hit)).toEqual(expected);
    // As it was said: whoever shows it shows text.
    expect(hit.excerpt?.text).toBe(text);
  });

  it('finds names, too, and each conversation once, by its newest message', async () => {
    const { conversation_id: id } = await say('quince jelly');
    const newest = await say('more quince jelly', { conversation: id });
    await platform.post(app.key, `/v1/conversations/${id}/name`, { user: 'u1', name: 'Medlar, quince' });
    await expect
      .poll(async () => (await found('quince')).data.map((hit) => hit.message_id))
      .toEqual([newest.message_id]);
    expect(await found('medlar')).toMatchObject({ data: [{ id, message_id: null, excerpt: null }], has_more: false });
  });

  it('goes on page by page, newest first', async () => {
    const said: string[] = [];
    for (let count = 1; count <= 5; count++) said.unshift((await say(`tamarind ${count}`)).conversation_id);
    await expect.poll(async () => (await ids('tamarind')).length).toBe(5);
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: Awaited<ReturnType<typeof found>> = await found('tamarind', {
        limit: '2',
        ...(cursor !== '' && { cursor }),
      });
      seen.push(...page.data.map(({ id }) => id));
      expect(page.has_more).toBe(page.next_cursor !== null);
      cursor = page.next_cursor;
    }
    expect(seen).toEqual(said);
  });

  it('finds nothing of what was deleted, and nothing for no words', async () => {
    const { conversation_id: id } = await say('persimmon');
    await expect.poll(() => ids('persimmon')).toEqual([id]);
    await platform.open(app.key, `/v1/conversations/${id}`, { method: 'DELETE', body: { user: 'u1' } });
    expect(await ids('persimmon')).toEqual([]);
    for (const words of ['   ', '&|!()', '\u0000', '%', "' or 1=1"]) expect(await ids(words)).toEqual([]);
  });

  it.each([
    ['no query', ''],
    ['an empty one', 'query='],
    ['a long one', `query=${'x'.repeat(201)}`],
    ['a cursor that is none', 'query=x&cursor=1'],
    ['too many', 'query=x&limit=51'],
  ])('refuses %s', async (_, query) => {
    expect((await platform.get(app.key, `/v1/conversations/search?user=u1&${query}`)).status).toBe(400);
  });

  it('is for chats', async () => {
    const completion = await platform.importApp(promptApp('completion'));
    const answer = await platform.get(completion.key, '/v1/conversations/search?user=u1&query=x');
    expect(answer).toMatchObject({ status: 400, body: { code: 'not_chat_app' } });
  });
});

describe('attack T01: a search in conversations', () => {
  it('finds nothing of another user, another app or another workspace', async () => {
    const { id: workspaceId } = await platform.kernel
      .resolve(Workspaces)
      .create({ name: 'Neighbour', plan: 'unlimited', ownerName: 'Eve' });
    const apps = platform.kernel.resolve(Apps);
    const theirs = await apps.import(workspaceId, platform.kernel.resolve(Documents).parse(repeating()));
    await apps.publish(workspaceId, theirs.id);
    const foreign = { appId: theirs.id, key: (await apps.createKey(workspaceId, theirs.id, 'k')).secret };
    const other = await platform.importApp(repeating());
    const own = await say('my sapodilla');
    await say('sapodilla of another user', { user: 'u2' });
    await say('sapodilla of another app', { of: other });
    await say('sapodilla of another workspace', { of: foreign });
    await expect.poll(() => ids('sapodilla', { user: 'u2' })).toHaveLength(1);
    await expect.poll(() => ids('sapodilla', {}, other)).toHaveLength(1);
    await expect.poll(() => ids('sapodilla', {}, foreign)).toHaveLength(1);
    await expect.poll(() => ids('sapodilla')).toEqual([own.conversation_id]);
    expect(await ids('sapodilla', { user: 'u3' })).toEqual([]);
  });

  it('does not tell what went wrong with an answer', async () => {
    const failing = await platform.importApp(modelApp('chat', 'no-such-model', {}));
    await platform.post(failing.key, '/v1/chat-messages', { inputs: {}, query: 'breadfruit', user: 'u1' });
    await expect.poll(() => ids('breadfruit', {}, failing)).toHaveLength(1);
    const { body } = await platform.get(failing.key, '/v1/conversations?user=u1');
    const [{ id } = { id: '' }] = (body as { data: { id: string }[] }).data;
    const { body: list } = await platform.get(failing.key, `/v1/messages?user=u1&conversation_id=${id}`);
    const [{ error } = { error: '' }] = (list as { data: { error: string }[] }).data;
    expect(error).not.toBe('');
    for (const word of error.match(/\w{4,}/g) ?? []) expect(await ids(word, {}, failing)).toEqual([]);
  });
});
