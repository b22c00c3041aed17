import type { CallTokens } from './contract.ts';

const KINDS = ['cachedTokens', 'cacheWriteTokens', 'reasoningTokens'] as const;

/** What the answer of a model tells of what it used: embeddings tell what they read, others their usage. null: nothing. */
export function toldTokens(answer: unknown): CallTokens | null {
  if (typeof answer !== 'object' || answer === null) return null;
  const { usage, ...rest } = answer as Partial<CallTokens> & { readonly usage?: Partial<CallTokens> };
  const told = usage ?? rest;
  if (told.promptTokens === undefined && told.completionTokens === undefined) return null;
  const kinds = KINDS.flatMap((kind) => (told[kind] === undefined ? [] : [[kind, countOf(told[kind])]]));
  const counts = { promptTokens: countOf(told.promptTokens), completionTokens: countOf(told.completionTokens) };
  return { ...counts, ...Object.fromEntries(kinds) };
}

function countOf(tokens: unknown): number {
  return typeof tokens === 'number' ? tokens : 0;
}
