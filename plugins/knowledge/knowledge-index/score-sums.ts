/** Sums by number: an open hash table of plain arrays, for a hundred thousand numbers in some milliseconds. */
export class ScoreSums {
  #numbers: Float64Array;
  #sums: Float64Array;
  #used = 0;

  /** `expected`: about how many numbers come. */
  constructor(expected: number) {
    const size = 2 ** Math.ceil(Math.log2(Math.max(64, expected * 2)));
    this.#numbers = new Float64Array(size).fill(-1);
    this.#sums = new Float64Array(size);
  }

  add(number: number, score: number): void {
    const at = placeOf(number, this.#numbers);
    if (this.#numbers[at] === -1) {
      this.#numbers[at] = number;
      this.#used += 1;
    }
    this.#sums[at] = (this.#sums[at] as number) + score;
    if (this.#used * 2 > this.#numbers.length) this.#grow();
  }

  get size(): number {
    return this.#used;
  }

  /** Best first, equal ones in the order of their numbers: all, or the first `count`, and as many more as the last is equal to. */
  best(count: number): { readonly number: number; readonly score: number }[] {
    const least = this.#score(count);
    const found: { number: number; score: number }[] = [];
    for (let at = 0; at < this.#numbers.length; at += 1) {
      const number = this.#numbers[at] as number;
      const score = this.#sums[at] as number;
      if (number !== -1 && score >= least) found.push({ number, score });
    }
    return found.sort((a, b) => b.score - a.score || a.number - b.number);
  }

  /** That of the place `count` in the order, from 1. Numbers alone are sorted many times faster than what they belong to. */
  #score(count: number): number {
    if (count >= this.#used) return Number.NEGATIVE_INFINITY;
    const scores = this.#sums.filter((_, at) => this.#numbers[at] !== -1).sort();
    return scores[scores.length - count] as number;
  }

  #grow(): void {
    const numbers = new Float64Array(this.#numbers.length * 2).fill(-1);
    const sums = new Float64Array(numbers.length);
    for (let at = 0; at < this.#numbers.length; at += 1) {
      const number = this.#numbers[at] as number;
      if (number === -1) continue;
      const place = placeOf(number, numbers);
      numbers[place] = number;
      sums[place] = this.#sums[at] as number;
    }
    this.#numbers = numbers;
    this.#sums = sums;
  }
}

function placeOf(number: number, numbers: Float64Array): number {
  const mask = numbers.length - 1;
  const upper = Math.imul(Math.floor(number / 0x1_0000_0000), 0x85eb_ca6b);
  let at = (Math.imul(number % 0x1_0000_0000, 0x9e37_79b1) ^ upper) >>> 0;
  at = (at ^ (at >>> 15)) & mask;
  while (numbers[at] !== -1 && numbers[at] !== number) at = (at + 1) & mask;
  return at;
}
