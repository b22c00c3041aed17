import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appDocument, chain, node } from '#engine/testing/app-document.ts';
import { startPlatform, type TestPlatform } from '#plugins/delivery-api/testing/platform.ts';
import { newMember, newWorkspace } from '#plugins/members/testing/people.ts';
import { knownBases } from '#plugins/node-knowledge/testing/known-bases.ts';

const [base, absent] = ['0196d2b0-1111-7000-8000-000000000001', '0196d2b0-2222-7000-8000-000000000002'] as const;

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform({ extra: [knownBases(base)] });
});
afterAll(() => platform.dispose());

interface Planned {
  readonly missing: readonly { kind: string; name: string; places: string[]; message: string }[];
  readonly warnings: readonly string[];
}

async function owner() {
  const { client } = await newMember(platform, 'owner', await newWorkspace(platform));
  const send = (path: string, body: object, method = 'POST') =>
    client.request(`/console/api/${path}`, { method, body });
  const plan = async (yaml: string, more: object = {}): Promise<Planned> => {
    const answer = await send('app-code/plan', { documents: [{ file: 'app.yml', yaml }], ...more });
    expect(answer.status, answer.text).toBe(200);
    const [item] = (answer.body as { data: [Planned] }).data;
    return item;
  };
  return { send, plan };
}

const workflow = (data: object, type = 'knowledge-retrieval', features: object = {}) =>
  appDocument({
    mode: 'workflow',
    nodes: [
      node('1', 'start', { variables: [] }),
      node('2', type, { title: 'Look up', ...data }),
      node('3', 'end', { outputs: [] }),
    ],
    edges: chain('1', '2', '3'),
    features,
  });

const lookUp = (ids: readonly string[], reranking: object = { reranking_enable: false }) =>
  workflow({
    dataset_ids: ids,
    query_variable_selector: ['1', 'q'],
    retrieval_mode: 'multiple',
    multiple_retrieval_config: { top_k: 2, ...reranking },
  });

const weights = (provider: string, model: string) => ({
  reranking_enable: true,
  reranking_mode: 'weighted_score',
  weights: {
    vector_setting: { vector_weight: 0.5, embedding_provider_name: provider, embedding_model_name: model },
    keyword_setting: { keyword_weight: 0.5 },
  },
});

const places = ["node 'Look up' (2)"];

