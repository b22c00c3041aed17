import type { Credentials, ModelType } from '#plugins/models/contract.ts';
import { withVersion } from '#plugins/provider-http/contract.ts';
import { addressField, type CompatibleRow, keyField } from './row.ts';

/** A switch between the vendor's servers in China and those for the rest of the world, as documents of the family have it. */
const INTERNATIONAL = {
  type: 'string',
  title: 'International address',
  description: 'For accounts made outside of China.',
  enum: ['true', 'false'],
} as const;

/** `thinking: true` and `thinking: "enabled"` of documents are an object for the server. */
function thinking(name: string, value: unknown): readonly [string, unknown] {
  if (name !== 'thinking' || typeof value === 'object') return [name, value];
  const type =
    value === true || value === 'true' ? 'enabled' : value === false || value === 'false' ? 'disabled' : value;
  return [name, { type }];
}

type HostedVendor = Pick<CompatibleRow, 'id' | 'label'> &
  Partial<Omit<CompatibleRow, 'id' | 'label' | 'fields' | 'base'>> & {
    readonly address: string;
    /** Field for another address. */
    readonly addressField?: string;
  };

/** The usual row: one key, one address, which may be another. */
function hosted({ address, addressField: field, key = 'api_key', ...row }: HostedVendor): CompatibleRow {
  const where = `Made in your account at ${row.label}.`;
  return {
    types: ['llm'],
    ...row,
    key,
    fields: { [key]: keyField(where), ...(field === undefined ? {} : { [field]: addressField(address) }) },
    required: [key],
    base: (credentials) => {
      const own = field === undefined ? undefined : credentials[field];
      return own === undefined || own === '' ? address : withVersion(own);
    },
  };
}

const llmAnd = (...types: readonly ModelType[]): readonly ModelType[] => ['llm', ...types];

/** Vendors of the seed and of most documents first. Addresses are those their documentation names. */
export const VENDORS: readonly CompatibleRow[] = [
  hosted({
    id: 'deepseek',
    label: 'DeepSeek',
    address: 'https://api.deepseek.com/v1',
    addressField: 'endpoint_url',
    parameter: thinking,
  }),
  hosted({
    id: 'groq',
    label: 'Groq',
    aliases: ['langgenius/groq/groq'],
    address: 'https://api.groq.com/openai/v1',
    types: llmAnd('speech-to-text', 'text-to-speech'),
    takesUser: true,
  }),
  hosted({
    id: 'jina',
    label: 'Jina AI',
    address: 'https://api.jina.ai/v1',
    addressField: 'base_url',
    types: ['embedding', 'rerank'],
    vectors: {
      // It takes 2,048; that many texts of documents would be more tokens than one request may have.
      batch: 128,
      encoding: 'plain',
      kind: { field: 'task', query: 'retrieval.query', document: 'retrieval.passage', models: /-v[3-9]/ },
    },
    trial: { by: 'embedding', model: 'jina-embeddings-v3' },
  }),
  {
    ...hosted({
      id: 'siliconflow',
      label: 'SiliconFlow',
      address: 'https://api.siliconflow.cn/v1',
      types: llmAnd('embedding', 'rerank', 'speech-to-text', 'text-to-speech'),
      vectors: { encoding: 'float' },
      voice: (model) => `${model}:alex`,
    }),
    fields: { api_key: keyField('Made in your account at SiliconFlow.'), use_international_endpoint: INTERNATIONAL },
    base: ({ use_international_endpoint: isInternational }) =>
      isInternational === 'true' ? 'https://api.siliconflow.com/v1' : 'https://api.siliconflow.cn/v1',
  },
  {
    id: 'tongyi',
    label: 'Tongyi (Alibaba Cloud Model Studio)',
    types: llmAnd('embedding', 'rerank'),
    key: 'dashscope_api_key',
    fields: {
      dashscope_api_key: keyField('Made in the console of Model Studio.'),
      use_international_endpoint: INTERNATIONAL,
    },
    required: ['dashscope_api_key'],
    base: (credentials) => `${dashScope(credentials)}/compatible-mode/v1`,
    vectors: { batch: 10, encoding: 'float' },
    more: (credentials) => ({
      vectors: {
        batch: 10,
        concurrency: 4,
        encoding: 'float',
        dimensions: 'dimensions',
        rerank: {
          base: `${dashScope(credentials)}/compatible-api/v1`,
          path: '/reranks',
          documents: 'documents',
          topN: 'top_n',
        },
      },
    }),
  },
  hosted({
    id: 'moonshot',
    label: 'Moonshot AI (Kimi)',
    address: 'https://api.moonshot.cn/v1',
    addressField: 'endpoint_url',
    parameter: thinking,
  }),
  hosted({
    id: 'zhipuai',
    label: 'Zhipu AI',
    address: 'https://open.bigmodel.cn/api/paas/v4',
    addressField: 'base_url',
    types: llmAnd('embedding'),
    vectors: { batch: 32, encoding: 'plain' },
    hasNoStreamOptions: true,
    parameter: thinking,
    trial: { by: 'refusal' },
  }),
  hosted({
    id: 'mistralai',
    label: 'Mistral AI',
    aliases: ['mistral'],
    address: 'https://api.mistral.ai/v1',
    types: llmAnd('embedding', 'moderation', 'speech-to-text'),
    // A request has 16,384 tokens at most.
    vectors: { batch: 8, encoding: 'plain', dimensions: 'output_dimension' },
    hasNoStreamOptions: true,
    parameter: (name, value) => [name === 'seed' ? 'random_seed' : name, value],
  }),
  hosted({
    id: 'x',
    label: 'xAI',
    aliases: ['xai'],
    address: 'https://api.x.ai/v1',
    addressField: 'endpoint_url',
    takesUser: true,
  }),
  hosted({
    id: 'openrouter',
    label: 'OpenRouter',
    address: 'https://openrouter.ai/api/v1',
    addressField: 'endpoint_url',
    types: llmAnd('embedding', 'rerank'),
    vectors: { encoding: 'float' },
    takesUser: true,
  }),
  hosted({
    id: 'voyage',
    label: 'Voyage AI',
    aliases: ['langgenius/voyage/voyage', 'voyageai'],
    address: 'https://api.voyageai.com/v1',
    types: ['embedding', 'rerank'],
    vectors: {
      batch: 128,
      encoding: 'plain',
      dimensions: 'output_dimension',
      kind: { field: 'input_type', query: 'query', document: 'document' },
      rerank: { path: '/rerank', documents: 'documents', topN: 'top_k' },
    },
    trial: { by: 'embedding', model: 'voyage-3.5-lite' },
  }),
];

