import { Language } from '@codemirror/language';
import { highlightTree, tagHighlighter, tags } from '@lezer/highlight';
import { expect, it } from 'vitest';
import { languageOf } from './languages.ts';

const style = tagHighlighter([
  ...(['keyword', 'string', 'comment', 'number', 'bool'] as const).map((name) => ({ tag: tags[name], class: name })),
  { tag: tags.variableName, class: 'variable' },
]);

/** What of a text is in which colour. */
async function coloured(name: string, text: string): Promise<readonly string[]> {
  const language = await languageOf(name);
  if (!(language instanceof Language)) return [];
  const found: string[] = [];
  highlightTree(language.parser.parse(text), style, (from, to, look) => found.push(`${look} ${text.slice(from, to)}`));
  return found;
}

it('code is in colours in each language, and in none where it is not known', async () => {
  expect(await coloured('javascript', 'return "a"; // b')).toEqual(['keyword return', 'string "a"', 'comment // b']);
  expect(await coloured('python3', 'def main(): # a')).toContain('keyword def');
  expect(await coloured('json', '{"a": [1, true]}')).toEqual(expect.arrayContaining(['number 1', 'bool true']));
  expect(await coloured('yaml', 'a: b # c')).toContain('comment # c');
  expect(await coloured('jinja2', 'Dear {{ name }},\n{% if n > 1 %}{# why #}{% endif %} if')).toEqual([
    ...['keyword {{', 'variable name', 'keyword }}', 'keyword {%', 'keyword if', 'variable n', 'number 1'],
    ...['keyword %}', 'comment {# why #}', 'keyword {%', 'keyword endif', 'keyword %}'],
  ]);
  for (const name of ['', 'cobol', 'constructor', '__proto__']) expect(await coloured(name, 'return 1')).toEqual([]);
});
