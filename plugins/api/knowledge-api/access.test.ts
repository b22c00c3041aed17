import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appDocument, chain, node } from '#engine/testing/app-document.ts';
import { Datasets, keyViewer } from '#plugins/datasets/contract.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { Limits } from '#plugins/limits/contract.ts';
import { Workspaces } from '#plugins/workspaces/contract.ts';
import { knowledgeCases } from './testing/knowledge-cases.ts';
import { KnowledgeClient } from './testing/knowledge-client.ts';
import { knowledgeOwner } from './testing/knowledge-owner.ts';
import { sendCase } from './testing/send-case.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await sharedPlatform();
});
afterAll(() => platform.dispose());

const first = { indexing_technique: 'economy', process_rule: { mode: 'automatic' } };

/** A workspace on the sandbox plan, with terms of its own. */
async function limited(terms: Parameters<Limits['setPlan']>[2]): Promise<KnowledgeClient> {
  const { id } = await platform.kernel.resolve(Workspaces).create({ name: 'Small', ownerName: 'Ada' });
  await platform.kernel.resolve(Limits).setPlan(id, 'sandbox', { requestsPerMinute: null, ...terms });
  return KnowledgeClient.of(platform, id);
}

describe('a base whose API access is off', () => {
  it('is closed on every route that names it, and opened again by its switch', async () => {
    const client = await KnowledgeClient.of(platform);
    const { workspaceId } = platform;
    const { objects } = await knowledgeOwner(platform, client, { workspaceId, name: 'closed' });
    const change = (apiEnabled: boolean) =>
      platform.kernel.resolve(Datasets).change(workspaceId, objects.dataset, { apiEnabled }, keyViewer);
    await change(false);
    const naming = knowledgeCases.filter((each) =>
      each.ids.some(({ of, at }) => of === 'dataset' && !at.startsWith('query')),
    );
    expect(naming.length).toBeGreaterThan(40);
    for (const each of naming) {
      const answer = await sendCase({ url: platform.url, key: client.key }, each, each.request(objects));
      expect([answer.status, answer.code], each.route).toEqual([403, 'forbidden']);
      expect(answer.text).not.toContain('ferns');
    }
    const listed = await client.done('GET', '/datasets');
    expect(listed.data).toContainEqual(expect.objectContaining({ id: objects.dataset, enable_api: false }));
    await change(true);
    expect((await client.get(`/datasets/${objects.dataset}`)).status).toBe(200);
  }, 180_000);
});

describe('the plan of a workspace', () => {
  it('allows so many requests to knowledge bases a minute: what is only read does not count', async () => {
    const client = await limited({ knowledgeRequestsPerMinute: 4 });
    const base = await client.base('Asked', { indexing_technique: 'economy' });
    const { batch } = await client.done('POST', `/datasets/${base}/document/create-by-text`, {
      name: 'a.txt',
      text: 'Ferns want water.',
      ...first,
    });
    await client.indexed(base, batch as string);
    const ask = () => client.send('POST', `/datasets/${base}/retrieve`, { query: 'ferns' });
    expect([(await ask()).status, (await ask()).status]).toEqual([200, 200]);
    const refused = await ask();
    expect(refused.body).toMatchObject({ code: 'too_many_requests', status: 429 });
    expect(refused.headers.get('retry-after')).toMatch(/^[1-9]\d?$/);
    expect(refused.headers.get('ratelimit-limit')).toBe('4');
    expect((await client.send('DELETE', `/datasets/${base}`)).status).toBe(429);
    expect((await client.get(`/datasets/${base}/documents`)).status).toBe(200);
  }, 120_000);

  it('counts a question of an app to several bases once', async () => {
    const client = await KnowledgeClient.of(platform);
    const made = ['One', 'Other'].map(async (name) => {
      const id = await client.base(`${name} of two`, { indexing_technique: 'economy' });
      await client.document(id, 'a.txt', `${name}: ferns want water.`, first);
      return id;
    });
    const ids = await Promise.all(made);
    const asking = { retrieval_mode: 'multiple', dataset_ids: ids, query_variable_selector: ['1', 'sys.query'] };
    const { key } = await platform.importApp(
      appDocument({
        mode: 'advanced-chat',
        nodes: [
          node('1', 'start'),
          node('2', 'knowledge-retrieval', asking),
          node('3', 'answer', { answer: '{{#2.result#}}' }),
        ],
        edges: chain('1', '2', '3'),
      }),
    );
    const ask = () => platform.post(key, '/v1/chat-messages', { inputs: {}, query: 'ferns', user: 'u' });
    const limits = platform.kernel.resolve(Limits);
    await limits.setPlan(platform.workspaceId, 'unlimited', { knowledgeRequestsPerMinute: 2 });
    try {
      for (let count = 0; count < 2; count += 1) {
        const answer = await ask();
        expect(answer.status, answer.text).toBe(200);
        for (const name of ['One', 'Other']) expect(answer.text).toContain(`${name}: ferns`);
      }
      const refused = await ask();
      expect(refused.text).toContain('allows 2 requests to knowledge bases per minute');
      const { used } = await limits.planUse(platform.workspaceId);
      expect(used.knowledgeRequestsPerMinute).toBeGreaterThanOrEqual(2);
    } finally {
      await limits.setPlan(platform.workspaceId, 'unlimited', {});
    }
  }, 120_000);

  it('allows so many documents: one more is 403, and nothing is kept of it', async () => {
    const client = await limited({ knowledgeRequestsPerMinute: null, documents: 1 });
    const base = await client.base('Full', { indexing_technique: 'economy' });
    const add = (name: string) =>
      client.send('POST', `/datasets/${base}/document/create-by-text`, { name, text: 'Ferns.', ...first });
    expect((await add('one.txt')).status).toBe(200);
    expect((await add('two.txt')).body).toMatchObject({ code: 'forbidden', status: 403, message: /plan|allows/i });
    const file = new File(['x'], 'three.txt', { type: 'text/plain' });
    const sent = await client.upload('POST', `/datasets/${base}/document/create-by-file`, [['file', file]]);
    expect([sent.status, sent.body]).toMatchObject([403, { code: 'forbidden' }]);
    expect(await client.done('GET', `/datasets/${base}/documents`)).toMatchObject({ total: 1 });
  }, 120_000);
});

