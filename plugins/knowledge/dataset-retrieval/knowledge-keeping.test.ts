import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HostCaller } from '#engine';
import { newId } from '#kernel';
import { Database } from '#plugins/database/contract.ts';
import { IndexedBase, viewer } from '#plugins/dataset-indexing/testing/indexed-base.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { PersonalData } from '#plugins/erasure/contract.ts';
import { KnowledgeSources } from '#plugins/node-knowledge/contract.ts';
import { Workspaces } from '#plugins/workspaces/contract.ts';
import { DatasetSearch, type SearchRequest } from './contract.ts';
import { QueryStore, querySink } from './query-store.ts';

const signal = new AbortController().signal;

let platform: TestPlatform;
let search: DatasetSearch;
beforeAll(async () => {
  platform = await sharedPlatform();
  search = platform.kernel.resolve(DatasetSearch);
});
afterAll(() => platform.dispose());

const create = () => IndexedBase.create(platform.kernel, platform.workspaceId);
const ask = ({ dataset }: IndexedBase, query: string, more: Partial<SearchRequest> = {}) =>
  search.search(dataset, { query, source: 'hit_testing', signal, ...more });
const asked = async ({ dataset }: IndexedBase) =>
  (await search.queries(dataset, { page: 1, limit: 100 })).queries.map(({ query }) => query);

describe('a base whose model changes', () => {
  it('finds the same at every moment, by whatever index answers', async () => {
    const base = await create();
    await base.indexed(Array.from({ length: 30 }, (_, index) => `The lighthouse number ${index} blinks at night.`));
    const before = base.dataset;
    await base.indexing.rebuild(before, { provider: 'demo', model: 'demo-embedding' });
    for (let isBuilding = true; isBuilding; ) {
      // What was read before the switch is asked for as long as it is held.
      const [stale, fresh] = await Promise.all([
        search.search(before, { query: 'lighthouse blinks', source: 'hit_testing', signal }),
        base.datasets.find(before.workspaceId, before.id),
      ]);
      expect(stale.hits.length).toBe(4);
      isBuilding = fresh?.embedding?.provider !== 'demo';
    }
    expect(
      (await search.search(before, { query: 'lighthouse blinks', source: 'hit_testing', signal })).hits.length,
    ).toBe(4);
  });
});

describe('the log of questions', () => {
  it('ends with its base', async () => {
    const base = await create();
    await base.indexed(['Corals build reefs.']);
    await ask(base, 'reefs');
    expect(await asked(base)).toEqual(['reefs']);
    await base.datasets.delete(platform.workspaceId, base.dataset.id, viewer, true);
    await expect.poll(() => asked(base)).toEqual([]);
  });

  it('loses what runs asked that are erased, and nothing else', async () => {
    const base = await create();
    await base.indexed(['Corals build reefs.']);
    const [appId, runId] = [newId(), newId()];
    await ask(base, 'of a user', { source: 'app', appId, runId });
    await ask(base, 'of another', { source: 'app', appId, runId: newId() });
    await ask(base, 'of nobody');
    expect(await asked(base)).toHaveLength(3);
    const owner = platform.kernel
      .contributions(PersonalData)
      .all()
      .find(({ id }) => id === 'dataset-retrieval');
    const place = { workspaceId: platform.workspaceId, appId };
    await owner?.removeRuns?.(place, [{ runId, messageId: null, isOver: true }]);
    expect(await asked(base)).toEqual(['of nobody', 'of another']);
  });

  it('loses what is old', async () => {
    const base = await create();
    await base.indexed(['Corals build reefs.']);
    await ask(base, 'of today');
    const database = platform.kernel.resolve(Database);
    const store = new QueryStore(database);
    const old = {
      id: newId(),
      workspace_id: platform.workspaceId,
      dataset_id: base.dataset.id,
      query: 'of long ago',
      source: 'api' as const,
      app_id: null,
      run_id: null,
      created_by: null,
      hits: 0,
      created_at: new Date('2001-01-01'),
    };
    await querySink.write(database.system<never>(), [old]);
    await querySink.write(database.system<never>(), [old]);
    expect(await asked(base)).toEqual(['of long ago', 'of today']);
    await store.removeBefore(new Date('2002-01-01'));
    expect(await asked(base)).toEqual(['of today']);
  });
});

describe('chunks of a pipeline', () => {
  const source = () => {
    const [found] = platform.kernel
      .contributions(KnowledgeSources)
      .all()
      .filter(({ id }) => id === 'dataset-retrieval.source');
    if (found === undefined) throw new Error('no source');
    return found;
  };
  const caller = (workspaceId = platform.workspaceId): HostCaller => ({ workspaceId, appId: '', runId: '', signal });
  const request = (datasetId: string) => ({
    node: { id: 'k', title: 'Store' },
    datasetId,
    documentId: '',
    batch: 'batch-1',
    chunkStructure: 'text_model',
    chunks: { general_chunks: ['Glaciers move slowly.', 'Rivers run fast.'] },
    settings: {},
  });

  it('become a document that is found', async () => {
    const base = await create();
    const outputs = await source().index(request(base.dataset.id), caller());
    expect(outputs).toMatchObject({
      dataset_id: base.dataset.id,
      document_id: expect.any(String),
      document_name: 'Store',
      batch: expect.any(String),
    });
    await base.ended([String(outputs.document_id)]);
    const { hits } = await ask(base, 'slow glaciers');
    expect(hits[0]?.segment.content).toBe('Glaciers move slowly.');
  });

  it('attack T01: go into no base of another workspace', async () => {
    const base = await create();
    const other = await platform.kernel
      .resolve(Workspaces)
      .create({ name: 'Other', plan: 'unlimited', ownerName: 'Somebody' });
    expect(await source().known([base.dataset.id, 'no id'], caller(other.id))).toEqual([]);
    await expect(source().index(request(base.dataset.id), caller(other.id))).rejects.toMatchObject({
      code: 'dataset-retrieval.dataset_gone',
    });
    const asking = {
      node: { id: 'k', title: 'Ask' },
      datasetIds: [base.dataset.id],
      query: 'glaciers',
      files: [],
      topK: 4,
      scoreThreshold: null,
      reranking: null,
      router: null,
      filter: null,
    };
    expect((await source().retrieve(asking, caller(other.id))).items).toEqual([]);
  });
});
