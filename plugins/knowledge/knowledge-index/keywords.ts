const words = new Intl.Segmenter('und', { granularity: 'word' });

/** Words that tell nothing of a text. */
const empty = new Set(
  `a about after all also an and any are as at be because been but by can could did do does for from had has have he her his how i
  if in into is it its may more most no not of on one or other our out over she should so some such than that the their them then
  there these they this those to under up was we were what when where which while who why will with would you your
  的 了 和 是 在 有 与 及 或 也 这 那 我们 你们 他们 一个 可以 以及 如果 因为 所以 但是 进行 通过
  の は が を に で と も から まで する こと もの これ それ ため など です ます した して いる ある よう
  في من على إلى عن أن هذا هذه التي الذي كان كانت هو هي ما لا مع بعد قبل كل`.split(/\s+/),
);

/**
 * What a text is about, to be shown: its words that come most often, longer ones first among equals, in the order of their
 * weight. Each word once, as it stands in the text first.
 */
export function keywordsOf(text: string, limit: number): readonly string[] {
  const found = new Map<string, { readonly word: string; count: number }>();
  for (const { segment, isWordLike } of words.segment(text)) {
    const key = segment.normalize('NFKC').toLowerCase();
    if (!isWordLike || empty.has(key) || !/\p{L}/u.test(key) || !isTelling(key)) continue;
    const known = found.get(key);
    if (known === undefined) found.set(key, { word: segment, count: 1 });
    else known.count += 1;
  }
  const weighted = [...found.values()].map(({ word, count }) => ({
    word,
    weight: count * Math.log2(1 + Math.min(20, word.length)),
  }));
  return weighted
    .sort((a, b) => b.weight - a.weight)
    .slice(0, limit)
    .map(({ word }) => word);
}

/** One character is a word in Chinese, but a weak one; of an alphabet, two tell nothing. */
function isTelling(word: string): boolean {
  return word.length > 2 || (word.length === 2 && /\p{Script=Han}|\p{Script=Katakana}|\p{Script=Hangul}/u.test(word));
}
