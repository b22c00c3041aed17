import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IndexedBase } from '#plugins/dataset-indexing/testing/indexed-base.ts';
import { defaultRetrieval, type RetrievalModel } from '#plugins/datasets/contract.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { DatasetSearch, type SearchRequest } from './contract.ts';

const plants = [
  'Water the fern twice a week in summer. It likes shade and damp air.',
  'Cacti need water once a month. They love full sun on a southern window.',
  'Orchids are fed every second week with weak fertiliser while they flower.',
  'Repot the rubber tree in spring when its roots fill the pot.',
  'Aphids on roses are washed off with soap water in the evening.',
  'Bonsai trees are pruned with sharp scissors before the new leaves open.',
  'Tomatoes grow best in a greenhouse and are watered at their roots every morning.',
  'Ivy climbs walls in the shade and asks for nearly nothing.',
  'Basil wants a warm window and wilts below ten degrees.',
  'Lavender dries in bunches hung head down in an airy attic.',
];

let platform: TestPlatform;
let search: DatasetSearch;
let base: IndexedBase;
beforeAll(async () => {
  platform = await sharedPlatform();
  search = platform.kernel.resolve(DatasetSearch);
  base = await IndexedBase.create(platform.kernel, platform.workspaceId);
  await base.indexed([
    ...plants,
    '退货需要在收到商品后三十天内申请，运费由买家承担。',
    '发票在发货后两天内通过电子邮件发送。',
  ]);
});
afterAll(() => platform.dispose());

const signal = new AbortController().signal;
const settings = (changes: Partial<RetrievalModel>): RetrievalModel => ({ ...defaultRetrieval, ...changes });
const ask = (query: string, changes: Partial<RetrievalModel> = {}, more: Partial<SearchRequest> = {}, of = base) =>
  search.search(of.dataset, { query, retrieval: settings(changes), source: 'hit_testing', signal, ...more });
const contents = async (...asked: Parameters<typeof ask>) =>
  (await ask(...asked)).hits.map(({ segment }) => segment.content);

const hybrid = { search_method: 'hybrid_search' } as const;
const rerank = {
  reranking_enable: true,
  reranking_mode: 'reranking_model',
  reranking_model: { reranking_provider_name: 'demo', reranking_model_name: 'demo-rerank' },
} as const;

