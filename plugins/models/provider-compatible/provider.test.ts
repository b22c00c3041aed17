import { describe, expect, it } from 'vitest';
import type { EgressRequest } from '#plugins/egress/contract.ts';
import type { Credentials } from '#plugins/models/contract.ts';
import { readAnswer } from '#plugins/provider-http/testing/answers.ts';
import { type PlayedAnswer, playedEgress } from '#plugins/provider-http/testing/played-egress.ts';
import { provider, ROW_FIELD } from './provider.ts';
import { ROWS } from './rows.ts';

const KEY = 'sk-canary0123456789';
const signal = new AbortController().signal;

/** An egress client that keeps what it is asked, and answers with JSON. */
function served(answer: (request: EgressRequest) => unknown = () => ({})) {
  const seen: EgressRequest[] = [];
  const egress = playedEgress((request): PlayedAnswer => {
    seen.push(request);
    const { status, headers, body } = answered(answer(request));
    return { status, headers: { 'content-type': 'application/json', ...headers }, pieces: [Buffer.from(body)] };
  });
  return { egress, seen, bodies: () => seen.map(({ body }) => JSON.parse(String(body)) as Record<string, unknown>) };
}

interface Refusal {
  readonly refusal: number;
  readonly error: unknown;
}

function answered(value: unknown) {
  const refusal = value as Partial<Refusal>;
  if (refusal.refusal === undefined) return { status: 200, headers: {}, body: JSON.stringify(value) };
  return { status: refusal.refusal, headers: {}, body: JSON.stringify({ error: refusal.error }) };
}

