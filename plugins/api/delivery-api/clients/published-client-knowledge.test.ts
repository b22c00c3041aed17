import { DifyClient } from 'dify-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { KnowledgeClient } from '#plugins/knowledge-api/testing/knowledge-client.ts';

let platform: TestPlatform;
let client: KnowledgeClient;
beforeAll(async () => {
  platform = await sharedPlatform();
  client = await KnowledgeClient.of(platform);
});
afterAll(() => platform.dispose());

const text = 'Ferns want water every morning.\nCacti want water once a month.';

/** The npm SDK has no methods for knowledge bases: its users call them by `sendRequest`. */
describe('the published npm client', () => {
  it('creates, asks and deletes with a body', async () => {
    const npm = new DifyClient(client.key, `${platform.url}/v1`);
    const send = (method: 'POST' | 'DELETE', path: string, body?: object) => npm.sendRequest(method, path, body);
    const made = await send('POST', '/datasets', { name: 'npm', indexing_technique: 'economy' });
    expect(made).toMatchObject({
      status: 200,
      data: { name: 'npm', retrieval_model_dict: { search_method: 'keyword_search' } },
    });
    const { id } = made.data;
    const document = { name: 'a', text, process_rule: { mode: 'automatic' }, indexing_technique: 'high_quality' };
    const created = await send('POST', `/datasets/${id}/document/create-by-text`, document);
    await client.indexed(id, created.data.batch);
    const asked = await send('POST', `/datasets/${id}/retrieve`, { query: 'cacti' });
    expect(asked.data.records[0].segment.content).toContain('Cacti');
    const tag = await send('POST', '/datasets/tags', { name: 'npm' });
    expect(await send('DELETE', '/datasets/tags', { tag_id: tag.data.id })).toMatchObject({ status: 204, data: '' });
    expect(await send('DELETE', `/datasets/${id}`)).toMatchObject({ status: 204, data: '' });
  });
});
