/**
 * Models, as nodes see them, and model providers, as their authors see them.
 *
 * Glossary
 * - provider: a source of models with one credentials schema (`openai`, `demo`). Document names such as
 *   `langgenius/openai/openai` are resolved to a provider id.
 * - llm | embedding | rerank | speech-to-text | text-to-speech | moderation: the six model types.
 * - part: a piece of a streamed answer. Parts arrive in batches, as the network delivers them.
 */
import type { NodeContext, Usage } from '../../engine/contract.ts';
import { type Contribution, extensionPoint, type JsonSchema, type Token, token } from '../../kernel/index.ts';
import type { Egress } from '../egress/contract.ts';

/** The six kinds of models a provider may have. */
export type ModelType = 'llm' | 'embedding' | 'rerank' | 'speech-to-text' | 'text-to-speech' | 'moderation';

/** A piece of a user's message. `url`: http(s) or `data:`. */
export type MessageContent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly url: string; readonly detail?: 'high' | 'low' }
  | { readonly type: 'file'; readonly mediaType: string; readonly url: string; readonly name: string };

/** A model's wish to have a tool called. `id` pairs it with the tool message that answers it. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** JSON text. */
  readonly arguments: string;
}

/** A message of a prompt, in the order the model reads them. */
export type ChatMessage =
  | { readonly role: 'system'; readonly content: string }
  | { readonly role: 'user'; readonly content: string | readonly MessageContent[] }
  | { readonly role: 'assistant'; readonly content: string; readonly toolCalls?: readonly ToolCall[] }
  | { readonly role: 'tool'; readonly toolCallId: string; readonly content: string };

/** A tool a model may ask for; `parameters` is a JSON Schema of its arguments. */
export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonSchema;
}

/** One call of a language model, made by nodes. */
export interface LlmRequest {
  readonly model: string;
  readonly mode: 'chat' | 'completion';
  readonly messages: readonly ChatMessage[];
  /** `completion_params` of the document, passed on: temperature, max_tokens, top_p, stop, response_format … */
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly tools?: readonly ToolDefinition[];
  /** Asks for JSON that fits this schema. */
  readonly jsonSchema?: JsonSchema;
  /** Opaque id of the end user, for the provider's abuse detection. */
  readonly user?: string;
  readonly signal: AbortSignal;
}

/**
 * A piece of an answer. A good stream ends with one `usage` and one `finish`, in this order; anything else is an error.
 * A stream that fails may have told its `usage` before.
 */
export type LlmPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'reasoning'; readonly text: string }
  | { readonly type: 'tool-call'; readonly call: ToolCall }
  | { readonly type: 'usage'; readonly promptTokens: number; readonly completionTokens: number }
  | { readonly type: 'finish'; readonly reason: 'stop' | 'length' | 'tool-calls' | 'content-filter' | 'other' };

/** Price of a model: decimal strings per `unit` tokens (`0.001` = per 1,000; runtime API, usage object). */
export interface ModelPrice {
  readonly prompt: string;
  readonly completion: string;
  readonly unit: string;
  readonly currency: string;
  /** Day a list price was valid, `2025-11-01`; absent for prices of a workspace's own. */
  readonly asOf?: string;
}

/** What is known of a model before it is called. Absent `features`: unknown, not none. */
export interface ModelDescription {
  readonly name: string;
  readonly type: ModelType;
  /** Tokens the model reads. */
  readonly contextSize?: number;
  readonly price?: ModelPrice;
  readonly features?: readonly ('vision' | 'tool-call' | 'structured-output' | 'reasoning')[];
}

/** Values by field of the provider's schema; secrets. */
export type Credentials = Readonly<Record<string, string>>;

/** What a provider's module gets: the only way out is the egress client. */
export interface ProviderContext {
  readonly egress: Egress;
}

