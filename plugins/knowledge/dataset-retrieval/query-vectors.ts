import type { ModelCaller, ModelCalls, NamedModel } from './model-calls.ts';

/** Vectors of one question, by the models of the bases it is for: each model is asked once. */
export class QueryVectors {
  readonly #calls: ModelCalls;
  readonly #caller: ModelCaller;
  readonly #query: string;
  readonly #vectors = new Map<string, Promise<Float32Array>>();

  constructor(calls: ModelCalls, caller: ModelCaller, query: string) {
    this.#calls = calls;
    this.#caller = caller;
    this.#query = query;
  }

  /** Of length 1, where it has any. */
  of(model: NamedModel): Promise<Float32Array> {
    const key = JSON.stringify([model.provider, model.model]);
    const known = this.#vectors.get(key);
    if (known !== undefined) return known;
    const asked = this.#calls.embed(this.#caller, model, this.#query).then(normalised);
    this.#vectors.set(key, asked);
    return asked;
  }
}

/** The cosine of two vectors of length 1. */
export function cosine(left: Float32Array, right: Float32Array): number {
  let sum = 0;
  for (let place = 0; place < left.length; place += 1) sum += (left[place] ?? 0) * (right[place] ?? 0);
  return sum;
}

function normalised(vector: Float32Array): Float32Array {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  return length > 0 && Number.isFinite(length) ? vector.map((value) => value / length) : vector;
}
