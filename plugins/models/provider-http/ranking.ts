import { isMapping } from '#engine';
import { isCount } from './counts.ts';
import type { Endpoint } from './endpoint.ts';
import { brokenAnswer } from './failure.ts';

/**
 * The documents of a rerank answer, best first: `{results}` of most servers, `{data}` of Voyage, the list itself of TEI; each with
 * `index` and `relevance_score` or `score`. Entries that fit no document are passed over. Throws
 * `models.completion_request_error` when none is left.
 */
export function rankingOf(
  answer: unknown,
  { count, topN }: { readonly count: number; readonly topN: number },
  endpoint: Endpoint,
  model: string,
): { readonly index: number; readonly score: number }[] {
  const found = new Map<number, number>();
  for (const item of resultsOf(answer)) {
    if (!isMapping(item) || !isCount(item.index) || item.index >= count) continue;
    const score = item.relevance_score ?? item.score;
    if (typeof score === 'number' && Number.isFinite(score)) found.set(item.index, score);
  }
  if (found.size === 0 && count > 0) throw brokenAnswer(endpoint, 'sent no ranking', { model });
  const results = [...found].map(([index, score]) => ({ index, score }));
  return results.sort((left, right) => right.score - left.score).slice(0, topN);
}

function resultsOf(answer: unknown): readonly unknown[] {
  const lists = isMapping(answer) ? [answer.results, answer.data] : [answer];
  return lists.filter((list) => Array.isArray(list)).find(({ length }) => length > 0) ?? [];
}
