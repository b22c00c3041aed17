import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { promptApp } from '#engine/testing/app-document.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await sharedPlatform();
});
afterAll(() => platform.dispose());

/** An app without a graph, its configuration changed. */
async function configured(mode: 'chat' | 'completion', config: object): Promise<string> {
  const tree = JSON.parse(promptApp(mode));
  tree.model_config = { ...tree.model_config, ...config };
  return (await platform.importApp(JSON.stringify(tree))).key;
}

const say = (key: string, body: object) =>
  platform.post(key, '/v1/chat-messages', { inputs: {}, query: 'Hi', user: 'u', ...body });
const answerOf = async (key: string, body: object) => ((await say(key, body)).body as { answer: string }).answer;

describe('a chat app', () => {
  it('opens a conversation with its statement, the inputs filled in', async () => {
    const key = await configured('chat', { opening_statement: 'Hello, {{topic}} and {{nobody}}!' });
    await say(key, { inputs: { topic: 'ferns {{topic}}' } });
    const { body } = await platform.get(key, '/v1/conversations?user=u');
    expect(body).toMatchObject({ data: [{ introduction: 'Hello, ferns {{topic}} and {{nobody}}!' }] });
  });

  it('sends text that looks like a placeholder of graphs as it is written', async () => {
    const prompt = [
      { role: 'system', text: 'Be brief.' },
      { role: 'user', text: 'Explain {{#sys.user_id#}} and {{#a.b#}} to {{topic}}, who asked: {{#query#}}' },
    ];
    const config = { prompt_type: 'advanced', chat_prompt_config: { prompt } };
    const key = await configured('completion', {
      ...config,
      user_input_form: [{ paragraph: { variable: 'topic' } }, { paragraph: { variable: 'query' } }],
    });
    const { body } = await platform.post(key, '/v1/completion-messages', {
      inputs: { topic: '{{#c.d#}}', query: 'why?' },
      user: 'u',
    });
    expect(body).toMatchObject({
      answer: expect.stringContaining('Explain {{#sys.user_id#}} and {{#a.b#}} to {{#c.d#}}, who asked: why?'),
    });
  });

  it('writes the past with the prefixes of a completion prompt', async () => {
    const text = 'Past:\n{{#histories#}}\nNow {{#query#}}';
    const conversation_histories_role = { user_prefix: 'Guest', assistant_prefix: 'Guide' };
    const key = await configured('chat', {
      model: { provider: 'demo', name: 'demo-chat', mode: 'completion', completion_params: { pace_ms: 0 } },
      prompt_type: 'advanced',
      completion_prompt_config: { prompt: { text }, conversation_histories_role },
    });
    const first = await say(key, { query: 'One' });
    const { conversation_id } = first.body as { conversation_id: string };
    const second = await answerOf(key, { query: 'Two', conversation_id });
    expect(second).toMatch(/Past:\nGuest: One\nGuide: This is the demo model[\s\S]*\nNow Two$/);
  });
});
