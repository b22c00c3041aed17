import { describe, expect, it } from 'vitest';
import { chunksOf, MAX_CHUNKS, readProcessRule } from './contract.ts';

const contentsOf = (text: string) =>
  chunksOf({ text, marks: [] }, readProcessRule(null, 'text_model'), 'text_model').map(({ content }) => content);
const words = (text: string) => text.match(/[\p{L}\p{N}]+/gu) ?? [];

/** Lines as pages of a PDF have them. */
const lines = (count: number, from = 0) =>
  Array.from({ length: count }, (_, line) => `Line ${from + line} of a page says what it has to, and where it ends.`);

const table = [
  '| Plant | Water |',
  '| --- | --- |',
  ...Array.from({ length: 60 }, (_, row) => `| plant ${row} | ${row} litres |`),
];

describe('mode automatic', () => {
  it('joins what is short, and cuts no text at single line breaks', () => {
    expect(contentsOf('One\nTwo\n\nThree. Four.')).toEqual(['One\nTwo\n\nThree. Four.']);
    expect(contentsOf(lines(5).join('\n'))).toHaveLength(1);
  });

  it.each([
    [
      'paragraphs',
      Array.from({ length: 60 }, (_, at) => `Paragraph ${at}. ${'It says a little more. '.repeat(4)}`).join('\n\n'),
    ],
    ['lines', lines(300).join('\n')],
    ['Chinese', '植物每周浇水两次，冬天少一些。'.repeat(200)],
    ['a table', table.join('\n')],
    ['no place to cut at', '植'.repeat(3_000)],
  ])('makes chunks of nearly 500 characters of %s, that overlap by at most 50 and miss nothing', (_what, text) => {
    const contents = contentsOf(text);
    for (const content of contents) expect(content.length).toBeLessThanOrEqual(500);
    for (const content of contents.slice(0, -1)) expect(content.length).toBeGreaterThan(350);
    const total = contents.reduce((sum, { length }) => sum + length, 0);
    expect(total).toBeLessThan(text.length * 1.2);
    const found = new Set(contents.flatMap(words));
    expect(words(text).filter((word) => !found.has(word) && word.length < 100)).toEqual([]);
  });

  it('begins a chunk with the last whole pieces of the one before that fit into 50 characters', () => {
    const sentences = Array.from({ length: 40 }, (_, at) => `Sentence ${String(at).padStart(2, '0')} is said.`);
    const contents = contentsOf(sentences.join(' '));
    const [first = '', second = ''] = contents;
    const repeated = first.split('. ').slice(-2).join('. ');
    expect(repeated.length).toBeLessThanOrEqual(50);
    expect(second.startsWith(repeated)).toBe(true);
  });

  it.each([
    ['automatic', null],
    ['custom', { mode: 'custom', rules: { segmentation: { separator: '\\n', max_tokens: 100 } } }],
  ])('(%s) makes no chunk of the row below the head of a table', (_mode, rule) => {
    const wide = `| ${'head '.repeat(120)}|\n|${' --- |'.repeat(150)}\n| ${'cell '.repeat(120)}|`;
    for (const text of [table.join('\n'), wide, 'a\n\n| :--- | ---: |\n\nb']) {
      const chunks = chunksOf({ text, marks: [] }, readProcessRule(rule, 'text_model'), 'text_model');
      expect(chunks.filter(({ content }) => /^[\s|:-]*$/.test(content))).toEqual([]);
    }
  });

  it('takes a document of 2,500 pages', () => {
    const pages = Array.from({ length: 2_500 }, (_, page) => lines(44, page * 44).join('\n'));
    const contents = contentsOf(pages.join('\n\n'));
    expect(contents.length).toBeLessThan(MAX_CHUNKS / 5);
    expect(contents.at(-1)).toContain('Line 109999 ');
  });
});
