import { describe, expect, it } from 'vitest';
import { Float, NodeError, parseTemplate } from '#engine';
import { testContext } from '#plugins/node-llm/testing/node-context.ts';
import { compileJsonTemplate, renderJsonTemplate } from '#plugins/tools/contract.ts';
import { httpWarnings } from './http-warnings.ts';

function sent(template: string, values: Readonly<Record<string, unknown>>): string {
  const error = (message: string) => new NodeError('RequestBodyError', message);
  const { context } = testContext({ values });
  return renderJsonTemplate(compileJsonTemplate(parseTemplate(template)), context, { what: 'JSON body', error });
}

const texts = [
  'plain words',
  'the "first", the "second"',
  '", "admin": true, "x": "',
  'two\nlines\r\nand a\ttab',
  'C:\\new\\table \\u0041 \\"',
  "it's",
  '{"a": 1}',
  '{broken "json',
  '[1, 2',
  '007',
  'null',
  'True',
  '',
  '  spaces  ',
  '```json\n{"a":1}\n```',
  'Größe 漢字 🙂 \u2028 \u0000',
  '{{#in.other#}} \uFDD00\uFDD1',
  '// no comment /* none */',
  'half \ud800',
];

it('import tells of bodies that may be no JSON', () => {
  const told = (value: string) =>
    httpWarnings({ url: 'https://x.example', body: { type: 'json', data: [{ value }] } }).map(({ message }) => message);
  expect(told('{"a": {{#in.x#}}{{#in.y#}}}')).toEqual([expect.stringContaining('{{#in.x#}}, {{#in.y#}} next to')]);
  expect(told('}{')).toEqual([expect.stringContaining('is no JSON')]);
  for (const fine of ['', '{"a": "{{#in.x#}}", b: {{#in.y#}},}', '{{#in.x#}}']) expect(told(fine)).toEqual([]);
});

it.each([
  [{ headers: '{"Authorization": "Bearer x"}' }, 'headers: are written as JSON'],
  [{ headers: '[{"key": "a", "value": "b"}]' }, 'headers: are written as JSON'],
  [{ headers: 'My Header: x' }, "headers: hold 'My Header', which is no name of a header"],
  [{ method: 'connect' }, "method: 'CONNECT' can not be sent"],
  [{ method: 'options', headers: 'X-Key: {{#in.x#}}\nAccept: */*' }, null],
])('import tells of what can never be sent: %j', (data, message) => {
  const told = httpWarnings({ url: 'https://x.example', ...data }).map((each) => `${each.field}: ${each.message}`);
  expect(told).toEqual(message === null ? [] : [expect.stringContaining(message)]);
});

describe('a placeholder inside quotes', () => {
  it.each([
    ['{"text": "{{#in.x#}}"}', (text: string) => ({ text })],
    ['{"text": "Dear {{#in.x#}}, \\"{{#in.x#}}\\""}', (text: string) => ({ text: `Dear ${text}, "${text}"` })],
    ['{"{{#in.x#}}": ["a", "{{#in.x#}}"], "b": {{#in.n#}}}', (text: string) => ({ [text]: ['a', text], b: 2 })],
    ['"{{#in.x#}}"', (text: string) => text],
    ['{"title": "[{{#in.x#}}]", "b": "{{{#in.x#}}}"}', (text: string) => ({ title: `[${text}]`, b: `{${text}}` })],
    [
      '{"content": "{\\"text\\": \\"{{#in.x#}}\\",  \\"n\\":{{#in.n#}}}"}',
      (text: string) => ({ content: `{"text": ${JSON.stringify(text)},  "n":2}` }),
    ],
    ["{text: '{{#in.x#}}', /* \" */ more: [1,2,],}", (text: string) => ({ text, more: [1, 2] })],
    ['{"text": "{{#in.x#}}, "n": 2}', (text: string) => ({ text, n: 2 })],
    ['{"text": "{{#in.x#}}", "glued": {{#in.n#}}{{#in.n#}}}', (text: string) => ({ text, glued: 22 })],
  ])('arrives as it is: %s', (template, expected) => {
    for (const text of texts) {
      const body = sent(template, { 'in.x': text, 'in.n': 2 });
      expect(JSON.parse(body), text).toEqual(expected(text));
    }
  });

  it('is the text of a value of another kind', () => {
    const values = { 'in.x': { a: 'b"' }, 'in.l': [1, true], 'in.f': new Float(1), 'in.b': true, 'in.none': null };
    const body = sent(
      '["{{#in.x#}}", "{{#in.l#}}", "{{#in.f#}}", "{{#in.b#}}", "{{#in.none#}}", "{{#in.no#}}"]',
      values,
    );
    expect(JSON.parse(body)).toEqual(['{"a": "b\\""}', '[1, True]', '1.0', 'True', '', 'in.no']);
  });
});

