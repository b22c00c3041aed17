import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { openEgress } from '#plugins/egress/testing/open-egress.ts';
import { DIMENSIONS } from './feature-vector.ts';
import { provider } from './provider.ts';
import { stopWordsOf } from './stop-words.ts';

async function embed(texts: readonly string[], signal = new AbortController().signal) {
  await using egress = openEgress();
  const answer = await provider.embedding?.({}, { egress }).embed({ model: 'lexical-1024', texts, signal });
  return answer ?? { vectors: [], promptTokens: 0 };
}

async function cosines(text: string, others: readonly string[]): Promise<readonly number[]> {
  const { vectors } = await embed([text, ...others]);
  const [first = new Float32Array(), ...rest] = vectors;
  return rest.map((vector) => vector.reduce((sum, value, place) => sum + value * (first[place] ?? 0), 0));
}

describe('the lexical model', () => {
  it.each([
    ['The garden is watered twice a week.', 'dbdc4c67'],
    ['每周给植物浇两次水。', 'c4221a40'],
    ['植物には週に二回水をやります。', '2475492a'],
    ['Die Pflanzen brauchen zweimal pro Woche Wasser', '77cd1be4'],
    ['', 'f7e4b7df'],
  ])('gives %j the vector it has always given', async (text, expected) => {
    const { vectors } = await embed([text]);
    const bytes = new Uint8Array(vectors[0]?.buffer ?? new ArrayBuffer(0));
    expect(createHash('sha256').update(bytes).digest('hex').slice(0, 8)).toBe(expected);
  });

  it('gives vectors of length 1, whatever the text', async () => {
    const texts = ['', ' \n', 'the of and', '??!', '\ud83d', '什么', 'a', '👩‍👩‍👧', 'x'.repeat(5_000)];
    const { vectors } = await embed(texts);
    expect(vectors.map(({ length }) => length)).toEqual(texts.map(() => DIMENSIONS));
    for (const vector of vectors) expect(Math.hypot(...vector)).toBeCloseTo(1, 5);
  });

  it.each([
    ['How often are plants watered?', ['Water the plant twice a week.', 'Invoices are paid by the end of the month.']],
    ['植物多久浇水一次？', ['这种植物每周浇水两次。', '发票在月底前支付。']],
    ['植物の水やりの頻度は？', ['植物には週に二回水をやります。', '請求書は月末までに支払われます。']],
    ['식물에 물을 얼마나 주나요?', ['식물에는 일주일에 두 번 물을 줍니다.', '청구서는 월말까지 지불됩니다.']],
    ['ＷＡＴＥＲＩＮＧ', ['watering', 'invoice']],
  ])('finds %j nearer to a text that has its words', async (question, texts) => {
    const [near = 0, far = 0] = await cosines(question, texts);
    expect(near).toBeGreaterThan(far + 0.1);
  });

  it('takes more words for more tokens, and costs nothing', async () => {
    expect((await embed(['two words', '三个字'])).promptTokens).toBe(5);
    await using egress = openEgress();
    const models = await provider.models?.({}, { egress }, new AbortController().signal);
    expect(models?.[0]).toMatchObject({ dimensions: DIMENSIONS, price: { prompt: '0', completion: '0' } });
  });

  it('stops when it is stopped', async () => {
    await expect(embed(['a'], AbortSignal.abort(new Error('stopped')))).rejects.toThrow('stopped');
  });

  it('attack T21: reads long texts of any kind in a time that grows with them, up to a length', async () => {
    const texts = ['ab '.repeat(700_000), 'x'.repeat(2_000_000), '水'.repeat(2_000_000), '\ufdfa'.repeat(2_000_000)];
    expect((await embed(texts)).vectors).toHaveLength(4);
  });
});

describe('stop words', () => {
  it('are found by names and codes of languages', () => {
    expect(stopWordsOf('English').has('the')).toBe(true);
    expect(stopWordsOf('de-DE')).toBe(stopWordsOf('German'));
    expect([...stopWordsOf('Chinese'), ...stopWordsOf('__proto__'), ...stopWordsOf('')]).toEqual([]);
  });
});
