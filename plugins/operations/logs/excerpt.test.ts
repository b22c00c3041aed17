import { describe, expect, it } from 'vitest';
import { excerptOf } from './excerpt.ts';

const marked = (texts: readonly string[], words: string) => {
  const excerpt = excerptOf(texts, words);
  return excerpt?.marks.map(({ start, end }) => excerpt.text.slice(start, end));
};

describe('an excerpt', () => {
  it('is around the first word that is found, and begins with one', () => {
    const text = `${'Lorem ipsum dolor. '.repeat(500)}Here is the heron, at last. ${'Sit amet. '.repeat(50)}`;
    const excerpt = excerptOf(['nothing', text], 'heron');
    expect(excerpt?.text).toMatch(/^…\w.*Here is the heron, at last\..*…$/);
    expect(excerpt?.text.length).toBeLessThan(190);
    expect(marked(['nothing', text], 'heron')).toEqual(['heron']);
  });

  it.each<[string, string, string, readonly string[]]>([
    ['the beginning of a word only', 'unfern fernweh', 'fern', ['fern']],
    ['accents and case', 'É Ä STRASSE Straße', 'stras', ['STRAS']],
    ['pairs of characters that follow each other', '今天我想去北京大学看看', '北京大学', ['北京大学']],
    ['one character', '去北京', '京', ['京']],
    ['words within scripts without spaces', '用Weft吧', 'weft', ['Weft']],
    ['characters of two units before it', '😀😀 ﬁre 😀 fern', 'fern', ['fern']],
    ['a ligature', 'the ﬁre', 'fire', ['ﬁre']],
  ])('marks %s', (_, text, words, expected) => {
    expect(marked([text], words)).toEqual(expected);
  });

  it('is none where there is no word, or none is found', () => {
    expect(excerptOf(['text'], '&|')).toBeNull();
    expect(excerptOf(['text'], 'other')).toBeNull();
    expect(excerptOf([], 'text')).toBeNull();
  });

  it('keeps what was said whole, in text of any kind', () => {
    for (const text of [`${'😀'.repeat(500)}fern${'😀'.repeat(500)}`, `<script>fern</script>${'\ud800'.repeat(300)}`]) {
      const excerpt = excerptOf([text.toWellFormed()], 'fern');
      expect(excerpt?.text.isWellFormed()).toBe(true);
      expect(excerpt?.text).toContain('fern');
    }
    // However long, and whatever stands in it.
    expect(excerptOf(['é'.repeat(5_000_000)], 'fern')).toBeNull();
  });
});