/** Answers prompts. Called by nodes in engine threads. */
export interface LlmModel {
  /**
   * Nothing is sent before the first read. Ending the iteration early, or aborting the signal, closes the connection.
   */
  stream(request: LlmRequest): AsyncIterable<readonly LlmPart[]>;
}

/** Turns texts into vectors, one each, in order. */
export interface EmbeddingModel {
  embed(request: {
    readonly model: string;
    readonly texts: readonly string[];
    readonly signal: AbortSignal;
  }): Promise<{ readonly vectors: readonly (readonly number[])[]; readonly promptTokens: number }>;
}

/** Orders documents by how well they answer a query. */
export interface RerankModel {
  /** Best first, at most `topN`; `index` is the place in `documents`. */
  rerank(request: {
    readonly model: string;
    readonly query: string;
    readonly documents: readonly string[];
    readonly topN: number;
    readonly signal: AbortSignal;
  }): Promise<readonly { readonly index: number; readonly score: number }[]>;
}

/** Writes down what is said. */
export interface SpeechToTextModel {
  transcribe(request: {
    readonly model: string;
    readonly audio: Uint8Array;
    readonly mediaType: string;
    readonly fileName: string;
    readonly signal: AbortSignal;
  }): Promise<{ readonly text: string }>;
}

/** Says a text; an empty voice is the provider's choice. */
export interface TextToSpeechModel {
  speak(request: {
    readonly model: string;
    readonly text: string;
    readonly voice: string;
    readonly signal: AbortSignal;
  }): Promise<{ readonly mediaType: string; readonly audio: AsyncIterable<Uint8Array> }>;
}

/** Judges texts; `categories` names what was found in any of them. */
export interface ModerationModel {
  moderate(request: {
    readonly model: string;
    readonly texts: readonly string[];
    readonly signal: AbortSignal;
  }): Promise<{ readonly flagged: boolean; readonly categories: readonly string[] }>;
}

/**
 * The code of a provider: `module` of the contribution exports `provider: ProviderImplementation`. Loaded on first use,
 * in engine threads and on the main thread. Each factory is absent when the provider has no such models; what it
 * returns is kept and shared by all calls with the same credentials. Every call throws PlatformError with one of:
 * `models.provider_not_initialize` (bad or missing credentials), `models.provider_quota_exceeded`,
 * `models.model_currently_not_support` (unknown model), `models.completion_request_error` (everything else: rate limit,
 * network, garbage, a stream that stops midway); all of kind `invalid` (runtime API, error codes). An aborted signal
 * rejects with its reason. Messages never hold a credential.
 */
export interface ProviderImplementation {
  llm?(credentials: Credentials, context: ProviderContext): LlmModel;
  embedding?(credentials: Credentials, context: ProviderContext): EmbeddingModel;
  rerank?(credentials: Credentials, context: ProviderContext): RerankModel;
  speechToText?(credentials: Credentials, context: ProviderContext): SpeechToTextModel;
  textToSpeech?(credentials: Credentials, context: ProviderContext): TextToSpeechModel;
  moderation?(credentials: Credentials, context: ProviderContext): ModerationModel;
  /** A cheap real call that shows whether the credentials work; throws as above. */
  test(credentials: Credentials, context: ProviderContext, signal: AbortSignal): Promise<void>;
}

/** The interface of each model type. */
export interface ModelInterfaces {
  llm: LlmModel;
  embedding: EmbeddingModel;
  rerank: RerankModel;
  'speech-to-text': SpeechToTextModel;
  'text-to-speech': TextToSpeechModel;
  moderation: ModerationModel;
}

