/**
 * Models, as nodes see them, and model providers, as their authors see them.
 *
 * Glossary
 * - provider: a source of models with one credentials schema (`openai`, `demo`). Document names such as
 *   `langgenius/openai/openai` are resolved to a provider id.
 * - llm | embedding | rerank | speech-to-text | text-to-speech | moderation: the six model types.
 * - part: a piece of a streamed answer. Parts arrive in batches, as the network delivers them.
 */
import type { NodeContext, Usage } from '#engine';
import { type Contribution, extensionPoint, type JsonSchema, type Token, token } from '#kernel';
import type { Egress } from '#plugins/egress/contract.ts';
import type { MeteredRun, OutsideCaller } from './budget-guards.ts';
import type { LlmPart, LlmRequest, TokenCounts } from './chat.ts';
import type { ModelDescription, ModelType } from './model-description.ts';
import type { ModelLists } from './model-lists-contract.ts';
import type { ModelName, TypedModelName } from './model-name.ts';
import type {
  EmbeddingModel,
  ModerationModel,
  RerankModel,
  SpeechToTextModel,
  TextToSpeechModel,
} from './other-models.ts';

/** Who watches what runs spend on models, and may refuse their next call, or change its model: budgets. */
export {
  type BudgetGuard,
  BudgetGuards,
  type MeteredApp,
  type MeteredRun,
  type OutsideCaller,
  type ReplacementModel,
  type UsageLedger,
  UsageLedgers,
} from './budget-guards.ts';
/** What is known of a provider's models, with list prices: give it as `models` by a getter, so that a start reads none. */
export { catalogueNameOf, catalogueOf } from './catalogue/catalogue-of.ts';
export type {
  ChatMessage,
  LlmPart,
  LlmRequest,
  MessageContent,
  OpaquePayload,
  TokenCounts,
  ToolCall,
  ToolChoice,
  ToolDefinition,
} from './chat.ts';
export {
  type CalledSet,
  CredentialSets,
  type CredentialSetView,
  type ModelCredentialsChange,
  type ModelCredentialsView,
  SET_MODES,
  type SetMode,
} from './credential-sets-contract.ts';
export { type CredentialForm, formOf, maskCredentials } from './credentials.ts';
/** For what models write where JSON was asked for. */
export { readLenientJson } from './lenient-json.ts';
export {
  MODEL_TYPES,
  type ModelDescription,
  type ModelFeature,
  type ModelParameter,
  type ModelPrice,
  type ModelType,
  type PriceTier,
  type TokenPrices,
} from './model-description.ts';
export type { FetchedModel, ModelLists } from './model-lists-contract.ts';
export type { ModelName, TypedModelName } from './model-name.ts';
export type {
  CallTokens,
  EmbeddingModel,
  ModerationModel,
  RerankModel,
  SpeechToTextModel,
  TextToSpeechModel,
} from './other-models.ts';
/** Providers that single workspaces have. */
export { type ModelProviderSource, ModelProviderSources, type OwnModelProvider } from './own-providers.ts';
export type { ModelAlternative, ModelReference, ResolvedModel } from './resolved-model.ts';
/** What a call costs, for estimates. */
export { usageOf } from './usage.ts';

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
  /** Asks the provider for its list of models, as far as they are of a type that is known here. Throws as above. */
  models?(
    credentials: Credentials,
    context: ProviderContext,
    signal: AbortSignal,
  ): Promise<readonly ModelDescription[]>;
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
   * "completion": "10", "unit": "0.000001", "currency": "USD"}}`, unit and currency as here when left out. Forms are made of
   * it: `title` labels a field, `placeholder` stands in it, `description` explains it, `enum` lists its values.
   */
  readonly credentials: JsonSchema;
  /** Works without credentials (the demo provider, a local server). */
  readonly keyless?: boolean;
  /** Kinds of models it may have besides those in `models`; for providers that accept any name. */
  readonly types?: readonly ModelType[];
  readonly models: readonly ModelDescription[];
  /** Accepts model names that are not in `models`. */
  readonly openCatalogue?: boolean;
  readonly module: URL;
  /**
   * Constants the module gets under the credentials: a field that both have is that of the credentials. How rows of data
   * tell a module they share their address, header and quirks. Never shown; no place for secrets.
   */
  readonly moduleCredentials?: Readonly<Record<string, string>>;
  /** Object schema of what is given for each model besides, as in `credentials`: the deployment, the size of its context. */
  readonly modelCredentials?: JsonSchema;
}

/** Where provider plugins contribute themselves. */
export const ModelProviders = extensionPoint<ModelProvider>('models.providers');

/** A field of the form in which credentials are typed, made from the provider's schema. */
export interface CredentialField {
  readonly name: string;
  /** The schema's `title`, else the name. */
  readonly label: string;
  readonly type: 'text' | 'secret' | 'select' | 'url' | 'json';
  readonly required: boolean;
  /** Never shown again once it is stored. */
  readonly secret: boolean;
  /** Values to choose from; for `select`. */
  readonly options: readonly string[];
  /** The schema's `placeholder`, or an empty text. */
  readonly placeholder: string;
  /** The schema's `description`, or an empty text. */
  readonly help: string;
}

/** A model as the settings of its provider show it. */
export interface ModelView extends ModelDescription {
  /** False: switched off in this workspace; runs that ask for it are refused. */
  readonly isEnabled: boolean;
  /** The workspace has added it. */
  readonly isCustom: boolean;
}

/** A provider as its settings page shows it. */
export interface ProviderView {
  readonly id: string;
  readonly label: string;
  readonly configured: boolean;
  /** Its credentials are there and can't be opened: what sealed them is missing. */
  readonly isUnreadable: boolean;
  /** Works without credentials. */
  readonly keyless: boolean;
  /** Takes model names that are not listed. */
  readonly openCatalogue: boolean;
  /** What kinds of models it has or may have. */
  readonly types: readonly ModelType[];
  readonly credentialsSchema: JsonSchema;
  readonly fields: readonly CredentialField[];
  /** Secrets masked. */
  readonly credentials: Readonly<Record<string, string>>;
  /** With the workspace's own prices, where it set some, and the models it added. */
  readonly models: readonly ModelView[];
}

/** A model that can be called as it is: its provider is configured and it is not switched off. */
export interface AvailableModel extends ModelDescription {
  readonly provider: string;
  readonly providerLabel: string;
  /** The provider has credentials of the workspace; false: it needs none. */
  readonly isOwn: boolean;
}

/** A model of one kind, ready to be called on the main thread. */
export interface ReadyModel<T extends ModelType> {
  readonly provider: string;
  readonly description: ModelDescription;
  readonly model: ModelInterfaces[T];
}

/** Main thread: model providers of a workspace. What is changed counts in all processes within a second. */
export interface Models extends ModelLists {
  providers(workspaceId: string): Promise<readonly ProviderView[]>;
  /** What apps may choose from. */
  available(workspaceId: string, type?: ModelType): Promise<readonly AvailableModel[]>;
  /**
   * Validates against the schema and stores sealed; with `test`, only when the provider answers to them. A secret given
   * as it is shown (masked) stays as it is stored, unless an address changes: it must not reach another server unseen.
   * Throws `models.invalid_credentials` (invalid), `models.unknown_provider` (not-found), with `test` what `test` throws.
   */
  configure(
    workspaceId: string,
    provider: string,
    credentials: Credentials,
    options?: { readonly test?: boolean },
  ): Promise<void>;
  /** Its credentials, added models and defaults go. */
  remove(workspaceId: string, provider: string): Promise<void>;
  /** The same by the id of a provider that need not be there any more. */
  forget(workspaceId: string, providerId: string): Promise<void>;
  /** Calls the provider with stored (or the given) credentials. Throws what the provider throws. */
  test(workspaceId: string, provider: string, credentials?: Credentials): Promise<void>;
  /** The id of the provider that documents of a workspace may mean by a name; null when there is none. */
  providerOf(workspaceId: string, name: string): Promise<string | null>;
  /** Switches a model on or off, also one that is not listed. Throws `models.unknown_provider`. */
  setEnabled(workspaceId: string, model: TypedModelName, isEnabled: boolean): Promise<void>;
  /**
   * Adds a model to a provider that takes any name. Throws `models.closed_catalogue`, `models.model_exists`,
   * `models.too_many_models` (conflict), `models.unknown_provider`.
   */
  addModel(workspaceId: string, model: TypedModelName & { readonly contextSize: number | null }): Promise<void>;
  /** Where it is the default, there is none any more. Throws `models.unknown_model` (not-found) for one the workspace has not added. */
  removeModel(workspaceId: string, model: TypedModelName): Promise<void>;
  /** The models that are meant where an app or a feature names none. */
  defaults(workspaceId: string): Promise<ReadonlyMap<ModelType, ModelName>>;
  /** Null: none. Throws what `model` throws for one that can't be called. */
  setDefault(workspaceId: string, type: ModelType, model: ModelName | null): Promise<void>;
  /**
   * A model ready to be called on the main thread; one without a name is the workspace's default. Throws
   * `models.provider_not_initialize` when its provider is not installed or not configured,
   * `models.model_currently_not_support` when it has no such model or the model is switched off.
   */
  model<T extends ModelType>(
    workspaceId: string,
    type: T,
    name: ModelName,
    /**
     * The app that it is called for outside of a run: its budgets are asked first, and their refusal is thrown; they may
     * name another language model. Its calls count into the usage of the app. Left out by who only wants to know that
     * it could be called.
     */
    app?: OutsideCaller,
  ): Promise<ReadyModel<T>>;
}

export const Models = token<Models>('models.models');

/**
 * Host call id: `models.resolve` takes a ModelReference and answers with a ResolvedModel. For the thread service only.
 */
export const ModelsResolve = 'models.resolve';

/**
 * Host calls of the thread service about calls of runs that a budget guard applies to: before one, and when it has ended. The first
 * takes the ModelName that is about to be called, and answers with a ResolvedModel to be called instead, or null.
 */
export const ModelsAdmit = 'models.admit';
/** Takes the call's Usage. */
export const ModelsSpent = 'models.spent';

/** Host call of the thread service: a call of a model has ended. Takes a ModelCall. */
export const ModelsCalled = 'models.called';

/** A call of a model that is over, however it ended. Nothing of what was said. */
export interface ModelCall {
  /** 16 hex digits: its span, where the run is traced. */
  readonly spanId: string;
  readonly type: ModelType;
  /** Id of the provider, and the model's name. */
  readonly provider: string;
  readonly model: string;
  /** Name of the set of credentials it was called with; absent: there is none. */
  readonly credentialSet?: string;
  /** The node execution that made it; null: none did. */
  readonly executionId: string | null;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** Seconds; until the first part: null when nothing came. */
  readonly elapsed: number;
  readonly timeToFirstToken: number | null;
  /** null: the provider did not tell. */
  readonly promptTokens: number | null;
  readonly completionTokens: number | null;
  /** Kinds of tokens among those; null: none, or the provider did not tell. */
  readonly cachedTokens: number | null;
  readonly cacheWriteTokens: number | null;
  readonly reasoningTokens: number | null;
  /** null: it ended otherwise. */
  readonly finishReason: Extract<LlmPart, { type: 'finish' }>['reason'] | null;
  /** Code of the error that ended it; `stopped`: nobody wanted to hear the rest. null: it went well. */
  readonly error: string | null;
  /** `temperature`, `top_p`, `max_tokens` … where they are numbers. */
  readonly parameters: Readonly<Record<string, number>>;
}

/** Hears of calls of models when they are over: metrics, traces. */
export interface ModelObserver extends Contribution {
  /** `run` is null for calls outside of runs. Must not throw. */
  called(call: ModelCall, run: MeteredRun | null): void;
}

/** Where plugins contribute observers; while there are none, calls cost nothing more. */
export const ModelObservers = extensionPoint<ModelObserver>('models.observers');

/** What one call used, as it is known when it ends. */
export interface CallMeasure extends TokenCounts {
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
  /** What a budget has put in the place of the document's model: for the last call, or when it was opened. */
  readonly replacement: ModelName | null;
  /** Name of the set of credentials of the last call, where the model may be called with several; else null or absent. */
  readonly credentialSet?: string | null;
  /**
   * Tokens times the price of the model that was called last, exact to 7 decimals (runtime API, usage object); zeros for
   * models without a price. Calls follow each other.
   */
  usage(measure: CallMeasure): Usage;
}

/** A node's context, as far as models need it. */
export type ModelCaller = Pick<NodeContext, 'call' | 'service'> & Partial<Pick<NodeContext, 'executionId' | 'trace'>>;

/**
 * Engine threads: models ready to be called. A thread service; credentials come through the host call
 * `models.resolve`, which knows the run's workspace. `caller` is the node's context. When a document's provider is
 * neither installed nor configured the call throws `models.provider_not_initialize`, when it has no such model
 * `models.model_currently_not_support`.
 */
export interface ThreadModels {
  llm(caller: ModelCaller, provider: string, model: string): Promise<ReadyLlm>;
}

export const ThreadModels: Token<ThreadModels> = token<ThreadModels>('models.thread');
