import { isPlatformError, PlatformError } from '#kernel';
import type { Dataset } from '#plugins/datasets/contract.ts';
import type { ModelDescription, ModelName, Models } from '#plugins/models/contract.ts';
import type { AnswerStore } from './answer-store.ts';
import { fitting, requestsOf, textsPerRequest } from './batch-plan.ts';
import type { Cooling } from './cooling.ts';

/** Milliseconds one request may take. */
const REQUEST_TIMEOUT = 120_000;

/** For whom texts are embedded. */
export type EmbeddedBase = Pick<Dataset, 'workspaceId' | 'id'>;

export interface EmbedderParts {
  readonly models: Pick<Models, 'model'>;
  readonly answers: Pick<AnswerStore, 'find' | 'keep' | 'forget'>;
  readonly cooling: Cooling;
}

/**
 * Turns texts of knowledge bases into vectors, one each, in order. What a model that costs something has answered is kept at
 * once, so that it is not asked for the same text again: by a server that goes on after another was killed, or for another
 * document. null: the text has no vector, and is found by its words only.
 */
export class Embedder {
  readonly #parts: EmbedderParts;

  constructor(parts: EmbedderParts) {
    this.#parts = parts;
  }

  /** Throws where the model can't be called. */
  async describe(base: EmbeddedBase, embedding: ModelName): Promise<ModelDescription> {
    return (await this.#open(base, embedding)).description;
  }

  async embed(
    base: EmbeddedBase,
    embedding: ModelName,
    texts: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly (Float32Array | null)[]> {
    if (texts.length === 0) return [];
    const { provider, description } = await this.#open(base, embedding);
    const asked = { provider, model: description.name, kind: 'document' } as const;
    const cut = texts.map((text) => fitting(text, description.maxTokens));
    const distinct = [...new Set(cut)];
    const vectors = new Map<string, Float32Array | null>();
    // What costs nothing is asked for again: keeping it would cost more.
    const isKept = !isFree(description);
    if (isKept) {
      const known = await this.#parts.answers.find(base.workspaceId, asked, distinct);
      for (const [index, bytes] of known) {
        const text = distinct[index] ?? '';
        const vector = vectorOf(bytes);
        if (vector !== null || !WORD.test(text)) vectors.set(text, vector);
      }
    }
    const missing = distinct.filter((text) => !vectors.has(text));
    for (const request of requestsOf(missing, textsPerRequest(description))) {
      const answered = await this.#ask(base, embedding, request, signal);
      if (isKept) {
        const kept = request.map((text, index) => ({ text, answer: bytesOf(answered[index]) }));
        await this.#parts.answers.keep(base.workspaceId, asked, kept);
      }
      for (const [index, text] of request.entries()) vectors.set(text, usable(answered[index]));
    }
    return cut.map((text) => vectors.get(text) ?? null);
  }

  /** What was answered to them is not kept any more: they are asked for anew. */
  async forget(base: EmbeddedBase, embedding: ModelName, texts: readonly string[]): Promise<void> {
    const { provider, description } = await this.#open(base, embedding);
    const cut = texts.map((text) => fitting(text, description.maxTokens));
    await this.#parts.answers.forget(base.workspaceId, { provider, model: description.name, kind: 'document' }, cut);
  }

  async #ask(
    base: EmbeddedBase,
    embedding: ModelName,
    texts: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly Float32Array[]> {
    signal.throwIfAborted();
    // Each time: its budgets are asked before every request.
    const { provider, description, model } = await this.#open(base, embedding);
    return this.#parts.cooling.unlessCooling([base.workspaceId, provider, description.name], async () => {
      const limit = AbortSignal.any([signal, AbortSignal.timeout(REQUEST_TIMEOUT)]);
      const request = { model: description.name, texts, kind: 'document', signal: limit } as const;
      const { vectors } = await model.embed(request).catch((error: unknown) => {
        throw signal.aborted || isPlatformError(error) ? error : tooSlow(error, limit, description.name);
      });
      if (vectors.length !== texts.length) {
        throw invalidAnswer(description.name, `${vectors.length} vectors for ${texts.length} texts`);
      }
      const isLost = vectors.some((vector, index) => usable(vector) === null && WORD.test(texts[index] ?? ''));
      if (!isLost) return vectors;
      throw invalidAnswer(description.name, 'a vector of zeros only, by which its text would never be found');
    });
  }

  #open(base: EmbeddedBase, { provider, model }: ModelName) {
    const { workspaceId, id: appId } = base;
    return this.#parts.models.model(workspaceId, 'embedding', { provider, model }, { workspaceId, appId });
  }
}

function tooSlow(error: unknown, limit: AbortSignal, model: string): unknown {
  if (!limit.aborted) return error;
  const message = `The model "${model}" did not answer within ${REQUEST_TIMEOUT / 1_000} s`;
  return new PlatformError('unavailable', 'dataset-indexing.model_timeout', message, { cause: error });
}

function invalidAnswer(model: string, what: string): PlatformError {
  const message = `The embedding model "${model}" answered with ${what}`;
  return new PlatformError('invalid', 'dataset-indexing.invalid_answer', message);
}

const WORD = /[\p{L}\p{N}]/u;

/** Known to cost nothing. */
export function isFree({ price }: Pick<ModelDescription, 'price'>): boolean {
  return price !== undefined && Number(price.prompt) === 0 && price.tiers === undefined;
}

/** A text without a word has no direction in some models. */
function usable(vector: Float32Array | undefined): Float32Array | null {
  return vector?.some((number) => number !== 0) ? vector : null;
}

function bytesOf(vector: Float32Array | undefined): Buffer {
  return vector === undefined ? Buffer.alloc(0) : Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);
}

function vectorOf(bytes: Buffer): Float32Array | null {
  // Copied: floats begin at multiples of four bytes.
  return usable(new Float32Array(Uint8Array.from(bytes).buffer));
}
