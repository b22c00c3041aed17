import { tokensOf } from '#plugins/knowledge-index/tokens.ts';

/** Of 10 places: 1 for the best order there is. Gains are 2^relevance − 1. */
export function ndcg(found: readonly string[], relevant: Readonly<Record<string, number>>): number {
  const sum = (relevances: readonly number[]) =>
    relevances.slice(0, 10).reduce((total, relevance, at) => total + (2 ** relevance - 1) / Math.log2(at + 2), 0);
  const best = Object.values(relevant).sort((a, b) => b - a);
  return sum(found.map((id) => relevant[id] ?? 0)) / sum(best);
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Exact BM25 (k1 1.2, b 0.75) over the same tokens, computed the plain way: ids of the texts that have any, best first. */
export function exactBm25(texts: ReadonlyMap<string, string>): (query: string) => readonly string[] {
  const counted = [...texts].map(([id, text]) => {
    const tokens = tokensOf(text);
    const counts = new Map<string, number>();
    for (const token of tokens) counts.set(token, (counts.get(token) ?? 0) + 1);
    return { id, counts, length: tokens.length };
  });
  const average = mean(counted.map(({ length }) => length));
  const frequencies = new Map<string, number>();
  for (const { counts } of counted) {
    for (const token of counts.keys()) frequencies.set(token, (frequencies.get(token) ?? 0) + 1);
  }
  return (query) => {
    const asked = tokensOf(query);
    const scored = counted.map(({ id, counts, length }) => {
      let score = 0;
      for (const token of asked) {
        const count = counts.get(token) ?? 0;
        const having = frequencies.get(token) ?? 0;
        const rarity = Math.log(1 + (counted.length - having + 0.5) / (having + 0.5));
        score += (rarity * count * 2.2) / (count + 1.2 * (0.25 + (0.75 * length) / average));
      }
      return { id, score };
    });
    return scored
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .map(({ id }) => id);
  };
}