describe('a placeholder without quotes', () => {
  it('is put in by its kind', () => {
    const values = {
      'in.o': { 'a"': [1, null] },
      'in.s': ['x', "y'"],
      'in.f': new Float(2),
      'in.i': 12345678901234567890n,
    };
    expect(
      sent('{"o": {{#in.o#}}, "s": [{{#in.s#}}], "f": {{#in.f#}}, "i":{{#in.i#}}, "n": {{#in.n#}}}', {
        ...values,
        'in.n': null,
      }),
    ).toBe('{"o":{"a\\"":[1,null]},"s":[["x","y\'"]],"f":2.0,"i":12345678901234567890,"n":null}');
    expect(sent('{ {{#in.k#}}: {{#in.b#}} }', { 'in.k': 'a "key"', 'in.b': false })).toBe('{"a \\"key\\"":false}');
    expect(sent('{{#in.o#}}', values)).toBe('{"a\\"":[1,null]}');
  });

  it.each([
    ['{"a":1.00,"b":"x"}', '{"a":1.00,"b":"x"}'],
    ['```json\n[1]\n```', '[1]'],
    [' \n``` JSON \r\n\n { "a": 1 }```\n', '{ "a": 1 }'],
    ['```python\n[1]\n```', '"```python\\n[1]\\n```"'],
    ['[1, /* 2 */,]', '[1]'],
    ["{'a': 'it\\'s', 'b': None, 'c': [True,],}", '{"a":"it\'s","b":null,"c":[true]}'],
    ['{"a": "two\nlines"}', '{"a":"two\\nlines"}'],
    ['the "first", the "second"', '"the \\"first\\", the \\"second\\""'],
    ['1, "admin": true', '"1, \\"admin\\": true"'],
    ['"quoted"', '"quoted"'],
    ['007', '"007"'],
    ['', '""'],
  ])('that is a text is the JSON it holds, or else a string: %s', (text, expected) => {
    expect(sent('{"v": {{#in.x#}}}', { 'in.x': text })).toBe(`{"v":${expected}}`);
  });

  it('is a string where a fence begins and nothing ends it, however long it is', () => {
    const text = `\`\`\`${'\n'.repeat(100_000)}x`;
    expect(JSON.parse(sent('{"v": {{#in.x#}}}', { 'in.x': text }))).toEqual({ v: text });
  });

  it.each(['{"a": "the "first", the "second""}', '[draft] hello', '{"a": 1', '{"a": "b'])(
    'fails, and is named, where it was meant to be JSON: %s',
    (text) => {
      for (const template of ['{"v": {{#in.x#}}}', '{{#in.x#}}', '[{{#in.x#}}]']) {
        expect(() => sent(template, { 'in.x': text })).toThrow(/\{\{#in\.x#\}\} in the JSON body/);
      }
    },
  );

  it('may stand for several elements of a list, or members of a mapping', () => {
    expect(sent('{"l": [{{#in.x#}}, 3]}', { 'in.x': '{"a":1},{"a":2},' })).toBe('{"l":[{"a":1},{"a":2},3]}');
    expect(sent('{"l": [{{#in.x#}}]}', { 'in.x': 'a, b' })).toBe('{"l":["a, b"]}');
    expect(sent('{ {{#in.x#}}, "b": "{{#in.y#}}" }', { 'in.x': '"a": 1', 'in.y': '"' })).toBe('{"a":1,"b":"\\""}');
  });

  it('next to something else is filled in as text, or named where that makes no JSON', () => {
    expect(sent('{"a": -{{#in.n#}}.50, "b": "{{#in.x#}}"}', { 'in.n': 2, 'in.x': '"' })).toBe('{"a":-2.5,"b":"\\""}');
    expect(() => sent('{"a": {{#in.x#}} {{#in.y#}}}', { 'in.x': 'the "first",', 'in.y': 'the "second"' })).toThrow(
      /quotes around \{\{#in\.x#\}\}, \{\{#in\.y#\}\}/,
    );
  });
});
