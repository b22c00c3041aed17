import type { TokenCounts } from './chat.ts';

/** What a call read and wrote, where its provider tells. */
export type CallTokens = TokenCounts;

/**
 * Turns texts into vectors, one each, in order. The provider splits them into requests that the model takes, and refuses
 * what is no vector: other counts, other lengths, no numbers.
 */
export interface EmbeddingModel {
  embed(request: {
    readonly model: string;
    readonly texts: readonly string[];
    /** What the texts are, for models that tell what is searched for from what is found. Absent: not known. */
    readonly kind?: 'query' | 'document';
    /** Length of the vectors, for models that can shorten them. Absent: theirs. */
    readonly dimensions?: number;
    readonly signal: AbortSignal;
  }): Promise<{ readonly vectors: readonly Float32Array[]; readonly promptTokens: number }>;
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
  }): Promise<{ readonly text: string; readonly usage?: CallTokens }>;
}

/** Says a text; an empty voice is the provider's choice. */
export interface TextToSpeechModel {
  speak(request: {
    readonly model: string;
    readonly text: string;
    readonly voice: string;
    readonly signal: AbortSignal;
  }): Promise<{
    readonly mediaType: string;
    readonly audio: AsyncIterable<Uint8Array>;
    readonly usage?: CallTokens;
  }>;
}

/** Judges texts; `categories` names what was found in any of them. */
export interface ModerationModel {
  moderate(request: {
    readonly model: string;
    readonly texts: readonly string[];
    readonly signal: AbortSignal;
  }): Promise<{ readonly flagged: boolean; readonly categories: readonly string[]; readonly usage?: CallTokens }>;
}
