import { describe, expect, it } from 'vitest';
import { questionText } from './query-text.ts';

describe('a question', () => {
  it.each([
    ['退货 需要多少天？', '退货需要多少天？'],
    [' 退 货需要多少 天？ ', '退货需要多少天？'],
    ['東京　タワーの高さ', '東京タワーの高さ'],
    ['GPT 模型  的价格', 'GPT 模型的价格'],
    ['how   long\n does\tit take ', 'how long does it take'],
    ['반품  기간은', '반품 기간은'],
  ])('loses blanks that say nothing: %s', (text, plain) => {
    expect(questionText(text)).toBe(plain);
  });

  it('is cut without half a character, and may be nothing', () => {
    expect(questionText(`${'a'.repeat(7_999)}😀`)).toBe('a'.repeat(7_999));
    expect(questionText(' \n ')).toBe('');
  });
});