const CHAT = {
  choices: [{ message: { content: 'hi' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 1, completion_tokens: 1 },
};

function header(request: EgressRequest | undefined, name: string): string | undefined {
  return request?.headers?.find(([found]) => found === name)?.[1];
}

function vectorsFor(request: EgressRequest): unknown {
  const { input } = JSON.parse(String(request.body)) as { input: readonly string[] };
  return { data: input.map((_text, index) => ({ index, embedding: [index, 1] })), usage: { total_tokens: 3 } };
}

/** What is typed for each provider; the address of its chat, or of its embeddings where it has no language models. */
const EXPECTED: Readonly<Record<string, readonly [Credentials, string]>> = {
  azure_openai: [
    { openai_api_base: 'https://r.openai.azure.com/openai/' },
    'https://r.openai.azure.com/openai/v1/chat/completions',
  ],
  volcengine_maas: [{}, 'https://ark.cn-beijing.volces.com/api/v3/chat/completions'],
  deepseek: [{ endpoint_url: 'https://api.deepseek.com' }, 'https://api.deepseek.com/v1/chat/completions'],
  groq: [{}, 'https://api.groq.com/openai/v1/chat/completions'],
  jina: [{}, 'https://api.jina.ai/v1/embeddings'],
  siliconflow: [{ use_international_endpoint: 'true' }, 'https://api.siliconflow.com/v1/chat/completions'],
  tongyi: [
    { use_international_endpoint: 'false' },
    'https://dashscope.aliyuncs.com/compatible-mode/v1/chat/completions',
  ],
  moonshot: [{ endpoint_url: 'https://api.moonshot.ai/v1' }, 'https://api.moonshot.ai/v1/chat/completions'],
  zhipuai: [{ base_url: 'https://api.z.ai/api/paas/v4/' }, 'https://api.z.ai/api/paas/v4/chat/completions'],
  mistralai: [{}, 'https://api.mistral.ai/v1/chat/completions'],
  x: [{}, 'https://api.x.ai/v1/chat/completions'],
  openrouter: [{}, 'https://openrouter.ai/api/v1/chat/completions'],
  voyage: [{}, 'https://api.voyageai.com/v1/embeddings'],
  ollama: [{ base_url: 'http://10.0.0.5:11434' }, 'http://10.0.0.5:11434/v1/chat/completions'],
  xinference: [{ server_url: 'http://10.0.0.5:9997' }, 'http://10.0.0.5:9997/v1/chat/completions'],
  localai: [{ server_url: 'http://10.0.0.5:8080' }, 'http://10.0.0.5:8080/v1/chat/completions'],
  huggingface_tei: [{ server_url: 'http://10.0.0.5:8080' }, 'http://10.0.0.5:8080/v1/embeddings'],
  vllm: [{ endpoint_url: 'http://10.0.0.5:8000/v1' }, 'http://10.0.0.5:8000/v1/chat/completions'],
  lmstudio: [{ endpoint_url: 'http://10.0.0.5:1234/v1' }, 'http://10.0.0.5:1234/v1/chat/completions'],
  minimax: [{ endpoint_url: 'https://api.minimax.io' }, 'https://api.minimax.io/v1/chat/completions'],
  yi: [{}, 'https://api.lingyiwanwu.com/v1/chat/completions'],
  baichuan: [{}, 'https://api.baichuan-ai.com/v1/chat/completions'],
  wenxin: [{}, 'https://qianfan.baidubce.com/v2/chat/completions'],
  stepfun: [{}, 'https://api.stepfun.com/v1/chat/completions'],
  perplexity: [{}, 'https://api.perplexity.ai/chat/completions'],
  togetherai: [{}, 'https://api.together.xyz/v1/chat/completions'],
  fireworks: [{}, 'https://api.fireworks.ai/inference/v1/chat/completions'],
  nvidia: [{}, 'https://integrate.api.nvidia.com/v1/chat/completions'],
};

function credentialsOf(id: string, more: Credentials = {}): Credentials {
  const row = ROWS.find((found) => found.id === id);
  return { [ROW_FIELD]: id, [row?.key ?? 'api_key']: KEY, ...EXPECTED[id]?.[0], ...more };
}

describe('a row', () => {
  it.each(ROWS.map((row) => [row.id, row] as const))('%s is called at its address, with its key', async (id, row) => {
    const { egress, seen } = served((request) => (request.url.endsWith('/embeddings') ? vectorsFor(request) : CHAT));
    if (row.types.includes('llm')) {
      const { error, parts } = await readAnswer(provider, credentialsOf(id), egress);
      expect(error).toBe(null);
      expect(parts[0]).toEqual({ type: 'text', text: 'hi' });
    } else {
      await provider.embedding?.(credentialsOf(id), { egress }).embed({ model: 'e', texts: ['a'], signal });
    }
    expect(seen[0]?.url).toBe(EXPECTED[id]?.[1]);
    const isAzure = id === 'azure_openai';
    expect(header(seen[0], isAzure ? 'api-key' : 'authorization')).toBe(isAzure ? KEY : `Bearer ${KEY}`);
    expect(row.required.every((field) => Object.hasOwn(row.fields, field))).toBe(true);
  });

  it('has names of its own', () => {
    const names = ROWS.flatMap((row) => [row.id, `langgenius/${row.id}/${row.id}`]);
    expect(new Set(names).size).toBe(names.length);
  });

  it('names provider, model and remedy where the key is wrong, and never the key', async () => {
    const refuse = (): Refusal => ({ refusal: 401, error: { message: `Bad key ${KEY}` } });
    const { error } = await readAnswer(provider, credentialsOf('deepseek'), served(refuse).egress);
    expect(error).toMatchObject({ code: 'models.provider_not_initialize' });
    expect(String(error)).toMatch(/DeepSeek .*"m".*\(401\).*Check the key/);
    expect(String(error)).not.toContain(KEY);
  });
});

describe('what vendors want otherwise', () => {
  async function bodyOf(id: string, parameters: Readonly<Record<string, unknown>>, more: Credentials = {}) {
    const { egress, bodies, seen } = served(() => CHAT);
    await readAnswer(provider, credentialsOf(id, more), egress, { parameters, user: 'u1' });
    return { body: bodies()[0] ?? {}, url: seen[0]?.url };
  }

  it('is what is sent: names of parameters, usage, the end user, endpoints', async () => {
    const mistral = await bodyOf('mistralai', { seed: 1, temperature: 0 });
    expect(mistral.body).toEqual({
      random_seed: 1,
      temperature: 0,
      model: 'm',
      messages: [{ role: 'user', content: 'Hi' }],
      stream: true,
    });
    expect((await bodyOf('ollama', { num_predict: 9, num_ctx: 4096, format: 'json' })).body).toMatchObject({
      max_tokens: 9,
      stream_options: { include_usage: true },
    });
    expect((await bodyOf('zhipuai', { thinking: 'disabled' })).body.thinking).toEqual({ type: 'disabled' });
    expect((await bodyOf('volcengine_maas', {}, { endpoint_id: 'ep-1' })).body.model).toBe('ep-1');
    expect((await bodyOf('ollama', {}, { mode: 'completion' })).url).toBe('http://10.0.0.5:11434/v1/completions');
    expect((await bodyOf('openrouter', {})).body.user).toBe('u1');
  });

  it('is how texts are embedded: in batches, by kind, as short as asked for', async () => {
    const texts = Array.from({ length: 23 }, (_, index) => `t${index}`);
    const tongyi = served(vectorsFor);
    const found = await provider.embedding?.(credentialsOf('tongyi'), tongyi).embed({ model: 'e', texts, signal });
    expect(tongyi.bodies().map((body) => (body.input as unknown[]).length)).toEqual([10, 10, 3]);
    expect(found).toMatchObject({ promptTokens: 9 });
    expect(found?.vectors).toHaveLength(23);

    const request = { texts: ['a'], kind: 'query', dimensions: 2, signal } as const;
    const jina = served(vectorsFor);
    await provider.embedding?.(credentialsOf('jina'), jina).embed({ ...request, model: 'jina-embeddings-v3' });
    await provider.embedding?.(credentialsOf('jina'), jina).embed({ ...request, model: 'jina-embeddings-v2-base-en' });
    expect(jina.bodies()).toEqual([
      { model: 'jina-embeddings-v3', input: ['a'], dimensions: 2, task: 'retrieval.query' },
      { model: 'jina-embeddings-v2-base-en', input: ['a'], dimensions: 2 },
    ]);
    const voyage = served(vectorsFor);
    await provider.embedding?.(credentialsOf('voyage'), voyage).embed({ ...request, model: 'v' });
    expect(voyage.bodies()).toEqual([{ model: 'v', input: ['a'], output_dimension: 2, input_type: 'query' }]);
  });

  it('is how documents are reranked', async () => {
    const rank = (id: string, egress: ReturnType<typeof served>) =>
      provider
        .rerank?.(credentialsOf(id), egress)
        .rerank({ model: 'r', query: 'q', documents: ['a', 'b'], topN: 1, signal });
    const best = [{ index: 1, score: 0.9 }];
    const scores = [
      { index: 0, relevance_score: 0.2 },
      { index: 1, relevance_score: 0.9 },
      { index: 7, relevance_score: 1 },
    ];
    const voyage = served(() => ({ data: scores }));
    expect(await rank('voyage', voyage)).toEqual(best);
    expect(voyage.bodies()[0]).toMatchObject({ top_k: 1 });
    const tongyi = served(() => ({ results: scores }));
    expect(await rank('tongyi', tongyi)).toEqual(best);
    expect(tongyi.seen[0]?.url).toBe('https://dashscope.aliyuncs.com/compatible-api/v1/reranks');
    const tei = served(() => [{ index: 1, score: 0.9 }]);
    expect(await rank('huggingface_tei', tei)).toEqual(best);
    expect(tei.seen[0]?.url).toBe('http://10.0.0.5:8080/rerank');
    expect(tei.bodies()[0]).toMatchObject({ texts: ['a', 'b'] });
    await expect(
      rank(
        'jina',
        served(() => ({ results: [] })),
      ),
    ).rejects.toMatchObject({
      code: 'models.completion_request_error',
    });
  });
});

describe('Azure', () => {
  it('is called by deployment where the version has a date, with the rules of what is deployed', async () => {
    const { egress, seen, bodies } = served(() => CHAT);
    const credentials = credentialsOf('azure_openai', {
      openai_api_version: '2024-10-21',
      base_model_name: 'o3-mini',
    });
    await readAnswer(provider, credentials, egress, { model: 'my deployment', parameters: { max_tokens: 5 } });
    expect(seen[0]?.url).toBe(
      'https://r.openai.azure.com/openai/deployments/my%20deployment/chat/completions?api-version=2024-10-21',
    );
    expect(bodies()[0]).toMatchObject({ max_completion_tokens: 5 });
  });

  it('takes an application of Entra ID: one token for many calls, and a clear word where it is refused', async () => {
    const application = {
      auth_method: 'entra_id',
      azure_tenant_id: 'tenant',
      azure_client_id: 'client',
      azure_client_secret: 'sk-secret-of-the-application',
    };
    const good = served((request) =>
      request.url.includes('/oauth2/') ? { access_token: 'token-1', expires_in: 3600 } : vectorsFor(request),
    );
    const embedding = provider.embedding?.(credentialsOf('azure_openai', application), good);
    await embedding?.embed({ model: 'e', texts: ['a'], signal });
    await embedding?.embed({ model: 'e', texts: ['b'], signal });
    expect(good.seen.map(({ url }) => new URL(url).host)).toEqual([
      'login.microsoftonline.com',
      'r.openai.azure.com',
      'r.openai.azure.com',
    ]);
    expect(header(good.seen[1], 'authorization')).toBe('Bearer token-1');
    expect(header(good.seen[1], 'api-key')).toBeUndefined();
    const bad = served((): Refusal => ({ refusal: 401, error: 'invalid_client' }));
    const { error } = await readAnswer(provider, credentialsOf('azure_openai', application), bad.egress);
    expect(error).toMatchObject({ code: 'models.provider_not_initialize' });
    expect(String(error)).toContain('invalid_client');
    expect(String(error)).not.toContain('sk-secret');
  });
});

describe('credentials', () => {
  it('are tried by the list of models, an embedding, or a call that only a good key gets refused', async () => {
    const list = served(() => ({ data: [] }));
    await provider.test(credentialsOf('groq'), list, signal);
    expect(list.seen[0]).toMatchObject({ url: 'https://api.groq.com/openai/v1/models', method: 'GET' });
    await provider.test(credentialsOf('voyage'), served(vectorsFor), signal);
    const refusing = (status: number) => served((): Refusal => ({ refusal: status, error: { message: 'no' } }));
    await provider.test(credentialsOf('perplexity'), refusing(400), signal);
    await expect(provider.test(credentialsOf('perplexity'), refusing(401), signal)).rejects.toMatchObject({
      code: 'models.provider_not_initialize',
    });
    await expect(provider.test(credentialsOf('perplexity'), refusing(503), signal)).rejects.toMatchObject({
      code: 'models.completion_request_error',
    });
  });

  it('list the models that are of a type of the provider', async () => {
    const data = [
      { id: 'llama-3.3-70b-versatile', context_window: 131_072 },
      { id: 'whisper-large-v3' },
      { id: 'text-embedding-x' },
      { id: 'flux-image-1' },
      { id: 7 },
    ];
    expect(
      await provider.models?.(
        credentialsOf('groq'),
        served(() => ({ data })),
        signal,
      ),
    ).toEqual([
      { name: 'llama-3.3-70b-versatile', type: 'llm', contextSize: 131_072 },
      { name: 'whisper-large-v3', type: 'speech-to-text' },
    ]);
  });
});
