import type { Tokens } from 'marked';
import { describe, expect, it } from 'vitest';
import { BlockStream } from './block-stream.ts';
import { directionOf } from './direction.ts';
import { isBlank } from './lex-blocks.ts';
import { withTags } from './tag-pairs.ts';
import type { MarkdownToken } from './tokens.ts';

type Parts = Tokens.Generic;

/** What a reader sees of tokens, with the kinds of what is more than text: `strong(…)`. */
function seen(tokens: readonly MarkdownToken[], isOpen = false): string {
  return withTags(tokens, isOpen)
    .filter((token) => !isBlank(token))
    .map((token) => {
      const parts = token as Parts;
      const inside = () => seen((parts.tokens ?? []) as MarkdownToken[], isOpen);
      if (token.type === 'list')
        return parts.items.map((item: Parts) => `item(${seen(item.tokens as never)})`).join('');
      if (token.type === 'tag') return `${parts.element}(${inside()})`;
      if (token.type === 'details') {
        const isInSummary = isOpen && parts.tokens?.length === 0;
        return `details(${seen(parts.summary, isInSummary)}|${inside()})`;
      }
      if (token.type === 'definitions')
        return parts.parts.map((part: Parts) => `${part.isTerm ? 'dt' : 'dd'}(${seen(part.tokens as never)})`).join('');
      if (token.type === 'footnote') return `note ${parts.label}(${inside()})`;
      if (token.type === 'footnoteMark') return `mark(${parts.label})`;
      if (token.type === 'alert') return `${parts.kind}(${inside()})`;
      if (token.type === 'text' && parts.tokens === undefined) return parts.text;
      if (token.type === 'text' || token.type === 'paragraph') return inside();
      if (token.type === 'html') return token.raw;
      return `${token.type}(${parts.tokens === undefined ? parts.text : inside()})`;
    })
    .join('');
}

const whole = (text: string) => seen(new BlockStream().finish(text).map(({ token }) => token));
const growing = (text: string) =>
  seen(
    new BlockStream().push(text).map(({ token }) => token),
    true,
  );

const every = `Water is H<sub>2</sub>O, and E = mc<sup>2</sup>[^1]. Press <kbd>Ctrl</kbd>+<kbd>C</kbd>.

> [!WARNING]
> Mind **this**.

<details>
<summary>More <b>of</b> it</summary>

- one
- two

</details>

Fern
: A plant
: Of shade

Moss
: Another

[^1]: Said by *Einstein*.
`;

