import { describe, expect, it } from 'vitest';
import { fromJson } from '#engine';
import { documentsWith } from '#engine/dsl/testing/node-types.ts';
import { appDocument, node as documentNode } from '#engine/testing/app-document.ts';
import { PlatformError } from '#kernel';
import { runNode } from '#plugins/node-flow/testing/fake-context.ts';
import { node as indexing } from './indexing.ts';
import { knowledgeNodeTypes } from './node-types.ts';
import { node } from './retrieval.ts';

type Data = Readonly<Record<string, unknown>>;

const pool = { start: { question: 'why?', number: 7, empty: ' ', lang: 'de' }, sys: { dataset_id: 'd1', batch: 'b' } };
const file = {
  dify_model_identity: '__dify__file__',
  type: 'image',
  transfer_method: 'remote_url',
  url: 'https://x.example/a.png',
};

/** Runs the node; answers with the result and what was asked. */
async function ask(data: Data, values: Readonly<Record<string, Data>> = pool) {
  const asked: unknown[] = [];
  const call = async (_: string, input: unknown) => {
    asked.push(input);
    return { items: [{ content: 'because' }], unknown: [], trace: {} };
  };
  const { outputs, inputs } = await runNode(node, data, values, { call });
  return { outputs, inputs, asked };
}

const query = { query_variable_selector: ['start', 'question'], dataset_ids: ['d1', 2] };

describe('a retrieval', () => {
  it('asks nothing when nothing is asked', async () => {
    const unset = [
      {},
      { query_variable_selector: [] },
      { query_variable_selector: '' },
      { query_variable_selector: null },
    ];
    for (const data of [...unset, { query_variable_selector: ['start', 'empty'] }]) {
      expect(await ask({ ...data, dataset_ids: ['d1'] })).toMatchObject({ outputs: { result: [] }, asked: [] });
    }
  });

  it('asks for a text, for files, or for both', async () => {
    const text = await ask(query);
    expect(text).toMatchObject({ outputs: { result: [{ content: 'because' }] }, inputs: { query: 'why?' } });
    expect(text.asked).toEqual([
      {
        node: { id: 'node', title: '' },
        datasetIds: ['d1', '2'],
        query: 'why?',
        files: [],
        topK: 4,
        scoreThreshold: null,
        reranking: null,
        router: null,
        filter: null,
      },
    ]);
    const files = await ask({ query_attachment_selector: ['start', 'file'] }, { start: { file } });
    expect(files.asked).toMatchObject([{ query: '', files: [file] }]);
    const both = await ask(
      { ...query, query_attachment_selector: ['start', 'files'] },
      { start: { question: 'q', files: [file] } },
    );
    expect(both.asked).toMatchObject([{ query: 'q', files: [file] }]);
  });

  it.each([
    [{ query_variable_selector: ['start', 'gone'] }, 'The query variable start.gone has no value'],
    [{ query_variable_selector: ['start', 'number'] }, 'The query variable start.number is no string'],
    [{ query_attachment_selector: ['start', 'question'] }, 'The query variable start.question is no file'],
  ])('fails for a query of another type: %o', async (data, message) => {
    await expect(ask(data)).rejects.toThrow(message);
  });

  it('reads the settings of several bases', async () => {
    const weights = {
      vector_setting: { vector_weight: 1, embedding_provider_name: 'openai', embedding_model_name: 'small' },
      keyword_setting: { keyword_weight: 0 },
    };
    const weighted = {
      top_k: 6,
      score_threshold: 0.5,
      reranking_enable: true,
      reranking_mode: 'weighted_score',
      weights,
    };
    expect((await ask({ ...query, multiple_retrieval_config: weighted })).asked).toMatchObject([
      {
        topK: 6,
        scoreThreshold: 0.5,
        reranking: {
          mode: 'weighted_score',
          vectorWeight: 1,
          keywordWeight: 0,
          embeddingProvider: 'openai',
          embeddingModel: 'small',
        },
      },
    ]);
    const model = {
      top_k: fromJson('3.0'),
      score_threshold: 0.5,
      score_threshold_enabled: false,
      reranking_model: { provider: 'p', model: 'm' },
    };
    expect((await ask({ ...query, multiple_retrieval_config: model })).asked).toMatchObject([
      { topK: 3, scoreThreshold: null, reranking: { mode: 'reranking_model', provider: 'p', model: 'm' } },
    ]);
    const off = { ...model, reranking_enable: false, top_k: 100_000 };
    expect((await ask({ ...query, multiple_retrieval_config: off })).asked).toMatchObject([
      { topK: 200, reranking: null },
    ]);
  });

  it('names the model that picks one base', async () => {
    const model = {
      provider: 'tongyi',
      name: 'qwen',
      mode: 'chat',
      completion_params: fromJson('{"temperature": 1.0}'),
    };
    const single = { ...query, retrieval_mode: 'single', single_retrieval_config: { model } };
    expect((await ask(single)).asked).toMatchObject([
      { router: { provider: 'tongyi', name: 'qwen', parameters: { temperature: 1 } } },
    ]);
  });

  it('reads the later form', async () => {
    const data = { query_variable_selector: ['start', 'question'], control_space_ids: ['s1'], top_n: 2 };
    expect((await ask(data)).asked).toMatchObject([{ datasetIds: ['s1'], topK: 2 }]);
  });

  it('renders the values of a manual filter, and passes an automatic one on', async () => {
    const conditions = [
      { name: 'language', comparison_operator: 'is', value: '{{#start.lang#}}' },
      { name: 'year', comparison_operator: '≥', value: 2020 },
      { name: 'tag', comparison_operator: 'in', value: ['a', '{{#start.lang#}}'] },
      { name: 'gone', comparison_operator: 'empty' },
    ];
    const manual = {
      metadata_filtering_mode: 'manual',
      metadata_filtering_conditions: { logical_operator: 'or', conditions },
    };
    expect((await ask({ ...query, ...manual })).asked).toMatchObject([
      {
        filter: {
          mode: 'manual',
          operator: 'or',
          conditions: [
            { name: 'language', operator: 'is', value: 'de' },
            { name: 'year', operator: '≥', value: 2020 },
            { name: 'tag', operator: 'in', value: ['a', 'de'] },
            { name: 'gone', operator: 'empty', value: null },
          ],
        },
      },
    ]);
    const automatic = { metadata_filtering_mode: 'automatic', metadata_model_config: { provider: 'p', name: 'm' } };
    expect((await ask({ ...query, ...automatic })).asked).toMatchObject([
      { filter: { mode: 'automatic', model: { provider: 'p', name: 'm' } } },
    ]);
    const leftover = { metadata_filtering_mode: 'disabled', metadata_filtering_conditions: { conditions } };
    expect((await ask({ ...query, ...leftover })).asked).toMatchObject([{ filter: null }]);
  });

  it('fails for an operator that is none', async () => {
    const conditions = [{ name: 'year', comparison_operator: 'resembles', value: 1 }];
    const data = { ...query, metadata_filtering_mode: 'manual', metadata_filtering_conditions: { conditions } };
    await expect(ask(data)).rejects.toThrow("'year' can't be compared by 'resembles'");
  });

  it('says which bases were skipped, and keeps the code of what fails', async () => {
    const skipping = async () => ({ items: [], unknown: ['gone'], trace: { warning: 'No filter.', chosen: 'd1' } });
    expect(await runNode(node, query, pool, { call: skipping })).toMatchObject({
      outputs: { result: [] },
      processData: {
        warning: expect.stringMatching(/^No filter\. Skipped .*gone/),
        skipped_dataset_ids: ['gone'],
        chosen: 'd1',
      },
    });
    const failing = async () => {
      throw new PlatformError('unavailable', 'some.reason', 'the source is down');
    };
    await expect(runNode(node, query, pool, { call: failing })).rejects.toMatchObject({
      type: 'KnowledgeRetrievalNodeError',
      code: 'some.reason',
      details: { inputs: { query: 'why?' } },
    });
  });
});

