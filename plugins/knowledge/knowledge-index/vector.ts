import { PlatformError } from '#kernel';

/** The longest vector an index takes; the longest of known models has 4,096 numbers. */
const MAX_LENGTH = 8_192;
const STEPS = 127;

/** A vector of length 1 with 8 bits for each number. */
export interface QuantisedVector {
  /** What the numbers are multiplied by. */
  readonly scale: number;
  readonly numbers: Int8Array;
}

/** A vector of length 1, or a refusal. `dimensions`: how long it must be; undefined: any. */
export function normalised(vector: Float32Array, dimensions: number | undefined): Float32Array {
  if (vector.length === 0 || vector.length > MAX_LENGTH) {
    throw invalidVector(`has ${vector.length} numbers; it must have 1 to ${MAX_LENGTH}`);
  }
  if (dimensions !== undefined && vector.length !== dimensions) {
    const remedy = 'Use the embedding model that the index was made with, or make a new index.';
    throw invalidVector(`has ${vector.length} numbers, and those of the index ${dimensions}. ${remedy}`);
  }
  let squares = 0;
  for (const value of vector) squares += value * value;
  const length = Math.sqrt(squares);
  if (!Number.isFinite(length))
    throw invalidVector('has numbers that are not finite. The embedding model answered with them.');
  if (length === 0) throw invalidVector('has only zeros, so it points nowhere. The embedding model answered with it.');
  return vector.map((value) => value / length);
}

function invalidVector(what: string): PlatformError {
  return new PlatformError('invalid', 'knowledge-index.invalid_vector', `The vector ${what}`);
}

export function quantised(vector: Float32Array): QuantisedVector {
  let largest = 0;
  for (const value of vector) largest = Math.max(largest, Math.abs(value));
  const scale = Math.fround(largest / STEPS);
  const numbers = new Int8Array(vector.length);
  for (let at = 0; at < vector.length; at += 1) numbers[at] = Math.round((vector[at] as number) / scale);
  return { scale, numbers };
}

/** Length 1 again: rounding has changed it a little. */
export function restored({ scale, numbers }: QuantisedVector): Float32Array {
  const vector = Float32Array.from(numbers, (value) => value * scale);
  return normalised(vector, undefined);
}

/** 0 to 1, of a vector of length 1 with a quantised one. */
export function cosine(query: Float32Array, { numbers }: QuantisedVector): number {
  let product = 0;
  let squares = 0;
  for (let at = 0; at < numbers.length; at += 1) {
    const value = numbers[at] as number;
    product += (query[at] as number) * value;
    squares += value * value;
  }
  return squares === 0 ? 0 : Math.max(0, Math.min(1, product / Math.sqrt(squares)));
}
