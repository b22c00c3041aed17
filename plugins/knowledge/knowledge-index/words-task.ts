import { contentTask } from '#plugins/content-threads/contract.ts';
import { BATCH } from './batch.ts';
import { type PackedPostings, packed, wordsOf } from './postings.ts';

/** Texts of entries, and the numbers of the batches they come into: one for each `BATCH` of them. */
export interface WordsWork {
  readonly texts: readonly string[];
  readonly batches: readonly number[];
}

/** The words of the entries of a batch. */
export interface WordBatch {
  readonly number: number;
  /** Entries that have words. */
  readonly worded: number;
  readonly tokens: number;
  readonly postings: PackedPostings;
}

export const wordsTask = contentTask<typeof run>(new URL(import.meta.url));

export function run({ texts, batches }: WordsWork): readonly WordBatch[] {
  return batches.map((number, index) => {
    const words = texts.slice(index * BATCH, (index + 1) * BATCH).map(wordsOf);
    return {
      number,
      worded: words.filter(({ tokens }) => tokens > 0).length,
      tokens: words.reduce((sum, { tokens }) => sum + tokens, 0),
      postings: packed(words, number * BATCH),
    };
  });
}
