import { describe, expect, it } from 'vitest';
import { BlockStream } from './block-stream.ts';
import { isBlank } from './lex-blocks.ts';

const text = `# Ferns

They like **shade** and \`moss\`.

- one
- two

  still two

| a | b |
|---|--:|
| 1 | 2 |

\`\`\`js
const a = 1;

const b = 2;
\`\`\`

See [the book][1], $x^2$, and that costs $5 or $6.

$$
a + b
$$

[1]: https://books.example/ferns
`;

const kinds = (blocks: ReturnType<BlockStream['push']>) =>
  blocks.filter(({ token }) => !isBlank(token)).map(({ token }) => token.type);

describe('a text that grows', () => {
  it('ends as the whole text reads, whatever the pieces', () => {
    for (const size of [1, 3, 7, 40]) {
      const stream = new BlockStream();
      for (let end = size; end < text.length; end += size) stream.push(text.slice(0, end));
      const whole = new BlockStream().finish(text);
      expect(kinds(stream.push(text))).toEqual(kinds(whole));
      expect(stream.finish(text).map(({ raw }) => raw)).toEqual(whole.map(({ raw }) => raw));
    }
    expect(kinds(new BlockStream().finish(text))).toEqual(
      ['heading', 'paragraph', 'list', 'table', 'code', 'paragraph', 'math'].filter(Boolean),
    );
  });

  it('keeps finished blocks as they are', () => {
    const stream = new BlockStream();
    const first = stream.push('# One\n\nTwo\n\nThree\n\nFour');
    const later = stream.push('# One\n\nTwo\n\nThree\n\nFour and more\n\nFive');
    expect(later[0]).toBe(first[0]);
    expect(later[2]).toBe(first[2]);
    const whole = stream.finish('# One\n\nTwo\n\nThree\n\nFour and more\n\nFive');
    expect(whole[0]).toBe(first[0]);
  });

  it('finds addresses that stand further down when it is whole', () => {
    const stream = new BlockStream();
    const source = 'See [it][1].\n\nMore.\n\nAnd more.\n\n[1]: https://a.example';
    const link = (blocks: ReturnType<BlockStream['push']>) => JSON.stringify(blocks[0]?.token).includes('"href"');
    for (let end = 1; end <= source.length; end++) stream.push(source.slice(0, end));
    expect(link(stream.push(source))).toBe(false);
    expect(link(stream.finish(source))).toBe(true);
  });

  it('closes what is not finished, and holds back the head of a table', () => {
    const type = (source: string) => JSON.stringify(new BlockStream().push(source).map(({ token }) => token));
    expect(type('It is **bo')).toContain('"strong"');
    expect(type('A [link](https://exa')).not.toContain('exa');
    expect(new BlockStream().push('Look:\n\n| a | b |\n|--').map(({ raw }) => raw.trim())).toEqual(['Look:']);
  });

  it('begins again when the text is another one', () => {
    const stream = new BlockStream();
    stream.push('# One\n\nTwo\n\nThree\n\nFour');
    expect(stream.push('Other').map(({ raw }) => raw)).toEqual(['Other']);
  });

  it('reads texts made to keep it busy in little time', () => {
    const hostile = [
      '>'.repeat(20_000),
      '> '.repeat(10_000),
      '!'.repeat(20_000),
      '$'.repeat(20_000),
      '- '.repeat(9_000),
    ];
    const begun = performance.now();
    for (const source of [...hostile, '['.repeat(20_000), '*a _b '.repeat(2_000)]) {
      expect(new BlockStream().finish(source).length).toBeGreaterThan(0);
    }
    expect(performance.now() - begun).toBeLessThan(3_000);
  });
});
