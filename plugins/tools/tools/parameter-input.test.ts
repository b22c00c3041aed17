import { describe, expect, it } from 'vitest';
import { isMapping } from '#engine';
import { testContext } from '#plugins/node-llm/testing/node-context.ts';
import { compileInput, readInput } from './parameter-input.ts';
import type { ToolParameter } from './tool.ts';

type Grammar = Pick<ToolParameter, 'type' | 'grammar'>;

function given(text: string, x: unknown, parameter: Grammar): unknown {
  const input = compileInput({ type: 'mixed', value: text });
  if (input === null) throw new Error('nothing is given');
  return readInput(input, testContext({ values: { 'in.x': x } }).context, { name: 'p', ...parameter });
}

const sql = (text: string, x: unknown) => given(text, x, { type: 'string', grammar: 'sql' });

/** The words and marks of a statement (PostgreSQL), each text, number and name as what it is. */
function outline(statement: unknown): string {
  const token =
    /\s+|--[^\r\n]*|\/\*[\s\S]*?\*\/|e'(?:[^'\\]|\\[\s\S]|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$\$[\s\S]*?\$\$|\d+(?:\.\d+)?|\w+|[\s\S]/giy;
  return [...String(statement).matchAll(token)]
    .map(([piece]) => {
      if (/^(?:\s|--|\/\*)/.test(piece)) return '';
      if (/^(?:e?'|\d|\$\$)/i.test(piece)) return '?';
      return piece.startsWith('"') ? 'NAME' : piece.toUpperCase();
    })
    .filter(Boolean)
    .join(' ')
    .replace(/\( - \? \)/g, '?');
}

describe('a value in a statement of SQL', () => {
  const hostile = [
    "' or 1=1 --",
    "'; drop table users; --",
    "x' union select * from secrets --",
    "\\' or 1=1 --",
    '" or 1=1 --',
    '1 or 1=1',
    '1; drop table users',
    '-- x\nor 1=1',
    '*/ or 1=1 /*',
    '$$ or 1=1 $$',
    '$',
    '\\',
    'name',
    'null',
    '-1',
    '5',
    "o'neil",
    'a\u2028b\0c',
    'x'.repeat(3000),
  ];
  it.each([
    "select * from t where name = '{{#in.x#}}' and n > 0",
    "select * from t where name like '%{{#in.x#}}%'",
    "select * from t where name = E'a{{#in.x#}}b' and n > 0",
    'select * from t where id = {{#in.x#}} and n > 0',
    'select * from t where id = 5 - {{#in.x#}}',
    'select * from t where a in ({{#in.x#}},{{#in.x#}})',
    "select 'a' || {{#in.x#}} || 'b'",
    'select 1 -- {{#in.x#}}\n, n from t',
    'select 1 /* {{#in.x#}} */, n from t',
  ])('stays one value: %s', (statement) => {
    const wanted = outline(statement.replaceAll('{{#in.x#}}', '1'));
    for (const x of hostile) expect(outline(sql(statement, x)), x.slice(0, 40)).toBe(wanted);
  });

  it('stays in dollar quotes, or is refused there', () => {
    const statement = 'select $$a{{#in.x#}}b$$, n from t';
    for (const x of hostile) {
      if (x.includes('$')) expect(() => sql(statement, x)).toThrow('holds a $');
      else expect(outline(sql(statement, x)), x.slice(0, 40)).toBe(outline(statement));
    }
  });

  it.each([
    'select "{{#in.x#}}" from t',
    'select n from {{#in.x#}} where n > 0',
    'select n from t order by {{#in.x#}} desc',
  ])('stays one name: %s', (statement) => {
    const wanted = outline(statement.replace('"{{#in.x#}}"', '"a"').replace('{{#in.x#}}', '"a"'));
    for (const x of hostile) {
      if (!/^-?\d/.test(x)) expect(outline(sql(statement, x)), x.slice(0, 40)).toBe(wanted);
    }
  });

  it('reads as it was written', () => {
    expect(sql("select * from t where a = '{{#in.x#}}'", "o'neil")).toBe("select * from t where a = 'o''neil'");
    expect(sql('select * from t where a = {{#in.x#}}', 'x\\y')).toBe("select * from t where a = E'x\\\\y'");
    expect(sql('select * from t limit {{#in.x#}}', 10)).toBe('select * from t limit 10');
    expect(sql('select * from {{#in.x#}}', 'Shop.Orders')).toBe('select * from "shop"."orders"');
    expect(sql('select * from logs_{{#in.x#}}', '2026')).toBe('select * from logs_2026');
    expect(sql('select * from t where a is not distinct from {{#in.x#}}', 'a')).toBe(
      "select * from t where a is not distinct from 'a'",
    );
    expect(sql('select trim(both from {{#in.x#}})', 'a')).toBe("select trim(both from 'a')");
    expect(sql('select 1 where a = {{#in.x#}}{{#in.x#}}', 'a')).not.toMatch(/ = aa?$/);
    expect(() => sql('select $${{#in.x#}}$$', '$5')).toThrow('holds a $');
  });

  it('is the statement, where nothing else is', () => {
    expect(sql(' {{#in.x#}} ', 'select 1; --')).toBe(' select 1; -- ');
  });
});

describe('a value in a list or a mapping', () => {
  const json = (text: string, x: unknown) => JSON.parse(String(given(text, x, { type: 'array' })));

  it.each(['a", "b', '%", "x', ']', '\n"', 'a\\'])('stays one text: %j', (x) => {
    expect(json('["%{{#in.x#}}%", 1]', x)).toEqual([`%${x}%`, 1]);
    const mapping = given('{"a": {"b": "{{#in.x#}}"}}', x, { type: 'object' });
    expect(JSON.parse(String(mapping))).toEqual({ a: { b: x } });
  });

  it('is all of it, where nothing else is', () => {
    expect(given('{{#in.x#}}', '["a", "b"]', { type: 'array' })).toBe('["a", "b"]');
    expect(given('https://mcp.example/x?key={{#in.x#}}', 'k', { type: 'object' })).toBe('https://mcp.example/x?key=k');
    expect(isMapping(json('[{{#in.x#}}]', { a: 1 })[0])).toBe(true);
  });
});

describe('a value in a list of addresses', () => {
  const addresses = (text: string, x: string) => given(text, x, { type: 'string', grammar: 'addresses' });

  it('stays one of them', () => {
    expect(addresses('boss@example.com, {{#in.x#}}', 'ada@example.com')).toBe('boss@example.com, ada@example.com');
    expect(addresses('["{{#in.x#}}"]', 'ada@example.com')).toBe('["ada@example.com"]');
    for (const x of ['a@b.c, d@e.f', 'a@b.c;d@e.f', 'a@b.c\r\nBcc: d@e.f', 'a@b.c", "d@e.f', '"x" <a@b.c>']) {
      expect(() => addresses('boss@example.com, {{#in.x#}}', x)).toThrow('not one plain address');
      expect(() => addresses('["{{#in.x#}}"]', x)).toThrow('not one plain address');
    }
  });

  it('is the list, where nothing else is', () => {
    expect(addresses('{{#in.x#}}', 'a@b.c, d@e.f')).toBe('a@b.c, d@e.f');
  });
});
