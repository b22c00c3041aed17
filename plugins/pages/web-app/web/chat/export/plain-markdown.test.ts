import { marked } from 'marked';
import { describe, expect, it } from 'vitest';
import { asHeading, asMarkdown, withoutHtml } from './plain-markdown.ts';

/** As a reader elsewhere shows it that lets everything through. */
const html = (markdown: string) => marked.parse(markdown, { async: false });
const tags = (markdown: string) => [...html(markdown).matchAll(/<([a-z!?][a-z0-9-]*)/gi)].map(([, name]) => name);

describe('attack T15: an exported conversation', () => {
  it.each([
    '# not a heading',
    '- not a list\n+ nor this\n12. nor this\n1) nor this',
    '    not code',
    '```\nnot code\n```',
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '[x](javascript:alert(1)) ![y](https://tracker.example/y.png) <javascript:alert(1)>',
    '[a]: javascript:alert(1)\n[a]',
    '*a* _b_ ~~c~~ `d` **e**',
    'a\n===\nb\n---',
    '| a | b |\n|---|---|\n| 1 | 2 |',
    '> quote',
    '&lt;script&gt; &amp; \\<b>',
    '---',
  ])('says %j of a question as it was typed', (typed) => {
    const shown = html(asMarkdown(typed));
    expect(tags(asMarkdown(typed)).filter((name) => !['p', 'br', 'a'].includes(name ?? ''))).toEqual([]);
    expect(shown).not.toMatch(/href="(?!https:)/);
    const text = shown
      .replaceAll(/<br>/g, '\n')
      .replaceAll(/<[^>]+>/g, '')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&#39;', "'")
      .replaceAll('&amp;', '&')
      .replaceAll('\u00a0', ' ');
    expect(text.trim()).toBe(typed.trim());
  });

  it('keeps paragraphs apart', () => {
    expect(asMarkdown('one\n\ntwo\nthree')).toBe('one\n\ntwo\\\nthree');
    expect(asHeading('one\ntwo # <b>')).toBe('one two \\# \\<b\\>');
  });

  it.each<[string, readonly string[]]>([
    ['<script>alert(1)</script>', ['p']],
    ['a <img src=x onerror=alert(1)> b', ['p']],
    ['<!-- x --><?php ?><svg onload=alert(1)>', ['p']],
    ['**bold** and `<b>` and ``a ` <i>``', ['p', 'strong', 'code', 'code']],
    ['```html\n<script>alert(1)</script>\n```\n<b>', ['pre', 'code', 'p']],
    ['~~~\n```\n<b>\n~~~\n<iframe src=javascript:alert(1)>', ['pre', 'code', 'p']],
    ['```\nopen\n\n<b>', ['pre', 'code']],
    ['- `` ` `<img src=x onerror=alert(1)>', ['ul', 'li', 'code']],
    ['1 < 2', ['p']],
  ])('keeps of the answer %j what is no HTML', (answer, expected) => {
    expect(tags(withoutHtml(answer))).toEqual(expected);
  });
});