/** Contributed on the main thread: data only. */
export interface ModelProvider extends Contribution {
  /** `openai` */
  readonly id: string;
  readonly label: string;
  /** Names documents use for it, e.g. `langgenius/openai/openai`. The id itself always counts. */
  readonly aliases?: readonly string[];
  /**
   * Object schema of the credentials; properties marked `"secret": true` are masked in every view. A property `prices`
   * of `"format": "model-prices"` lets a workspace set its own prices: JSON text `{"<model>": {"prompt": "2.5",
   * "completion": "10", "unit": "0.000001", "currency": "USD"}}`, unit and currency as here when left out.
   */
  readonly credentials: JsonSchema;
  /** Works without credentials (the demo provider, a local server). */
  readonly keyless?: boolean;
  readonly models: readonly ModelDescription[];
  /** Accepts model names that are not in `models`. */
  readonly openCatalogue?: boolean;
  readonly module: URL;
}

/** Where provider plugins contribute themselves. */
export const ModelProviders = extensionPoint<ModelProvider>('models.providers');

/** A provider as its settings page shows it. */
export interface ProviderView {
  readonly id: string;
  readonly label: string;
  readonly configured: boolean;
  readonly credentialsSchema: JsonSchema;
  /** Secrets masked. */
  readonly credentials: Readonly<Record<string, string>>;
  /** With the workspace's own prices, where it set some. */
  readonly models: readonly ModelDescription[];
}

/** Main thread: configuring providers of a workspace. */
export interface Models {
  providers(workspaceId: string): Promise<readonly ProviderView[]>;
  /**
   * Validates against the schema and stores sealed. Throws `models.invalid_credentials` (invalid),
   * `models.unknown_provider` (not-found).
   */
  configure(workspaceId: string, provider: string, credentials: Credentials): Promise<void>;
  remove(workspaceId: string, provider: string): Promise<void>;
  /** Calls the provider with stored (or the given) credentials. Throws what the provider throws. */
  test(workspaceId: string, provider: string, credentials?: Credentials): Promise<void>;
  /**
   * A model ready to be called on the main thread. Throws `models.provider_not_initialize` when its provider is not
   * installed or not configured, `models.model_currently_not_support` when it has no such model.
   */
  model<T extends ModelType>(
    workspaceId: string,
    type: T,
    name: { readonly provider: string; readonly model: string },
  ): Promise<{ readonly provider: string; readonly description: ModelDescription; readonly model: ModelInterfaces[T] }>;
}

export const Models = token<Models>('models.models');

/**
 * Host call id: `models.resolve` takes a ModelReference and answers with a ResolvedModel. For the thread service only.
 */
export const ModelsResolve = 'models.resolve';

/** A model as a document names it; input of `models.resolve`. */
export interface ModelReference {
  readonly type: ModelType;
  /** As the document names it. */
  readonly provider: string;
  readonly model: string;
}

/** Plain data; holds credentials: never logged, never part of an output. */
export interface ResolvedModel {
  readonly provider: string;
  /** Address of the provider's module. */
  readonly module: string;
  readonly credentials: Credentials;
  readonly description: ModelDescription;
}

/** What one call used, as it is known when it ends. */
export interface CallMeasure {
  readonly promptTokens: number;
  readonly completionTokens: number;
  /** Seconds. */
  readonly latency: number;
  /** Seconds until the first part; null when nothing was streamed. */
  readonly timeToFirstToken: number | null;
}

/** A language model with its credentials, loaded in an engine thread. */
export interface ReadyLlm extends LlmModel {
  /** Id of the provider the document's name was resolved to. */
  readonly provider: string;
  readonly description: ModelDescription;
  /**
   * Tokens times the model's price, exact to 7 decimals (runtime API, usage object); zeros for models without a price.
   */
  usage(measure: CallMeasure): Usage;
}

/**
 * Engine threads: models ready to be called. A thread service; credentials come through the host call
 * `models.resolve`, which knows the run's workspace. `caller` is the node's context. When a document's provider is
 * neither installed nor configured the call throws `models.provider_not_initialize`, when it has no such model
 * `models.model_currently_not_support`.
 */
export interface ThreadModels {
  llm(caller: Pick<NodeContext, 'call' | 'service'>, provider: string, model: string): Promise<ReadyLlm>;
}

export const ThreadModels: Token<ThreadModels> = token<ThreadModels>('models.thread');