describe('what a base was indexed with', () => {
  it('is said by its first document, and stays, whatever clients say with later ones', async () => {
    const client = await KnowledgeClient.of(platform);
    const { id } = await client.done('POST', '/datasets', { name: 'Settling' });
    const add = (more: object) =>
      client.send('POST', `/datasets/${id}/document/create_by_text`, { name: 'a', text: 'Ferns.', ...more });
    expect((await add({ process_rule: { mode: 'automatic' } })).body).toMatchObject({ params: 'indexing_technique' });
    expect((await add({ indexing_technique: 'economy' })).body).toMatchObject({ params: 'process_rule' });
    expect((await add(first)).status).toBe(200);
    // The Python SDK says it each time.
    expect((await add({ ...first, indexing_technique: 'high_quality' })).status).toBe(200);
    expect((await add({})).status).toBe(200);
    expect((await add({ ...first, doc_form: 'qa_model' })).body).toMatchObject({
      code: 'invalid_param',
      params: 'doc_form',
    });
    expect(await client.done('GET', `/datasets/${id}`)).toMatchObject({
      indexing_technique: 'economy',
      doc_form: 'text_model',
      embedding_model: null,
      document_count: 3,
    });
    const wrong = { ...first, process_rule: { mode: 'custom', rules: { segmentation: { max_tokens: 1 } } } };
    expect((await add(wrong)).body).toMatchObject({ code: 'invalid_param', status: 400 });
  });

  it('names models that can be called', async () => {
    const client = await KnowledgeClient.of(platform);
    const unknown = { embedding_model: 'nothing', embedding_model_provider: 'acme/acme/acme' };
    const refused = await client.send('POST', '/datasets', { name: 'Wrong model', ...unknown });
    expect(refused.body).toMatchObject({ code: 'invalid_param', status: 400, params: 'embedding_model' });
    const named = { embedding_model: 'lexical-1024', embedding_model_provider: 'acme/lexical/lexical' };
    const made = await client.done('POST', '/datasets', { name: 'Right model', ...named });
    expect(made).toMatchObject({
      indexing_technique: 'high_quality',
      embedding_model: 'lexical-1024',
      embedding_model_provider: 'lexical/lexical/lexical',
      embedding_available: true,
    });
    const empty = await client.send('POST', `/datasets/${made.id}/retrieve`, { query: 'x' });
    expect(empty.body).toMatchObject({ code: 'dataset_not_initialized', status: 400 });
    expect((await client.send('POST', '/datasets', { name: 'Right model' })).body).toMatchObject({
      code: 'dataset_name_duplicate',
      status: 409,
    });
    const changed = await client.done('PATCH', `/datasets/${made.id}`, {
      description: 'Told',
      retrieval_model: { top_k: 7 },
    });
    expect(changed).toMatchObject({ description: 'Told', retrieval_model_dict: { top_k: 7 }, partial_member_list: [] });
    const stranger = [{ user_id: '0190a000-0000-7000-8000-000000000000' }];
    const members = { permission: 'partial_members', partial_member_list: stranger };
    expect((await client.send('PATCH', `/datasets/${made.id}`, members)).body).toMatchObject({ code: 'invalid_param' });
  });
});

describe('a form', () => {
  it('is refused when it has no file, several, or one without a name or of another type', async () => {
    const client = await KnowledgeClient.of(platform);
    const base = await client.base('Forms', { indexing_technique: 'economy' });
    const data = ['data', JSON.stringify(first)] as const;
    const file = (name: string) => ['file', new File(['x'], name, { type: 'text/plain' })] as const;
    const code = async (...parts: Parameters<KnowledgeClient['upload']>[2]) => {
      const answer = await client.upload('POST', `/datasets/${base}/document/create-by-file`, parts);
      return [answer.status, (answer.body as { code?: string }).code];
    };
    expect(await code(data)).toEqual([400, 'no_file_uploaded']);
    expect(await code(file('a.txt'), file('b.txt'), data)).toEqual([400, 'too_many_files']);
    expect(await code(['file', 'no file'], data)).toEqual([400, 'filename_not_exists_error']);
    expect(await code(file('a.exe'), data)).toEqual([415, 'unsupported_file_type']);
    expect(await code(file('../a.txt'), data)).toEqual([400, 'invalid_param']);
    expect(await code(file('a.txt'), ['data', '{'])).toEqual([400, 'invalid_param']);
    expect(await code(file('a.txt'), ['data', '[]'])).toEqual([400, 'invalid_param']);
    expect(await code(file('a.txt'), ['data', '{"__proto__":{"isAdmin":true}}'])).toEqual([400, 'invalid_param']);
    expect(await client.done('GET', `/datasets/${base}/documents`)).toMatchObject({ total: 0 });
    expect(await code(file('a.txt'), data)).toEqual([200, undefined]);
  });
});
