/** The six kinds of models a provider may have. */
export const MODEL_TYPES = ['llm', 'embedding', 'rerank', 'speech-to-text', 'text-to-speech', 'moderation'] as const;
/** One of them. */
export type ModelType = (typeof MODEL_TYPES)[number];

/**
 * What kinds of tokens cost: decimal strings per `unit` tokens of the price they belong to. Tokens of the prompt that were
 * read from the provider's cache, or written into it, cost what the prompt does where they have no price of their own.
 */
export interface TokenPrices {
  readonly prompt: string;
  readonly completion: string;
  readonly cachedPrompt?: string;
  readonly cacheWrite?: string;
}

/** Prices of a call whose prompt has `from` tokens or more; they count for all of its tokens. */
export interface PriceTier extends TokenPrices {
  readonly from: number;
}

/** Price of a model: decimal strings per `unit` tokens (`0.001` = per 1,000; runtime API, usage object). */
export interface ModelPrice extends TokenPrices {
  readonly unit: string;
  readonly currency: string;
  /** In any order; the one with the highest `from` that a call reaches counts. */
  readonly tiers?: readonly PriceTier[];
  /** Day a list price was valid, `2025-11-01`; absent for prices of a workspace's own. */
  readonly asOf?: string;
}

/** What a model can do. `multimodal`: an embedding model that takes pictures. */
export type ModelFeature =
  | 'vision'
  | 'audio'
  | 'video'
  | 'document'
  | 'tool-call'
  | 'structured-output'
  | 'reasoning'
  | 'multimodal';

/** A parameter of a model, as forms show it; `name` is the key in `completion_params` of a document. */
export interface ModelParameter {
  readonly name: string;
  readonly label: string;
  readonly type: 'float' | 'int' | 'string' | 'text' | 'boolean' | 'select';
  /** What counts where none is given; absent: the provider's choice. */
  readonly default?: number | string | boolean;
  readonly min?: number;
  readonly max?: number;
  /** Digits after the point, of a `float`. */
  readonly precision?: number;
  /** Of a `select`. */
  readonly options?: readonly string[];
  readonly help?: string;
}

/** What is known of a model before it is called. Absent `features`: unknown, not none. Absent `price`: not known, not free. */
export interface ModelDescription {
  readonly name: string;
  readonly type: ModelType;
  /** Tokens the model reads. */
  readonly contextSize?: number;
  /** Tokens it writes at most in one answer. */
  readonly maxOutput?: number;
  readonly price?: ModelPrice;
  readonly features?: readonly ModelFeature[];
  /** Of an embedding model: length of its vectors. */
  readonly dimensions?: number;
  /** Texts or documents it takes in one request, of an embedding or rerank model. */
  readonly maxBatch?: number;
  /** Tokens it takes of one text, of an embedding or rerank model. */
  readonly maxTokens?: number;
  /** Of a text-to-speech model; the first is its default. */
  readonly voices?: readonly { readonly id: string; readonly label: string }[];
  /** Absent: those that are usual for models of its type. */
  readonly parameters?: readonly ModelParameter[];
}