describe('a search', () => {
  it.each(['semantic_search', 'full_text_search', 'hybrid_search', 'keyword_search'] as const)(
    'finds what was asked for: %s',
    async (method) => {
      const { hits, milliseconds } = await ask('How often is the fern watered?', { search_method: method });
      expect(hits[0]?.segment.content).toBe(plants[0]);
      expect(hits.length).toBeLessThanOrEqual(4);
      expect(milliseconds.total).toBeGreaterThan(0);
      for (const { score } of hits) {
        expect(score).toBeGreaterThan(0);
        expect(score).toBeLessThanOrEqual(1);
      }
    },
  );

  it('tells the score of each stage', async () => {
    const [near] = (await ask('fern water')).hits;
    expect(near?.scores).toEqual({ vector: near?.score, text: null, fused: near?.score, reranked: null });
    const [worded] = (await ask('fern water', { search_method: 'full_text_search' })).hits;
    expect(worded?.scores).toEqual({ vector: null, text: 1, fused: 1, reranked: null });
    const [both] = (await ask('fern water', { ...hybrid, ...rerank })).hits;
    expect(both?.scores).toEqual({
      vector: expect.any(Number),
      text: expect.any(Number),
      fused: expect.any(Number),
      reranked: 1,
    });
    expect(both?.score).toBe(1);
  });

  it.each([[{}], [hybrid], [{ search_method: 'full_text_search' }], [{ ...hybrid, ...rerank }]] as const)(
    'has the same first three, whether 3 or 8 are asked for: %o',
    async (changes) => {
      const eight = await contents('water the roots in the shade of a window', { ...changes, top_k: 8 });
      const three = await contents('water the roots in the shade of a window', { ...changes, top_k: 3 });
      expect(three).toEqual(eight.slice(0, 3));
      expect(eight.length).toBeGreaterThan(3);
    },
  );

  it.each(['semantic_search', 'full_text_search', 'hybrid_search'] as const)(
    'finds the same whatever blanks stand in a Chinese question: %s',
    async (method) => {
      const plain = await contents('退货需要多少天', { search_method: method });
      expect(plain[0]).toContain('退货');
      expect(await contents('退货 需要多少天', { search_method: method })).toEqual(plain);
      expect(await contents(' 退货需要 多少天 ', { search_method: method })).toEqual(plain);
    },
  );

  it('finds by words alone what vectors do not put among the best, with its score in both', async () => {
    const weights = {
      weight_type: 'customized',
      vector_setting: { vector_weight: 0.1, embedding_provider_name: '', embedding_model_name: '' },
      keyword_setting: { keyword_weight: 0.9 },
    } as const;
    const { hits } = await ask('attic', { ...hybrid, weights, top_k: 1 });
    expect(hits[0]?.segment.content).toContain('attic');
    expect(hits[0]?.scores.text).toBe(1);
    expect(hits[0]?.scores.vector).toBeGreaterThan(0);
  });

  it('leaves out what is below the threshold after everything, and never lets a score of 0 pass', async () => {
    const strict = { score_threshold_enabled: true, score_threshold: 0.5 };
    expect(await contents('submarine engine oil', { ...hybrid, ...strict })).toEqual([]);
    expect(await contents('submarine engine oil', { ...hybrid, ...rerank, ...strict })).toEqual([]);
    const { hits } = await ask('Water the fern twice a week', { ...strict, top_k: 10 });
    expect(hits.length).toBeGreaterThan(0);
    for (const { score } of hits) expect(score).toBeGreaterThanOrEqual(0.5);
    // The list of vectors has no threshold of its own.
    const judged = await ask('fern scissors attic', {
      ...hybrid,
      ...rerank,
      score_threshold_enabled: true,
      score_threshold: 0.3,
    });
    expect(judged.hits.length).toBe(3);
    expect(judged.hits.every(({ scores }) => (scores.vector ?? 1) < (scores.reranked ?? 0))).toBe(true);
  });

  it('finds nothing for nothing, and for what no word is in', async () => {
    for (const query of ['   ', '?!…', '\u0000', '%_\\\'"; drop table datasets']) {
      for (const search_method of ['semantic_search', 'full_text_search', 'hybrid_search'] as const) {
        expect((await ask(query, { search_method })).hits.length).toBeLessThanOrEqual(4);
      }
    }
    expect(await contents('   ')).toEqual([]);
  });

  it('is refused for a base in which nothing was ever indexed', async () => {
    const empty = await IndexedBase.create(platform.kernel, platform.workspaceId, { docForm: null });
    await expect(ask('Why?', {}, {}, empty)).rejects.toMatchObject({
      code: 'dataset-retrieval.dataset_not_initialized',
    });
  });

  it('asks for the models that are named, and says which can not be asked', async () => {
    const gone = { ...rerank, reranking_model: { reranking_provider_name: 'demo', reranking_model_name: 'gone' } };
    await expect(ask('water', gone)).rejects.toMatchObject({ kind: 'invalid' });
  });
});

describe('documents that may not be found', () => {
  it('are not, in the very next question', async () => {
    const own = await IndexedBase.create(platform.kernel, platform.workspaceId);
    const [first = '', second = ''] = await own.indexed(['The red kite nests in oaks.', 'The red fox digs dens.']);
    const found = async () => (await contents('red', { search_method: 'hybrid_search' }, {}, own)).length;
    expect(await found()).toBe(2);
    const viewer = { accountId: null, name: '', seesAll: true };
    await own.documents.setStatus(own.dataset, [first], 'disable', viewer);
    expect(await found()).toBe(1);
    await own.documents.delete(own.dataset, [second]);
    expect(await found()).toBe(0);
    await own.documents.setStatus(own.dataset, [first], 'enable', viewer);
    expect(await found()).toBe(1);
  });
});

