import { type Credentials, MODEL_TYPES } from '#plugins/models/contract.ts';
import { withVersion } from '#plugins/provider-http/contract.ts';
import { type CompatibleRow, type Fields, keyField, SIZE_FIELDS, serverField } from './row.ts';

const OWN_KEY = keyField('If the server wants one.');
const MODE = { type: 'string', title: 'How language models are called', enum: ['chat', 'completion'] } as const;

/** Names of parameters that Ollama has of its own; the rest it takes as OpenAI has it. */
function ollamaParameter(name: string, value: unknown): readonly [string, unknown] {
  if (name === 'num_predict') return ['max_tokens', value];
  // The size of the context is set at the server (`OLLAMA_CONTEXT_LENGTH`, or `num_ctx` in a Modelfile), not by this route.
  if (name === 'num_ctx' || name === 'keep_alive') return ['', value];
  return name === 'format' && value === 'json' ? ['response_format', { type: 'json_object' }] : [name, value];
}

interface OwnServer extends Omit<CompatibleRow, 'fields' | 'required' | 'base' | 'key' | 'modelFields'> {
  readonly address: string;
  readonly placeholder: string;
  readonly fields?: Fields;
  readonly modelFields?: Fields;
}

/** A server of one's own: its address is asked for, also for each model. */
function own({ address, placeholder, fields = {}, modelFields = {}, ...row }: OwnServer): CompatibleRow {
  return {
    ...row,
    key: 'api_key',
    fields: { [address]: serverField(placeholder), api_key: OWN_KEY, ...fields },
    required: [address],
    modelFields: { [address]: serverField(placeholder), api_key: OWN_KEY, ...modelFields },
    base: (credentials) => withVersion(credentials[address] ?? ''),
  };
}

const isCompletion = ({ mode, completion_type: type }: Credentials) => mode === 'completion' || type === 'completion';

/** Model servers that people run themselves. */
export const SERVERS: readonly CompatibleRow[] = [
  own({
    id: 'ollama',
    label: 'Ollama',
    types: ['llm', 'embedding'],
    address: 'base_url',
    placeholder: 'http://192.168.1.100:11434',
    modelFields: {
      mode: MODE,
      ...SIZE_FIELDS,
      vision_support: { type: 'string', title: 'Takes pictures', enum: ['true', 'false'] },
      function_call_support: { type: 'string', title: 'Calls tools', enum: ['true', 'false'] },
    },
    vectors: { encoding: 'float', concurrency: 1 },
    parameter: ollamaParameter,
    more: (credentials) => ({ isCompletion: isCompletion(credentials) }),
  }),
  own({
    id: 'xinference',
    label: 'Xorbits Inference',
    types: ['llm', 'embedding', 'rerank', 'speech-to-text', 'text-to-speech'],
    address: 'server_url',
    placeholder: 'http://192.168.1.100:9997',
    modelFields: { model_uid: { type: 'string', title: "The model's UID at the server" }, ...SIZE_FIELDS },
    vectors: { encoding: 'plain', concurrency: 1 },
    more: ({ model_uid: uid }) => (uid === undefined || uid === '' ? {} : { sentModel: uid }),
  }),
  own({
    id: 'localai',
    label: 'LocalAI',
    types: ['llm', 'embedding', 'rerank', 'speech-to-text'],
    address: 'server_url',
    placeholder: 'http://192.168.1.100:8080',
    modelFields: {
      completion_type: { ...MODE, enum: ['chat_completion', 'completion'] },
      ...SIZE_FIELDS,
    },
    vectors: { encoding: 'plain', concurrency: 1 },
    more: (credentials) => ({ isCompletion: isCompletion(credentials) }),
  }),
  own({
    id: 'huggingface_tei',
    label: 'Text Embeddings Inference',
    types: ['embedding', 'rerank'],
    address: 'server_url',
    placeholder: 'http://192.168.1.100:8080',
    vectors: { encoding: 'float', concurrency: 1 },
    // It has one model, and no list: one word is embedded, which a server that only reranks refuses.
    trial: { by: 'embedding', model: 'tei' },
    more: (credentials) => ({
      vectors: {
        batch: 32,
        concurrency: 1,
        encoding: 'float',
        dimensions: null,
        rerank: {
          base: withVersion(credentials.server_url ?? '').replace(/\/v1$/, ''),
          path: '/rerank',
          documents: 'texts',
          topN: null,
        },
      },
    }),
  }),
  ...(['vllm', 'lmstudio'] as const).map((id) =>
    own({
      id,
      label: id === 'vllm' ? 'vLLM' : 'LM Studio',
      types: MODEL_TYPES,
      address: 'endpoint_url',
      placeholder: id === 'vllm' ? 'http://192.168.1.100:8000/v1' : 'http://192.168.1.100:1234/v1',
      modelFields: { mode: MODE, ...SIZE_FIELDS },
      vectors: { encoding: 'float', concurrency: 1 },
      more: (credentials) => ({ isCompletion: isCompletion(credentials) }),
    }),
  ),
];