describe('the plan of apps as code', () => {
  it('names knowledge bases that the workspace has not got, and what to do', async () => {
    const { plan } = await owner();
    expect((await plan(lookUp([base]))).missing).toEqual([]);
    expect((await plan(lookUp([base, absent]))).missing).toEqual([
      { kind: 'dataset', name: absent, places, message: expect.stringContaining('environment file, under datasets') },
    ]);
    const environment = `kind: environment\ndatasets: {handbook: ${absent}, guide: ${base}}\n`;
    expect((await plan(lookUp(['handbook', 'guide']), { environment })).missing).toEqual([
      { kind: 'dataset', name: 'handbook', places, message: expect.stringContaining(`it is ${absent}`) },
    ]);
  });

  it.each([
    ['embedding', weights('demo', 'demo-embedding'), weights('demo', 'gone'), 'demo/gone'],
    ['embedding', weights('demo', 'demo-embedding'), weights('openai', 'text-embedding-3-small'), null],
    [
      'rerank',
      {
        reranking_enable: true,
        reranking_mode: 'reranking_model',
        reranking_model: { provider: 'demo', model: 'demo-rerank' },
      },
      {
        reranking_enable: true,
        reranking_mode: 'reranking_model',
        reranking_model: { provider: 'demo', model: 'gone' },
      },
      'demo/gone',
    ],
  ])('names %s models that the workspace has not got', async (_, there, gone, name) => {
    const { plan } = await owner();
    expect((await plan(lookUp([base], there))).missing).toEqual([]);
    expect((await plan(lookUp([base], gone))).missing).toEqual([
      {
        kind: 'model',
        name: name ?? 'openai/text-embedding-3-small',
        places,
        message: expect.stringMatching(/demo|openai/),
      },
    ]);
  });

  it('names the embedding model of a node that fills a knowledge base', async () => {
    const { plan } = await owner();
    const index = { indexing_technique: 'high_quality', chunk_structure: 'text_model' };
    const with_ = (model: string) => ({ ...index, embedding_model_provider: 'demo', embedding_model: model });
    const found = async (model: string) => (await plan(workflow(with_(model), 'knowledge-index'))).missing;
    expect(await found('demo-embedding')).toEqual([]);
    expect(await found('gone')).toMatchObject([{ kind: 'model', name: 'demo/gone', places }]);
  });

  it('names what an app speaks and hears with, when the workspace has nothing for it', async () => {
    const { plan, send } = await owner();
    const speaking = workflow({ template: 'x', variables: [] }, 'template-transform', {
      text_to_speech: { enabled: true, voice: '', language: '' },
      speech_to_text: { enabled: true },
    });
    expect((await plan(speaking)).missing).toEqual([]);
    for (const type of ['text-to-speech', 'speech-to-text']) {
      const off = { model: `demo-${type}`, type, enabled: false };
      const answer = await send('providers/demo/models', off, 'PATCH');
      expect(answer.status, answer.text).toBeLessThan(300);
    }
    expect((await plan(speaking)).missing).toEqual([
      { kind: 'model', name: 'text-to-speech', places: ['the app'], message: expect.stringContaining('set one up') },
      { kind: 'model', name: 'speech-to-text', places: ['the app'], message: expect.stringContaining('set one up') },
    ]);
    const silent = workflow({ template: 'x', variables: [] }, 'template-transform');
    expect((await plan(silent)).missing).toEqual([]);
  });

  it('names tools that are not installed, with the nodes that call them, and not those that are switched off', async () => {
    const { plan, send } = await owner();
    const tool = (provider: string, name: string) =>
      workflow({ provider_type: 'builtin', provider_id: provider, tool_name: name, tool_parameters: {} }, 'tool');
    expect((await plan(tool('time', 'current_time'))).missing).toEqual([]);
    const { missing } = await plan(tool('weather', 'forecast'));
    expect(missing).toEqual([
      {
        kind: 'tool',
        name: 'weather/forecast',
        places,
        message: expect.stringContaining('nothing that the sources of plugins here offer brings it'),
      },
    ]);
    const documents = [{ file: 'app.yml', yaml: tool('weather', 'forecast') }];
    expect(await send('app-code/apply', { documents })).toMatchObject({
      status: 409,
      body: { code: 'blocked', message: expect.stringContaining("tool 'weather/forecast' is missing") },
    });
    const agent = (enabled: boolean) =>
      JSON.stringify({
        version: '0.6.0',
        kind: 'app',
        app: { name: 'Agent', mode: 'agent-chat' },
        model_config: {
          model: { provider: 'demo', name: 'demo-chat', mode: 'chat' },
          pre_prompt: '',
          agent_mode: {
            enabled: true,
            strategy: 'function_call',
            tools: [
              { enabled, provider_id: 'weather', provider_type: 'builtin', tool_name: 'forecast', tool_parameters: {} },
            ],
          },
        },
      });
    expect((await plan(agent(true))).missing).toMatchObject([{ kind: 'tool', places: ['the app'] }]);
    expect((await plan(agent(false))).missing).toEqual([]);
  });

  it('warns of plugins that a document was made with, and of node types, that are not here', async () => {
    const { plan } = await owner();
    const dependency = (name: string) => ({
      type: 'marketplace',
      value: { marketplace_plugin_unique_identifier: `${name}:0.1.0@0123` },
    });
    const dependencies = [dependency('langgenius/demo'), dependency('langgenius/spark')];
    const document = { ...JSON.parse(workflow({}, 'holodeck')), dependencies };
    const { warnings, missing } = await plan(JSON.stringify(document));
    expect(warnings.filter((one) => one.includes('made with the plugins'))).toEqual([
      expect.stringContaining('plugins langgenius/spark,'),
    ]);
    expect(warnings).toContainEqual(expect.stringContaining('holodeck'));
    expect(missing).toEqual([]);
  });
});