describe('conditions on metadata', () => {
  it('leave out other documents, with values that are not whole', async () => {
    const own = await IndexedBase.create(platform.kernel, platform.workspaceId);
    const [old = '', recent = ''] = await own.indexed(['Report on tides of long ago.', 'Report on tides of today.']);
    const field = await own.datasets.addField(platform.workspaceId, own.dataset.id, { name: "it's", type: 'number' });
    expect(field.name).toBe("it's");
    await own.documents.setMetadata(own.dataset, [
      { documentId: old, values: { [field.id]: 0.5 }, partial: true },
      { documentId: recent, values: { [field.id]: 1.5 }, partial: true },
    ]);
    const where = (operator: '≥' | '<', value: number) =>
      contents(
        'tides',
        { search_method: 'hybrid_search' },
        { filter: { operator: 'and', conditions: [{ name: "it's", operator, value }] } },
        own,
      );
    expect(await where('≥', 1)).toEqual(['Report on tides of today.']);
    expect(await where('<', 1)).toEqual(['Report on tides of long ago.']);
    expect(await where('≥', 7)).toEqual([]);
  });
});

describe('parents and their children', () => {
  it('are one hit, with the children that were found', async () => {
    const own = await IndexedBase.create(platform.kernel, platform.workspaceId, { docForm: 'hierarchical_model' });
    await own.indexed([
      'Herons fish at dawn. Storks nest on chimneys. Gulls follow the plough.\nMoles dig tunnels. Bats sleep in barns.',
    ]);
    const { hits } = await ask('Where do storks nest?', { top_k: 3 }, {}, own);
    expect(hits[0]?.segment.content).toContain('Herons fish at dawn');
    expect(hits[0]?.segment.content).toContain('Gulls follow');
    expect(hits[0]?.children[0]).toMatchObject({
      content: expect.stringContaining('Storks nest'),
      score: hits[0]?.score,
    });
    expect(new Set(hits.map(({ segment }) => segment.id)).size).toBe(hits.length);
    // Of a whole document there are very many: only those that were found are read.
    expect(hits[0]?.segment.children.map(({ id }) => id).sort()).toEqual(hits[0]?.children.map(({ id }) => id).sort());
  });
});

describe('questions and answers', () => {
  it('are found by the question', async () => {
    const own = await IndexedBase.create(platform.kernel, platform.workspaceId, { docForm: 'qa_model' });
    const csv =
      'question,answer\nWhen does the library open?,At nine.\nWhere can bicycles be parked?,Behind the hall.\n';
    const ids = await own.add([['faq.csv', csv]]);
    await own.ended(ids);
    const { hits } = await ask('library open', {}, {}, own);
    expect(hits[0]?.segment).toMatchObject({ content: 'When does the library open?', answer: 'At nine.' });
  });
});

describe('economy', () => {
  it('is searched by words, whatever the settings say', async () => {
    const own = await IndexedBase.create(platform.kernel, platform.workspaceId, {
      indexingTechnique: 'economy',
      embedding: null,
    });
    await own.indexed(['Penguins huddle in the cold.', 'Camels store fat.']);
    expect(await contents('cold penguins', { search_method: 'semantic_search' }, {}, own)).toEqual([
      'Penguins huddle in the cold.',
    ]);
  });
});

describe('the log of questions', () => {
  it('has what was asked, newest first, and counts hits of apps and programs alone', async () => {
    const own = await IndexedBase.create(platform.kernel, platform.workspaceId);
    const [document = ''] = await own.indexed(['Whales sing for hours.']);
    await ask('whales', {}, {}, own);
    await ask('singing whales', {}, { source: 'api' }, own);
    const { queries, total } = await search.queries(own.dataset, { page: 1, limit: 10 });
    expect(total).toBe(2);
    expect(queries.map(({ query, source, hits }) => [query, source, hits])).toEqual([
      ['singing whales', 'api', 1],
      ['whales', 'hit_testing', 1],
    ]);
    await expect.poll(async () => (await own.get(document)).hitCount).toBe(1);
  });
});
