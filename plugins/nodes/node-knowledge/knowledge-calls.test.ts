import { describe, expect, it } from 'vitest';
import type { HostCaller } from '#engine';
import type { KnowledgeSource, RetrievalRequest, RetrievedItem } from './contract.ts';
import { knowledgeCalls } from './knowledge-calls.ts';

const caller: HostCaller = { runId: 'r', workspaceId: 'w', appId: 'a', signal: new AbortController().signal };
const request = { node: { id: 'k', title: 'Facts' }, datasetIds: ['d1', 'd2', 'gone'], query: 'q', topK: 2 };

function item(dataset: string, score: number): RetrievedItem {
  return {
    content: `of ${dataset}`,
    title: dataset,
    metadata: {
      dataset_id: dataset,
      dataset_name: dataset,
      document_id: 'doc',
      document_name: 'Doc',
      data_source_type: 'upload_file',
      segment_id: 's',
      score,
    },
  };
}

/** A source that keeps some bases and has one hit in each. */
function source(id: string, scores: Readonly<Record<string, number>>): KnowledgeSource {
  return {
    id,
    known: async (ids) => ids.filter((name) => Object.hasOwn(scores, name)),
    retrieve: async ({ datasetIds }: RetrievalRequest) => ({
      items: datasetIds.map((name) => item(name, scores[name] ?? 0)),
      trace: { [id]: datasetIds },
    }),
    index: async ({ datasetId, chunks }) => ({ dataset_id: datasetId, chunks, by: id }),
  };
}

const call = (sources: readonly KnowledgeSource[], id: string, input: unknown) =>
  knowledgeCalls(() => sources)
    .find((item) => item.id === id)
    ?.call(input, caller);

describe('asking knowledge bases', () => {
  it('finds nothing where nothing keeps any, and says which were skipped', async () => {
    expect(await call([], 'knowledge.retrieve', request)).toEqual({
      items: [],
      unknown: ['d1', 'd2', 'gone'],
      trace: {},
    });
    expect(await call([], 'knowledge.retrieve', { ...request, datasetIds: [] })).toEqual({
      items: [],
      unknown: [],
      trace: {},
    });
  });

  it('asks its gates once for a question to several bases, and nobody when they refuse', async () => {
    const asked: string[] = [];
    const gate = { id: 'g', admit: async ({ workspaceId }: HostCaller) => void asked.push(workspaceId) };
    const one = source('one', { d1: 0.2, d2: 0.9 });
    const [retrieve] = knowledgeCalls(
      () => [one],
      () => [gate],
    );
    expect(await retrieve?.call(request, caller)).toMatchObject({ items: [{ title: 'd2' }, { title: 'd1' }] });
    await retrieve?.call({ ...request, datasetIds: [] }, caller);
    expect(asked).toEqual(['w']);
    const closed = { id: 'g', admit: () => Promise.reject(new Error('too many')) };
    const unasked = { ...one, known: () => Promise.reject(new Error('asked')) };
    const [refused] = knowledgeCalls(
      () => [unasked],
      () => [closed],
    );
    await expect(refused?.call(request, caller)).rejects.toThrow('too many');
  });

  it('skips unknown ids, and puts the hits of all sources in one order', async () => {
    const sources = [source('one', { d1: 0.2, other: 1 }), source('two', { d2: 0.9 })];
    expect(await call(sources, 'knowledge.retrieve', request)).toMatchObject({
      items: [
        {
          title: 'd2',
          files: [],
          metadata: { _source: 'knowledge', position: 1, score: 0.9, retriever_from: 'workflow' },
        },
        { title: 'd1', metadata: { position: 2, score: 0.2 } },
      ],
      unknown: ['gone'],
      trace: { one: ['d1'], two: ['d2'] },
    });
    const one = { items: [expect.anything()] };
    expect(await call(sources, 'knowledge.retrieve', { ...request, topK: 1 })).toMatchObject(one);
    const gone = { items: [], unknown: ['gone'], trace: {} };
    expect(await call(sources, 'knowledge.retrieve', { ...request, datasetIds: ['gone'] })).toEqual(gone);
  });
});

describe('storing chunks', () => {
  it('goes to the source that keeps the base', async () => {
    const sources = [source('one', { d1: 1 }), source('two', { d2: 1 })];
    const input = { node: request.node, datasetId: 'd2', chunks: ['c'] };
    expect(await call(sources, 'knowledge.index', input)).toEqual({ dataset_id: 'd2', chunks: ['c'], by: 'two' });
    await expect(call(sources, 'knowledge.index', { ...input, datasetId: 'd3' })).rejects.toMatchObject({
      code: 'node-knowledge.dataset_not_found',
    });
  });
});