function dashScope({ use_international_endpoint: isInternational }: Credentials): string {
  return isInternational === 'true' ? 'https://dashscope-intl.aliyuncs.com' : 'https://dashscope.aliyuncs.com';
}

/** Named in documents now and then. */
export const FURTHER_VENDORS: readonly CompatibleRow[] = [
  hosted({
    id: 'minimax',
    label: 'MiniMax',
    key: 'minimax_api_key',
    address: 'https://api.minimaxi.com/v1',
    addressField: 'endpoint_url',
    trial: { by: 'refusal' },
  }),
  hosted({
    id: 'yi',
    label: '01.AI (Yi)',
    address: 'https://api.lingyiwanwu.com/v1',
    addressField: 'endpoint_url',
    hasNoStreamOptions: true,
  }),
  hosted({
    id: 'baichuan',
    label: 'Baichuan',
    address: 'https://api.baichuan-ai.com/v1',
    types: llmAnd('embedding'),
    vectors: { batch: 16, encoding: 'plain' },
    hasNoStreamOptions: true,
    trial: { by: 'refusal' },
  }),
  hosted({
    id: 'wenxin',
    label: 'Wenxin (Baidu Qianfan)',
    address: 'https://qianfan.baidubce.com/v2',
    types: llmAnd('embedding', 'rerank'),
    vectors: { batch: 16, encoding: 'plain' },
    trial: { by: 'refusal' },
  }),
  hosted({ id: 'stepfun', label: 'StepFun', address: 'https://api.stepfun.com/v1', hasNoStreamOptions: true }),
  hosted({
    id: 'perplexity',
    label: 'Perplexity',
    address: 'https://api.perplexity.ai',
    hasNoStreamOptions: true,
    trial: { by: 'refusal' },
  }),
  hosted({
    id: 'togetherai',
    label: 'Together AI',
    address: 'https://api.together.xyz/v1',
    types: llmAnd('embedding', 'rerank'),
    vectors: { encoding: 'plain' },
  }),
  hosted({
    id: 'fireworks',
    label: 'Fireworks AI',
    key: 'fireworks_api_key',
    address: 'https://api.fireworks.ai/inference/v1',
    types: llmAnd('embedding'),
    vectors: { encoding: 'plain' },
  }),
  hosted({ id: 'nvidia', label: 'NVIDIA NIM', address: 'https://integrate.api.nvidia.com/v1' }),
];
