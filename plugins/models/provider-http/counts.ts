/** A server that tells more tokens than any model reads is not believed. */
const MAX_TOKENS = 100_000_000;

/** Whether a server's number can be one of tokens. */
export function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= MAX_TOKENS;
}

/** What stands for a count that a server does not tell: four characters a token, rounded up. */
export function estimatedTokens(characters: number): number {
  return Math.ceil(characters / 4);
}