describe('what models write beside the standard', () => {
  it.each([
    ['H<sub>2</sub>O', 'Hsub(2)O'],
    ['<u>a <b>b</b></u> <mark>c</mark>', 'u(a strong(b)) mark(c)'],
    ['**a<sup>b</sup>**', 'strong(asup(b))'],
    ['a<br>b<br/>c', 'a<br>b<br/>c'],
    ['<SUB>2</sub>', 'sub(2)'],
    ['<b>\nbold\n</b>', 'strong(\nbold\n)'],
    ['| a |\n|---|\n| x<sup>2</sup> |', 'table(undefined)'],
    ['> [!NOTE]\n> Text\n>\n> - one', 'note(Textitem(one))'],
    ['before\n> [!tip] \n> Text', 'beforetip(Text)'],
    ['> [!OTHER]\n> Text', 'blockquote([!OTHER]\nText)'],
    ['As said[^a-1].\n\n[^a-1]: There\n  and here', 'As saidmark(a-1).note a-1(There\nand here)'],
    ['[^1]: https://a.example\n[^2]: two', 'note 1(link(https://a.example))note 2(two)'],
    ['<details><summary>A</summary>b</details>\nc', 'details(A|b)c'],
    [
      '<details open>\n\nb\n\n<details>\n<summary>In</summary>\nc\n</details>\n\n</details>',
      'details(|bdetails(In|c))',
    ],
    ['<details>\n\n```html\n</details>\n```\n\nb\n</details>', 'details(|code(</details>)b)'],
    ['Fern\n: A **plant**\n  of shade\n\nMoss\n: Another', 'dt(Fern)dd(A strong(plant)\nof shade)dt(Moss)dd(Another)'],
    ['A line\nand another: one', 'A line\nand another: one'],
    ['**「重要」**です', 'strong(「重要」)です'],
    ['これは**「重要」**です。', 'これはstrong(「重要」)です。'],
    ['他说**“你好。”**然后', '他说strong(“你好。”)然后'],
    ['请看*《书》*吧', '请看em(《书》)吧'],
    ['2*3*4 and **a** b', '2em(3)4 and strong(a) b'],
    ['见https://a.example/b。然后', '见link(https://a.example/b)。然后'],
    ['见https://a.example即可', '见link(https://a.example)即可'],
    ['（https://a.example/x，y）', '（link(https://a.example/x)，y）'],
    ['https://zh.example.org/wiki/苔藓 is it', 'link(https://zh.example.org/wiki/苔藓) is it'],
  ])('reads %j', (text, expected) => {
    expect(whole(text)).toBe(expected);
  });

  it.each([
    '<b onclick=x>a</b>',
    '<sub style="x">2</sub>',
    '<details ontoggle=x>\n\na\n\n</details>',
    '<script>x</script>',
    '<b/onclick=x>a</b>',
    '<svg><b>',
    '</b>a<b>',
    'Vec<i> and List<b>',
    '<constructor>x</constructor> <toString>y</toString>',
  ])('attack T16: leaves %j the text it is', (text) => {
    expect(whole(text).replaceAll('\n', '')).toBe(text.replaceAll('\n', ''));
  });

  it('ends tags that overlap where the outer one ends', () => {
    expect(whole('<b>a<i>b</b>c</i>')).toBe('strong(a<i>b)c</i>');
  });

  it('is the same whatever the pieces, and shows no syntax on the way', () => {
    const stream = new BlockStream();
    for (let end = 1; end <= every.length; end += 1) {
      const text = every.slice(0, end);
      const shown = seen(
        stream.push(text).map(({ token }) => token),
        true,
      );
      expect(shown, JSON.stringify(text.slice(-20))).not.toMatch(/<|\[[!^]|!\w|\^|\*\*|>/);
      if (end % 7 === 0) expect(shown).toBe(growing(text));
    }
    expect(seen(stream.finish(every).map(({ token }) => token))).toBe(whole(every));
    expect(whole(every)).toMatch(/Hsub\(2\).*mark\(1\).*warning\(Mind.*details\(More strong.*dt\(Moss\).*note 1\(/s);
  });

  it('shows what details hold while their end is on its way, and keeps what comes after an end', () => {
    expect(growing('<details>\n<summary>Mo')).toBe('details(Mo|)');
    expect(growing('<details>\n<summary>More</summary>\n\nText')).toBe('details(More|Text)');
    expect(growing('A<sub>2')).toBe('Asub(2)');
    expect(whole('A<sub>2')).toBe('A<sub>2');
  });

  it('attack T16: reads texts made to keep it busy in little time', () => {
    const hostile = [
      ...[
        '<b>',
        '</b>',
        '<b></i>',
        '<details>\n\n',
        '<details>',
        '[^1]',
        '[^1]: a\n',
        'a\n: b\n',
        '> [!NOTE]\n',
        '*「',
        '**「」',
      ],
      ...['<details><summary>', 'https://a.example。', '[^', '<details>\n```\n', 'a\n: \n\n'],
    ].map((piece) => piece.repeat(30_000 / piece.length));
    const begun = performance.now();
    for (const text of hostile) {
      expect(new BlockStream().finish(text).length).toBeGreaterThan(0);
      expect(new BlockStream().push(text).length).toBeGreaterThan(0);
    }
    expect(performance.now() - begun).toBeLessThan(10_000);
  });
});

describe('the direction of a block', () => {
  it('is that of most of its letters, beside code and addresses', () => {
    expect(directionOf({ raw: '- **Docker**: أداة لتشغيل الحاويات' })).toBe('rtl');
    expect(directionOf({ raw: '- كتاب means book in Arabic' })).toBe('ltr');
    expect(directionOf({ raw: '- عنصر `const veryLongName = 1` [ا](https://a.example/long)' })).toBe('rtl');
    expect(directionOf({ raw: '- one' })).toBe(undefined);
  });
});
