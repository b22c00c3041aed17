import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appDocument, chain, node, promptApp } from '../../engine/testing/app-document.ts';
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
    ],
    edges: chain('1', '2', '3'),
  });
const say = async (yaml: string) => {
  const { key } = await platform.importApp(yaml);
  return platform.post(key, '/v1/chat-messages', { inputs: {}, query: 'Why?', user: 'u' });
};

const warningsOf = async (yaml: string) => {
  const imported = await platform.management.request('/console/api/apps/import', { body: { yaml } });
  return (imported.body as { readonly warnings: readonly string[] }).warnings;
};

describe('a chatflow with knowledge', () => {
  it('goes on without hits when nothing is asked', async () => {
    expect(await say(chatflow({ dataset_ids: ['d1'] }))).toMatchObject({ status: 200, body: { answer: 'Found: .' } });
  });

  it('finds nothing in a knowledge base that is none of the workspace, and warns of it', async () => {
    const yaml = chatflow({
      dataset_ids: ['883d5ac5-715d-49f7-8226-d6bb221d8cc7'],
      query_variable_selector: ['1', 'sys.query'],
    });
    expect(await say(yaml)).toMatchObject({ status: 200, body: { answer: 'Found: .' } });
    expect(await warningsOf(yaml)).toEqual([
      expect.stringMatching(/'knowledge-retrieval 2'.*dataset_ids names knowledge bases, and nothing here keeps any/),
    ]);
  });
});

describe('a chat app with knowledge', () => {
  it('answers without what it can not find, and warns of it', async () => {
    const tree = JSON.parse(promptApp('chat'));
    const datasets = { datasets: [{ dataset: { enabled: true, id: 'd-1' } }] };
    tree.model_config.dataset_configs = { retrieval_model: 'multiple', datasets };
    expect(await say(JSON.stringify(tree))).toMatchObject({ status: 200 });
    expect(await warningsOf(JSON.stringify(tree))).toEqual([
      expect.stringMatching(/names knowledge bases \(dataset_configs\), and nothing here keeps any/),
    ]);
  });
});
