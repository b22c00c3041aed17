import type { Endpoint } from './endpoint.ts';
import { brokenAnswer } from './failure.ts';

/** Numbers in one vector; more are an attack. */
const MAX_LENGTH = 65_536;

/** A vector of a list of numbers, or of the base64 of little-endian floats; null for what is none. */
export function vectorOf(value: unknown): Float32Array | null {
  if (typeof value === 'string') return ofBase64(value);
  if (!Array.isArray(value) || value.length === 0 || value.length > MAX_LENGTH) return null;
  const vector = new Float32Array(value.length);
  for (let place = 0; place < vector.length; place += 1) {
    const number: unknown = value[place];
    if (typeof number !== 'number') return null;
    vector[place] = number;
  }
  return vector;
}

function ofBase64(text: string): Float32Array | null {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length === 0 || bytes.length % 4 !== 0 || bytes.length > MAX_LENGTH * 4) return null;
  const vector = new Float32Array(bytes.length / 4);
  for (let place = 0; place < vector.length; place += 1) vector[place] = bytes.readFloatLE(place * 4);
  return vector;
}

/**
 * One vector per text, all of one length and of finite numbers that are not all zero, or `models.completion_request_error`: what a server gets
 * wrong here would spoil an index without anybody noticing.
 */
export function checkVectors(
  found: readonly (Float32Array | null | undefined)[],
  expected: { readonly count: number; readonly dimensions?: number | undefined },
  endpoint: Endpoint,
  model: string,
): readonly Float32Array[] {
  if (found.length !== expected.count || found.some((vector) => vector === undefined)) {
    throw brokenAnswer(endpoint, 'sent another number of embeddings than there are texts', { model });
  }
  const vectors = found.filter((vector) => vector !== null && vector !== undefined);
  if (vectors.length !== found.length || vectors.some((vector) => !vector.every(Number.isFinite))) {
    throw brokenAnswer(endpoint, 'sent an embedding that is not a list of numbers', { model });
  }
  if (vectors.some((vector) => vector.every((value) => value === 0))) {
    throw brokenAnswer(endpoint, 'sent an embedding of zeros only, by which nothing would ever be found', { model });
  }
  const length = vectors[0]?.length;
  if (vectors.some((vector) => vector.length !== length)) {
    throw brokenAnswer(endpoint, 'sent embeddings of different lengths', { model });
  }
  if (expected.dimensions !== undefined && length !== undefined && length !== expected.dimensions) {
    const what = `sent embeddings of ${length} numbers where ${expected.dimensions} were asked for`;
    throw brokenAnswer(endpoint, what, { model });
  }
  return vectors;
}

/** Vectors of some texts, and the tokens that were counted. */
export interface EmbeddedBatch {
  readonly vectors: readonly Float32Array[];
  readonly promptTokens: number;
}

export interface BatchOptions {
  /** Texts in one request. */
  readonly size: number;
  /** Requests at a time. */
  readonly concurrency: number;
  readonly signal: AbortSignal;
}

/** Embeds texts in requests of the size a model takes, in order. The first that fails ends the others. */
export async function embedInBatches(
  texts: readonly string[],
  { size, concurrency, signal }: BatchOptions,
  embed: (batch: readonly string[], signal: AbortSignal) => Promise<EmbeddedBatch>,
): Promise<EmbeddedBatch> {
  const starts: number[] = [];
  for (let start = 0; start < texts.length; start += size) starts.push(start);
  const batches = new Array<EmbeddedBatch>(starts.length);
  const failing = new AbortController();
  const either = AbortSignal.any([signal, failing.signal]);
  let next = 0;
  async function work(): Promise<void> {
    for (let place = next++; place < starts.length; place = next++) {
      const start = starts[place] ?? 0;
      batches[place] = await embed(texts.slice(start, start + size), either);
    }
  }
  const workers = Array.from({ length: Math.min(concurrency, starts.length) }, work);
  try {
    await Promise.all(workers);
  } catch (error) {
    failing.abort(error);
    await Promise.allSettled(workers);
    throw error;
  }
  return {
    vectors: batches.flatMap((batch) => batch.vectors),
    promptTokens: batches.reduce((sum, batch) => sum + batch.promptTokens, 0),
  };
}
