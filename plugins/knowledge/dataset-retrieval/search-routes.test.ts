import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appDocument, chain, node } from '#engine/testing/app-document.ts';
import { testClient } from '#http/testing/client.ts';
import { IndexedBase, viewer } from '#plugins/dataset-indexing/testing/indexed-base.ts';
import { DatasetKeys } from '#plugins/dataset-keys/contract.ts';
import { type Dataset, Datasets } from '#plugins/datasets/contract.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { type ExternalService, startExternalService } from '#plugins/external-knowledge/testing/external-service.ts';
import { Workspaces } from '#plugins/workspaces/contract.ts';

let platform: TestPlatform;
let base: IndexedBase;
let foreign: IndexedBase;
let service: ExternalService;
let api: string;
let external: Dataset;
let key: string;
beforeAll(async () => {
  platform = await sharedPlatform();
  const { kernel, workspaceId } = platform;
  service = await startExternalService();
  base = await IndexedBase.create(kernel, workspaceId, { name: 'Tides' });
  const other = await kernel.resolve(Workspaces).create({ name: 'Other', plan: 'unlimited', ownerName: 'Somebody' });
  foreign = await IndexedBase.create(kernel, other.id);
  await base.indexed(['The tide turns twice a day.', 'Spring tides follow the full moon.']);
  await foreign.indexed(['The tide of another workspace.']);
  const settings = { name: 'Sea', endpoint: service.url, api_key: 'secret-of-the-sea' };
  const made = await platform.management.request('/console/api/external-knowledge-apis', { body: settings });
  api = (made.body as { id: string }).id;
  external = await kernel
    .resolve(Datasets)
    .create(
      workspaceId,
      { name: 'Elsewhere', external: { apiId: api, knowledgeId: 'sea', topK: 2, scoreThreshold: 0.3 } },
      viewer,
    );
  key = (await kernel.resolve(DatasetKeys).create(workspaceId, 'tests')).secret;
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await platform.dispose();
});

const test = (id: string, body: object) =>
  platform.management.request(`/console/api/datasets/${id}/hit-testing`, { body });
const serve = (body: object) => testClient(platform.url, key).request('/v1/external-knowledge/retrieval', { body });

describe('trying a search', () => {
  it('shows what was found, by which scores, and how long it took', async () => {
    const { status, body } = await test(base.dataset.id, {
      query: 'full moon',
      retrieval_model: { search_method: 'hybrid_search', top_k: 1 },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      records: [
        {
          segment: { content: 'Spring tides follow the full moon.', position: 1 },
          document: { name: 'text 2' },
          scores: { vector: expect.any(Number), text: 1, fused: expect.any(Number), reranked: null },
        },
      ],
      milliseconds: { embedding: expect.any(Number), total: expect.any(Number) },
    });
  });

  it('is in the log of questions', async () => {
    await test(base.dataset.id, { query: 'low water' });
    const { body } = await platform.management.request(`/console/api/datasets/${base.dataset.id}/queries?limit=1`);
    expect(body).toMatchObject({ data: [{ query: 'low water', source: 'hit_testing' }], has_more: true });
  });

  it('attack T01: is not for a base of another workspace', async () => {
    expect((await test(foreign.dataset.id, { query: 'tide' })).status).toBe(404);
    const queries = await platform.management.request(`/console/api/datasets/${foreign.dataset.id}/queries`);
    expect(queries.status).toBe(404);
  });

  it('attack T09: takes no query language, whatever stands in it', async () => {
    for (const query of ["' or 1=1 --", 'tide & !moon | <->', '{"$ne": ""}', '%', '\\', 'tide:*']) {
      const { status } = await test(base.dataset.id, { query, retrieval_model: { search_method: 'hybrid_search' } });
      expect(status).toBe(200);
    }
    const name = "x' or true) --";
    const conditions = { conditions: [{ name, comparison_operator: 'is', value: name }] };
    const filtered = await test(base.dataset.id, { query: 'tide', metadata_filtering_conditions: conditions });
    expect(filtered.body).toMatchObject({ records: [] });
  });
});

