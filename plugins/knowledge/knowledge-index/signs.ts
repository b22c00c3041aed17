/** Bits kept of a vector. */
export const SIGNS = 1_024;
/** Rounds of turning: after two, hardly any vector is left whose numbers are mostly near zero. */
const ROUNDS = 2;

/**
 * What the vectors of an index have in common, to be taken off: vectors of many models all point into much the same direction,
 * and their signs would tell little. Only as far as it is no accident of the few vectors that are there: the mean of vectors
 * that have nothing in common has a squared length of 1 / count.
 */
export function centreOf(vectors: readonly Float32Array[], dimensions: number): Float32Array {
  const mean = new Float32Array(dimensions);
  for (const vector of vectors) {
    for (let at = 0; at < dimensions; at += 1)
      mean[at] = (mean[at] as number) + (vector[at] as number) / vectors.length;
  }
  let squares = 0;
  for (const value of mean) squares += value * value;
  const share = squares === 0 ? 0 : Math.max(0, 1 - 1 / (vectors.length * squares));
  return mean.map((value) => value * share);
}

/**
 * Signs of a vector, after it was turned in a way that looks random and is always the same: two vectors have as many equal signs as
 * the angle between them is small, whether their numbers are mostly zero, all above zero, or fewer than there are signs.
 * Hexadecimal. Kept in the database: whatever changes here makes those that are kept useless.
 */
export function signsOf(vector: Float32Array, centre: Float32Array): string {
  const values = new Float32Array(Math.max(SIGNS, 2 ** Math.ceil(Math.log2(vector.length))));
  for (let at = 0; at < vector.length; at += 1) values[at] = (vector[at] as number) - (centre[at] as number);
  for (let round = 0; round < ROUNDS; round += 1) {
    flip(values, round);
    turn(values);
  }
  const bits = Buffer.alloc(SIGNS / 8);
  for (let at = 0; at < SIGNS; at += 1) {
    if ((values[at] as number) > 0) bits[at >> 3] = (bits[at >> 3] as number) | (128 >> (at & 7));
  }
  return bits.toString('hex');
}

/** Half of the numbers, by chance, with the other sign. */
function flip(values: Float32Array, round: number): void {
  const flipped = flips(values.length, round);
  for (let at = 0; at < values.length; at += 1) values[at] = (values[at] as number) * (flipped[at] as number);
}

const known = new Map<string, Int8Array>();

function flips(length: number, round: number): Int8Array {
  const key = `${length} ${round}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  // A xorshift generator of 32 bits.
  let state = 0x9e3779b9 ^ (round + 1);
  const made = Int8Array.from({ length }, () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state & 1 ? 1 : -1;
  });
  known.set(key, made);
  return made;
}

/** The Walsh–Hadamard transform: each number becomes a sum of all, with signs that no two of them share. */
function turn(values: Float32Array): void {
  for (let half = 1; half < values.length; half *= 2) {
    for (let start = 0; start < values.length; start += 2 * half) {
      for (let at = start; at < start + half; at += 1) {
        const left = values[at] as number;
        const right = values[at + half] as number;
        values[at] = left + right;
        values[at + half] = left - right;
      }
    }
  }
}
