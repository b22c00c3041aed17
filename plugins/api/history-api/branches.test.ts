import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { beginStream, framesOf, type SeenCall } from '#plugins/provider-openai/testing/fake-openai.ts';
import { modelApp } from './testing/documents.ts';
import { type ScriptedPlatform, sharedScripted } from './testing/shared-scripted.ts';

const FIRST = '00000000-0000-0000-0000-000000000000';
const textsOf = ({ body }: SeenCall) =>
  (body.messages as { role: string; content: string }[])
    .filter(({ role }) => role !== 'system')
    .map((each) => each.content);

describe('something else in place of a message', () => {
  let scripted: ScriptedPlatform;
  let key: string;
  beforeAll(async () => {
    scripted = await sharedScripted({
      parrot(call, response) {
        beginStream(response);
        for (const frame of framesOf(`${textsOf(call).at(-1)}!`)) response.write(frame);
        response.end();
      },
    });
    ({ key } = await scripted.platform.importApp(modelApp('chat', 'parrot')));
  });
  afterAll(() => scripted.dispose());

  async function say(query: string, more: Readonly<Record<string, unknown>> = {}) {
    const body = { query, inputs: {}, user: 'u', ...more };
    const { status, body: answer } = await scripted.platform.post(key, '/v1/chat-messages', body);
    return { status, ...(answer as { message_id: string; conversation_id: string; code?: string }) };
  }
  const remembered = () => textsOf(scripted.server.seen.at(-1) as SeenCall);

  it('is asked as if what came after its parent had not been said', async () => {
    const a = await say('a');
    const { conversation_id } = a;
    const b = await say('b', { conversation_id });
    expect(remembered()).toEqual(['a', 'a!', 'b']);
    const c = await say('c', { conversation_id, parent_message_id: a.message_id });
    expect(remembered()).toEqual(['a', 'a!', 'c']);
    // Whoever says nothing of it follows the newest.
    await say('d', { conversation_id });
    expect(remembered()).toEqual(['a', 'a!', 'c', 'c!', 'd']);
    await say('e', { conversation_id, parent_message_id: b.message_id });
    expect(remembered()).toEqual(['a', 'a!', 'b', 'b!', 'e']);
    await say('f', { conversation_id, parent_message_id: FIRST });
    expect(remembered()).toEqual(['f']);
    const { body } = await scripted.platform.get(key, `/v1/messages?user=u&conversation_id=${conversation_id}`);
    const list = (body as { data: { query: string; parent_message_id: string | null }[] }).data;
    expect(list.map((each) => [each.query, each.parent_message_id])).toEqual([
      ['a', null],
      ['b', null],
      ['c', a.message_id],
      ['d', null],
      ['e', b.message_id],
      ['f', FIRST],
    ]);
    expect(c.status).toBe(200);
  });

  it('follows messages of its own conversation only', async () => {
    const one = await say('one');
    const other = await say('other');
    const more = { conversation_id: one.conversation_id };
    expect(await say('x', { ...more, parent_message_id: other.message_id })).toMatchObject({
      status: 404,
      code: 'not_found',
    });
    expect(await say('x', { ...more, parent_message_id: 'x' })).toMatchObject({ status: 400, code: 'invalid_param' });
    expect(await say('x', { ...more, parent_message_id: one.message_id, user: 'v' })).toMatchObject({ status: 404 });
    expect(await say('x', { ...more, parent_message_id: null })).toMatchObject({ status: 200 });
    expect(await say('x', { parent_message_id: one.message_id })).toMatchObject({ status: 200 });
  });
});
