import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appDocument, chain, edge, node, promptApp } from '../../engine/testing/app-document.ts';
import { startPlatform, type TestPlatform } from '../delivery-api/testing/platform.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform();
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

  it('fails clearly for a knowledge base that does not exist, and can catch that', async () => {
    const retrieval = {
      dataset_ids: ['883d5ac5-715d-49f7-8226-d6bb221d8cc7'],
      query_variable_selector: ['1', 'sys.query'],
    };
    expect(await say(chatflow(retrieval))).toMatchObject({
      status: 400,
      body: {
        code: 'invalid_param',
        message: expect.stringContaining('"knowledge-retrieval 2" (2): dataset not found: \'883d5ac5-'),
      },
    });
    const caught = chatflow({ ...retrieval, error_strategy: 'fail-branch' });
    expect(await say(caught)).toMatchObject({ status: 200, body: { answer: 'DatasetNotFoundError' } });
  });
});

describe('a chat app with knowledge', () => {
  it('fails clearly for a knowledge base that does not exist', async () => {
    const tree = JSON.parse(promptApp('chat'));
    const datasets = { datasets: [{ dataset: { enabled: true, id: 'd-1' } }] };
    tree.model_config.dataset_configs = { retrieval_model: 'multiple', datasets };
    expect(await say(JSON.stringify(tree))).toMatchObject({
      status: 400,
      body: { code: 'invalid_param', message: expect.stringContaining("dataset not found: 'd-1'") },
    });
  });
});