describe('storing chunks', () => {
  const data = {
    index_chunk_variable_selector: ['start', 'chunks'],
    indexing_technique: 'economy',
    keyword_number: fromJson('10.0'),
  };
  const store = (values: Readonly<Record<string, Data>>, settings: Data = data) => {
    const asked: unknown[] = [];
    const call = async (_: string, input: unknown) => {
      asked.push(input);
      return { dataset_id: 'd1', document: { id: 'x' }, batch: 'b' };
    };
    return runNode(indexing, settings, values, { call }).then(({ outputs }) => ({ outputs, asked }));
  };

  it('puts out what the base says', async () => {
    const { outputs, asked } = await store({ ...pool, start: { chunks: ['a', 'b'] } });
    expect(outputs).toEqual({ dataset_id: 'd1', document: { id: 'x' }, batch: 'b' });
    expect(asked).toMatchObject([
      {
        datasetId: 'd1',
        batch: 'b',
        documentId: '',
        chunkStructure: 'text_model',
        chunks: ['a', 'b'],
        settings: { indexing_technique: 'economy', keyword_number: 10 },
      },
    ]);
  });

  it('fails without a base, and without chunks', async () => {
    await expect(store({ start: { chunks: ['a'] } })).rejects.toThrow('sys.dataset_id');
    for (const chunks of [undefined, null, '', [], {}]) {
      await expect(store({ ...pool, start: { chunks } })).rejects.toThrow('There are no chunks at start.chunks');
    }
    await expect(store(pool, {})).rejects.toThrow('no chunks at the unset selector');
  });
});

describe('the settings of a retrieval', () => {
  const documents = documentsWith(knowledgeNodeTypes);
  const warnings = (data: Data) =>
    documents.parse(
      appDocument({ mode: 'workflow', nodes: [documentNode('k', 'knowledge-retrieval', data)], edges: [] }),
    ).warnings;

  it('say what is wrong with them', () => {
    expect(warnings({ multiple_retrieval_config: { top_k: 0 } })).toContainEqual(
      expect.stringMatching(/top_k must be/),
    );
    const conditions = [
      { name: 'a', comparison_operator: 'is' },
      { name: 'b', comparison_operator: '~' },
    ];
    const manual = { metadata_filtering_mode: 'manual', metadata_filtering_conditions: { conditions } };
    expect(warnings(manual)).toContainEqual(expect.stringMatching(/conditions\[1\]\.comparison_operator is wrong/));
    expect(warnings({ ...manual, metadata_filtering_mode: 'disabled' }).join()).not.toMatch(/is wrong/);
  });

  it('survive whatever stands in them', async () => {
    const keys = [
      'query_variable_selector',
      'dataset_ids',
      'multiple_retrieval_config',
      'single_retrieval_config',
      'metadata_filtering_conditions',
      'metadata_filtering_mode',
    ];
    for (const value of [
      null,
      7,
      'x',
      [],
      {},
      [[]],
      [null],
      { conditions: [null, 1], top_k: {}, weights: [], model: 3 },
    ]) {
      expect(() => warnings(Object.fromEntries(keys.map((key) => [key, value])))).not.toThrow();
      await expect(ask({ ...Object.fromEntries(keys.map((key) => [key, value])), ...query })).resolves.toBeDefined();
    }
  });
});
