import { endianness } from 'node:os';

/** Multiplications in a row before others get their turn: some milliseconds. */
const SLICE = 4_000_000;
const isLittleEndian = endianness() === 'LE';

/** Questions of an app: a row of 32-bit floats each, of length 1. */
export interface Matrix {
  readonly ids: readonly string[];
  /** Version of the question each row is of. */
  readonly versions: readonly number[];
  readonly dimensions: number;
  /** Row by row. */
  readonly values: Float32Array;
}

export interface Nearest {
  readonly id: string;
  /** Cosine: −1 to 1. */
  readonly score: number;
}

/** A vector of length 1; null for one that points nowhere. */
export function normalised(vector: Float32Array | readonly number[]): Float32Array | null {
  const length = Math.hypot(...vector);
  if (!Number.isFinite(length) || length === 0) return null;
  return Float32Array.from<number>(vector, (value) => value / length);
}

/** As `annotation_vectors` keeps it: little-endian. */
export function toBytes(vector: Float32Array): Buffer {
  const bytes = Buffer.from(vector.slice().buffer);
  return isLittleEndian ? bytes : bytes.swap32();
}

export function fromBytes(bytes: Buffer): Float32Array {
  const copy = Buffer.from(Uint8Array.from(bytes).buffer);
  return new Float32Array((isLittleEndian ? copy : copy.swap32()).buffer);
}

/** The row nearest to a vector of length 1; null where there is none of its kind. */
export async function nearest(matrix: Matrix, vector: Float32Array): Promise<Nearest | null> {
  const { ids, dimensions } = matrix;
  if (vector.length !== dimensions || ids.length === 0) return null;
  const rows = Math.max(1, Math.floor(SLICE / dimensions));
  let best = { row: -1, score: -2 };
  for (let from = 0; from < ids.length; from += rows) {
    if (from > 0) await new Promise((resolve) => setImmediate(resolve));
    best = scan(matrix, vector, { from, to: Math.min(ids.length, from + rows), best });
  }
  const id = ids[best.row];
  return id === undefined ? null : { id, score: Math.max(-1, Math.min(1, best.score)) };
}

interface Span {
  readonly from: number;
  readonly to: number;
  readonly best: { readonly row: number; readonly score: number };
}

/** Four sums at a time: the processor adds them side by side. */
function scan({ values, dimensions }: Matrix, vector: Float32Array, { from, to, best }: Span): Span['best'] {
  const wholes = dimensions - (dimensions % 4);
  let { row: bestRow, score: bestScore } = best;
  for (let row = from; row < to; row += 1) {
    const start = row * dimensions;
    let a = 0;
    let b = 0;
    let c = 0;
    let d = 0;
    for (let at = 0; at < wholes; at += 4) {
      a += (values[start + at] as number) * (vector[at] as number);
      b += (values[start + at + 1] as number) * (vector[at + 1] as number);
      c += (values[start + at + 2] as number) * (vector[at + 2] as number);
      d += (values[start + at + 3] as number) * (vector[at + 3] as number);
    }
    for (let at = wholes; at < dimensions; at += 1) a += (values[start + at] as number) * (vector[at] as number);
    const score = a + b + (c + d);
    if (score > bestScore) {
      bestScore = score;
      bestRow = row;
    }
  }
  return { row: bestRow, score: bestScore };
}
