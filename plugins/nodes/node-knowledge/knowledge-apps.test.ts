import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appDocument, chain, edge, node, promptApp } from '#engine/testing/app-document.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await sharedPlatform();
});
afterAll(() => platform.dispose());

const chatflow = (retrieval: Readonly<Record<string, unknown>>) =>
  appDocument({
    mode: 'advanced-chat',
    nodes: [
      node('1', 'start'),
      node('2', 'knowledge-retrieval', { retrieval_mode: 'multiple', ...retrieval }),
      node('3', 'answer', { answer: 'Found: {{#2.result#}}.' }),
      node('4', 'answer', { answer: '{{#2.error_type#}}' }),
    ],
    edges: [...chain('1', '2', '3'), ...('error_strategy' in retrieval ? [edge('2', '4', 'fail-branch')] : [])],
  });
const say = async (yaml: string) => {
  const { key } = await platform.importApp(yaml);
  return platform.post(key, '/v1/chat-messages', { inputs: {}, query: 'Why?', user: 'u' });
};

describe('a chatflow with knowledge', () => {
  it('goes on without hits when nothing is asked', async () => {
    expect(await say(chatflow({ dataset_ids: ['d1'] }))).toMatchObject({ status: 200, body: { answer: 'Found: .' } });
  });

  it('skips a knowledge base that does not exist, and the record of the run says so', async () => {
    const id = '883d5ac5-715d-49f7-8226-d6bb221d8cc7';
    const retrieval = { dataset_ids: [id], query_variable_selector: ['1', 'sys.query'] };
    const { key } = await platform.importApp(chatflow(retrieval));
    const asked = { inputs: {}, query: 'Why?', user: 'u', response_mode: 'streaming' };
    const { text } = await platform.post(key, '/v1/chat-messages', asked);
    expect(text).toContain('Found: .');
    expect(text).toContain('Skipped knowledge bases');
    expect(text).toContain(id);
  });
});

describe('a chat app with knowledge', () => {
  it('answers without a knowledge base that does not exist', async () => {
    const tree = JSON.parse(promptApp('chat'));
    const datasets = { datasets: [{ dataset: { enabled: true, id: 'd-1' } }] };
    tree.model_config.dataset_configs = { retrieval_model: 'multiple', datasets };
    expect((await say(JSON.stringify(tree))).status).toBe(200);
  });
});
