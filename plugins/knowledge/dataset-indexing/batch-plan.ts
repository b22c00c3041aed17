import { estimateTokens } from '#plugins/chunking/contract.ts';
import type { ModelDescription } from '#plugins/models/contract.ts';

/** Texts of one request where a model does not tell how many it takes, and at most. */
const USUAL_TEXTS = 32;
const MAX_TEXTS = 256;
/** Characters of one request: what is lost when it fails. */
const MAX_CHARACTERS = 200_000;

/** How many texts go into one request of a model. */
export function textsPerRequest({ maxBatch }: Pick<ModelDescription, 'maxBatch'>): number {
  return Math.max(1, Math.min(maxBatch ?? USUAL_TEXTS, MAX_TEXTS));
}

/** Texts in requests, in their order. */
export function requestsOf(texts: readonly string[], perRequest: number): readonly (readonly string[])[] {
  const requests: string[][] = [];
  let current: string[] = [];
  let characters = 0;
  for (const text of texts) {
    if (current.length >= perRequest || (current.length > 0 && characters + text.length > MAX_CHARACTERS)) {
      requests.push(current);
      current = [];
      characters = 0;
    }
    current.push(text);
    characters += text.length;
  }
  if (current.length > 0) requests.push(current);
  return requests;
}

/**
 * The beginning of a text that a model takes as a whole, by an estimate with a tenth to spare: models refuse what is too
 * long, and the document would fail with it. No surrogate pair is cut.
 */
export function fitting(text: string, maxTokens: number | undefined): string {
  if (maxTokens === undefined) return text;
  const room = Math.max(1, Math.floor(maxTokens * 0.9));
  // No text has more tokens than characters, by the estimate.
  if (text.length <= room) return text;
  const tokens = estimateTokens(text);
  if (tokens <= room) return text;
  const cut = text.slice(0, Math.max(1, Math.floor((text.length * room) / tokens)));
  return /[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut;
}
