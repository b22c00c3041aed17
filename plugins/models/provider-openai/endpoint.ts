import { type Credentials, catalogueNameOf, catalogueOf, type ModelDescription } from '#plugins/models/contract.ts';
import { authHeaders, type Endpoint, timeoutsOf, withVersion } from '#plugins/provider-http/contract.ts';

/** How a server takes texts for embeddings, and documents for reranking. */
export interface VectorRules {
  /** Texts in one request. */
  readonly batch: number;
  /** Requests at a time. */
  readonly concurrency: number;
  /** How vectors are sent; `plain`: the server knows no `encoding_format`. */
  readonly encoding: 'base64' | 'float' | 'plain';
  /** Name of the field for the length of vectors; null: the server has none. */
  readonly dimensions: string | null;
  /** Field that tells what the texts are, with its values for texts that are searched with and that are found. */
  readonly kind?: {
    readonly field: string;
    readonly query: string;
    readonly document: string;
    /** Absent: all. */
    readonly models?: RegExp;
  };
  /** Put before the texts, for models that want it so. */
  readonly prefixes?: { readonly query: string; readonly document: string };
  readonly rerank: RerankRules;
}

/** How documents are sent to be reranked. */
export interface RerankRules {
  /** Absent: the endpoint's own. */
  readonly base?: string;
  readonly path: string;
  /** Names of the fields that hold the documents, and how many are wanted; null: all come. */
  readonly documents: string;
  readonly topN: string | null;
}

/** An endpoint that speaks the protocol of OpenAI, with what is special about it. */
export interface OpenAiEndpoint extends Endpoint {
  /** Calls language models through the older completions route whatever the document says. */
  readonly isCompletion: boolean;
  /** Which route carries conversations. */
  readonly protocol: 'chat' | 'responses';
  /** The service itself, which refuses parameters that compatible servers still want. */
  readonly isOpenAi: boolean;
  /** What a deployment with a name of its own is made of. */
  readonly baseModel?: string | undefined;
  /** The name of every model that is called, where the server knows it by another than documents do. */
  readonly sentModel?: string | undefined;
  /** Texts in one request with a model, where it is known. */
  batchOf?(model: string): number | undefined;
  /** Whether it takes `stream_options`, and `user`. */
  readonly hasStreamOptions: boolean;
  readonly takesUser: boolean;
  readonly vectors: VectorRules;
  /** The path of a route for a model, where it is not the same for all. */
  route?(path: string, model: string): string;
  /** Name and value of a parameter as the server wants them; an empty name: it is left out. */
  parameter?(name: string, value: unknown): readonly [string, unknown];
  /** The voice of a speech model, where none is chosen. Absent: `alloy`. */
  voice?(model: string): string;
  /** Whether a model sends reasoning that must go back, where the name tells. */
  reasons?(model: string): boolean;
}

/** What is known of a model by its name, or by the one that it stands for. */
export function catalogueModel(providerId: string, model: string): ModelDescription | undefined {
  const name = catalogueNameOf(providerId, model);
  return name === undefined ? undefined : catalogueOf(providerId).find((known) => known.name === name);
}

/** As the service takes them. Batches of 32 are what documents of the family expect of it. */
export const DEFAULT_VECTORS: VectorRules = {
  batch: 32,
  concurrency: 4,
  encoding: 'base64',
  dimensions: 'dimensions',
  rerank: { path: '/rerank', documents: 'documents', topN: 'top_n' },
};

const DEFAULT_BASE = 'https://api.openai.com/v1';

/** Reads both credential sets: that of `openai` and that of `openai_api_compatible`. */
export function endpointOf(credentials: Credentials): OpenAiEndpoint {
  const isOpenAi = credentials.endpoint_url === undefined;
  const key = credentials.openai_api_key ?? credentials.api_key;
  const organization = credentials.openai_organization;
  return {
    provider: isOpenAi ? 'OpenAI' : (credentials.display_name ?? 'The OpenAI-compatible server'),
    base: withVersion(credentials.openai_api_base || credentials.endpoint_url || DEFAULT_BASE),
    headers: [
      ...authHeaders('bearer', key),
      ...(organization === undefined ? [] : [['openai-organization', organization] as const]),
    ],
    secrets: key === undefined ? [] : [key],
    isCompletion: credentials.mode === 'completion',
    protocol: credentials.api_protocol === 'responses' ? 'responses' : 'chat',
    isOpenAi,
    sentModel: credentials.endpoint_model_name || undefined,
    hasStreamOptions: credentials.stream_include_usage !== 'false',
    takesUser: true,
    vectors: isOpenAi ? DEFAULT_VECTORS : compatibleVectors(credentials),
    ...(isOpenAi ? { batchOf: (model) => catalogueModel('openai', model)?.maxBatch } : {}),
    ...timeoutsOf(credentials),
    ...(isOpenAi ? {} : compatibleNames(credentials)),
  };
}

function compatibleVectors(credentials: Credentials): VectorRules {
  const batch = Number(credentials.max_chunks);
  const { query_prefix: query = '', document_prefix: document = '', encoding_format: encoding } = credentials;
  return {
    ...DEFAULT_VECTORS,
    batch: Number.isSafeInteger(batch) && batch > 0 ? batch : DEFAULT_VECTORS.batch,
    encoding: encoding === 'base64' ? 'base64' : 'float',
    ...(query === '' && document === '' ? {} : { prefixes: { query, document } }),
  };
}

/** A server may call the limit of tokens otherwise, and have voices of its own. */
function compatibleNames(credentials: Credentials): Pick<OpenAiEndpoint, 'parameter' | 'voice'> {
  const voice = credentials.voices?.split(',')[0]?.trim();
  return { ...limitName(credentials), ...(voice === undefined || voice === '' ? {} : { voice: () => voice }) };
}

function limitName(credentials: Credentials): Pick<OpenAiEndpoint, 'parameter'> {
  const limit = credentials.token_param_name;
  if (limit === undefined || limit === '' || limit === 'auto' || limit === 'max_tokens') return {};
  return { parameter: (name, value) => [name === 'max_tokens' ? limit : name, value] };
}
