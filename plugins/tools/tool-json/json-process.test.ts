import { describe, expect, it } from 'vitest';
import type { ToolInvocation } from '#plugins/tools/contract.ts';
import { jsonProcessParse } from './json-process.ts';

const content = JSON.stringify({
  shouldContinue: true,
  next: null,
  title: 'Übersicht "A"',
  items: [
    { name: 'a', price: 1.5, tags: ['x'] },
    { name: 'b', price: 2, 'odd key': { name: 'c' } },
  ],
});

async function parsed(path: string, given: Readonly<Record<string, unknown>> = {}): Promise<string | undefined> {
  const invocation = { arguments: { content, json_filter: path, ...given } };
  // It reads nothing else of an invocation.
  return (await jsonProcessParse.invoke(invocation as unknown as ToolInvocation)).text;
}

describe('the JSON tool of documents', () => {
  it.each([
    ['title', 'Übersicht "A"'],
    ['$.shouldContinue', 'True'],
    ['$.next', 'None'],
    ['$.items[0].price', '1.5'],
    ['items[-1].name', 'b'],
    ['$.items[*].name', '["a", "b"]'],
    ['$..name', '["a", "b", "c"]'],
    ['$.items[1]["odd key"].name', 'c'],
    ["$['items'][0]['tags']", '["x"]'],
    ['items[0:1]', '{"name": "a", "price": 1.5, "tags": ["x"]}'],
    ['items[0:2].name', '["a", "b"]'],
    ["$['title','next']", '["\\u00dcbersicht \\"A\\"", null]'],
    ['$.nothing', '[]'],
    ['$.items[7]', '[]'],
    ['$.title.name', '[]'],
  ])('finds %s', async (path, text) => {
    expect(await parsed(path)).toBe(text);
  });

  it('writes whole values, with other characters as they are when asked', async () => {
    expect(await parsed('$', { content: '{"a": [1.0, {"ü": "😀"}]}' })).toBe(
      '{"a": [1.0, {"\\u00fc": "\\ud83d\\ude00"}]}',
    );
    expect(await parsed('$', { content: '{"ü":1}', ensure_ascii: false })).toBe('{"ü": 1}');
    expect(await parsed('$', { content: '[]' })).toBe('[]');
  });

  it('answers with what is wrong, and fails nothing', async () => {
    expect(await parsed('a', { content: 'Sure! Here it is.' })).toMatch(/^Failed to extract JSON content: /);
    expect(await parsed('a', { content: '' })).toBe('Invalid parameter content');
    expect(await parsed('')).toBe('Invalid parameter json_filter');
    expect(await parsed('$.items[?(@.price > 1)]')).toContain("the path can not be read from '[?(@.price > 1)]' on");
    const lists = JSON.stringify(Array.from({ length: 300 }, () => Array.from({ length: 300 }, () => [1])));
    expect(await parsed('$..*..*', { content: lists })).toContain('more than 100000 values');
  });
});