describe('a base of another system', () => {
  it('is asked by its own settings, or by those that are given', async () => {
    service.answer = {
      body: {
        records: [
          { content: 'Ebb and flow.', title: 'Sea', score: 0.8, metadata: null },
          { content: 'No.', score: 0.1 },
        ],
      },
    };
    const { body } = await test(external.id, { query: 'tides' });
    expect(body).toMatchObject({
      records: [],
      external: [{ content: 'Ebb and flow.', title: 'Sea', score: 0.8, metadata: {} }],
    });
    expect(service.asked.at(-1)?.body).toEqual({
      knowledge_id: 'sea',
      query: 'tides',
      retrieval_setting: { top_k: 2, score_threshold: 0.3 },
    });
    await test(external.id, { query: 'tides', external_retrieval_model: { top_k: 7, score_threshold: null } });
    expect(service.asked.at(-1)?.body).toMatchObject({ retrieval_setting: { top_k: 7, score_threshold: 0 } });
  });

  it('is asked by apps beside others, and its failure is told', async () => {
    const asking = appDocument({
      mode: 'workflow',
      nodes: [
        node('1', 'start', { variables: [{ variable: 'q', label: 'Q', type: 'paragraph', required: true }] }),
        node('2', 'knowledge-retrieval', {
          query_variable_selector: ['1', 'q'],
          dataset_ids: [base.dataset.id, external.id],
          multiple_retrieval_config: { top_k: 4, reranking_enable: false },
        }),
        node('3', 'end', { outputs: [{ variable: 'result', value_selector: ['2', 'result'] }] }),
      ],
      edges: chain('1', '2', '3'),
    });
    const { key: app } = await platform.importApp(asking);
    const run = async () =>
      (await platform.post(app, '/v1/workflows/run', { inputs: { q: 'tides' }, user: 'u' })).body as {
        data: { outputs: { result: { content: string; metadata: object }[] } | null; error: string | null };
      };
    service.answer = {
      body: { records: [{ content: 'Ebb and flow.', title: 'Sea', score: 0.4, metadata: { a: 1 } }] },
    };
    const found = (await run()).data.outputs?.result ?? [];
    const elsewhere = found.find(({ content }) => content === 'Ebb and flow.');
    expect(elsewhere?.metadata).toMatchObject({
      dataset_id: external.id,
      document_name: 'Sea',
      data_source_type: 'external',
      segment_id: '',
      doc_metadata: { a: 1 },
    });
    expect(found.length).toBeGreaterThan(1);
    service.answer = { status: 500, body: { error_msg: 'the sea is closed' } };
    expect((await run()).data.error).toContain('the sea is closed');
  });

  it('keeps its service from being deleted unseen', async () => {
    const path = `/console/api/external-knowledge-apis/${api}`;
    expect((await platform.management.request(path)).body).toMatchObject({
      used_by: [{ id: external.id, name: 'Elsewhere' }],
    });
    const refused = await platform.management.request(path, { method: 'DELETE' });
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'in_use', message: expect.stringContaining('Elsewhere') },
    });
    expect((await platform.management.request(`${path}?confirm=true`, { method: 'DELETE' })).status).toBe(204);
    expect(await test(external.id, { query: 'tides' })).toMatchObject({ status: 404 });
  });
});

describe('a base for other systems', () => {
  it('answers by the contract of external knowledge APIs', async () => {
    const { status, body } = await serve({
      knowledge_id: base.dataset.id,
      query: 'full moon',
      retrieval_setting: { top_k: 1, score_threshold: 0 },
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      records: [
        {
          content: 'Spring tides follow the full moon.',
          score: expect.any(Number),
          title: 'text 2',
          metadata: expect.objectContaining({ dataset_id: base.dataset.id, document_name: 'text 2' }),
        },
      ],
    });
  });

  it('obeys its threshold and conditions, and takes names in lists', async () => {
    const strict = {
      knowledge_id: base.dataset.id,
      query: 'tide',
      retrieval_setting: { top_k: 5, score_threshold: 0.99 },
    };
    expect((await serve(strict)).body).toEqual({ records: [] });
    const conditions = [{ name: ['document_name'], comparison_operator: 'is', value: 'text 1' }];
    const { body } = await serve({
      ...strict,
      retrieval_setting: null,
      metadata_condition: { logical_operator: 'and', conditions },
    });
    expect((body as { records: { title: string }[] }).records.map(({ title }) => title)).toEqual(['text 1']);
  });

  it('can be used by this very server', async () => {
    const settings = { name: 'Here', endpoint: `${platform.url}/v1/external-knowledge`, api_key: key };
    const made = await platform.management.request('/console/api/external-knowledge-apis', { body: settings });
    const { body } = await platform.management.request(
      `/console/api/external-knowledge-apis/${(made.body as { id: string }).id}/test`,
      { body: { knowledge_id: base.dataset.id, query: 'full moon', top_k: 1 } },
    );
    expect(body).toMatchObject({ records: [{ content: 'Spring tides follow the full moon.' }] });
  });

  it('attack T01: is none of another workspace, and none by a wrong id', async () => {
    for (const id of [foreign.dataset.id, crypto.randomUUID(), "x' or 1=1"]) {
      expect(await serve({ knowledge_id: id, query: 'tide' })).toMatchObject({
        status: 404,
        body: { code: 'not_found' },
      });
    }
  });

  it('attack T02: is closed without a key, with one of an app, and where its API access is off', async () => {
    const question = { knowledge_id: base.dataset.id, query: 'tide' };
    for (const wrong of ['', 'dataset-none', platform.token]) {
      const { status } = await testClient(platform.url, wrong).request('/v1/external-knowledge/retrieval', {
        body: question,
      });
      expect(status).toBe(401);
    }
    const datasets = platform.kernel.resolve(Datasets);
    await datasets.change(platform.workspaceId, base.dataset.id, { apiEnabled: false }, viewer);
    expect(await serve(question)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  });
});
