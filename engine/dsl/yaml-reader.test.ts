import { describe, expect, it } from 'vitest';
import { Float } from '#engine/run/values/value.ts';
import { readRoot } from './read-root.ts';
import { caught } from './testing/caught.ts';
import { readYaml } from './yaml-reader.ts';

const messageOf = (text: string) => {
  const error = caught(() => readYaml(text));
  return error instanceof Error ? error.message : `no error but ${JSON.stringify(error)}`;
};

describe('plain scalars', () => {
  const cases: readonly (readonly [string, unknown])[] = [
    ['yes', true],
    ['Off', false],
    ['y', 'y'],
    ['N', 'N'],
    ['~', null],
    ['', null],
    ['000568', '000568'],
    ['01880', '01880'],
    ['08257', '08257'],
    ['010', 8],
    ['-010', -8],
    ['0', 0],
    ['0x1F', 31],
    ['0b101', 5],
    ['0o17', '0o17'],
    ['1_000', 1000],
    ['12:30:00', 45000],
    ['1:30.5', 90.5],
    ['1.0', new Float(1)],
    ['1.5', 1.5],
    ['-.5', '-.5'],
    ['.5', 0.5],
    ['6.02e+23', new Float(6.02e23)],
    ['6.02e23', '6.02e23'],
    ['1e3', '1e3'],
    ['1.0e+999', '1.0e+999'],
    ['.inf', '.inf'],
    ['0.5.0', '0.5.0'],
    ['2024-01-01', '2024-01-01'],
    ['2024-01-01 10:00:00', '2024-01-01 10:00:00'],
    ['9007199254740993', 9007199254740993n],
    ['12345678901234567890', 12345678901234567890n],
    ['=', '='],
  ];
  for (const [text, value] of cases) {
    it(`reads ${text === '' ? 'nothing' : text} as YAML 1.1 does`, () => {
      expect(readYaml(`a: ${text}`)).toStrictEqual({ a: value });
    });
  }

  it('keeps a number of a million digits as text instead of computing it', () => {
    const digits = '9'.repeat(1_000_000);
    expect(readYaml(`a: ${digits}`)).toEqual({ a: digits });
  });

  it('reads quoted text as text', () => {
    expect(readYaml(`a: 'yes'\nb: "010"\nc: |\n  1\n`)).toEqual({ a: 'yes', b: '010', c: '1\n' });
  });

  it('keeps keys as they are written', () => {
    expect(readYaml('y: 1\non: 2\n010: 3\n1.0: 4\n')).toEqual({ y: 1, on: 2, '010': 3, '1.0': 4 });
  });

  it('obeys the tags of plain data', () => {
    expect(readYaml('a: !!str 010\nb: !!int "3"\nc: !!float 3\nd: !!null ""\ne: !!seq [1]\nf: ! 12')).toStrictEqual({
      a: '010',
      b: 3,
      c: new Float(3),
      d: null,
      e: [1],
      f: '12',
    });
  });
});

describe('tolerances', () => {
  it('accepts byte order mark, CRLF, comments and keys in any script', () => {
    expect(readYaml('\uFEFF# first\r\n模型: a # why\r\nb:\r\n- |\r\n  x\r\n  y\r\n')).toEqual({
      模型: 'a',
      b: ['x\ny\n'],
    });
  });

  it('accepts quoted text that runs on at the margin', () => {
    const text = `a:\n  - b: 'first\nsecond "quoted" it''s\n\nthird'\n    c: "x\ny\\"z"\nd: 1`;
    expect(readYaml(text)).toEqual({ a: [{ b: `first second "quoted" it's\nthird`, c: 'x y"z' }], d: 1 });
  });

  it('resolves aliases and merges', () => {
    expect(readYaml('a: &x {k: 1, l: 2}\nb: *x\nc: {<<: *x, k: 3}\nd: {<<: [{m: 1}, *x]}')).toEqual({
      a: { k: 1, l: 2 },
      b: { k: 1, l: 2 },
      c: { k: 3, l: 2 },
      d: { m: 1, k: 1, l: 2 },
    });
  });
});

describe('keys that occur twice', () => {
  const read = (text: string) => {
    const { tree, warnings } = readRoot(text);
    return { tree: tree as Record<string, unknown>, warnings };
  };

  it('have their last value, in the place of the first, and are told of', () => {
    const { tree, warnings } = read('a: {x: 1}\nb: {k: 2, k: 3}\na:\n  y: 2\n');
    expect(tree).toEqual({ a: { y: 2 }, b: { k: 3 } });
    expect(Object.keys(tree)).toEqual(['a', 'b']);
    expect(warnings).toEqual([
      "Line 2, column 11: the key 'k' occurs twice, and this one counts: remove the other.",
      "Line 3, column 1: the key 'a' occurs twice, and this one counts: remove the other.",
    ]);
  });

  it('may be merged, inherited and anchored ones, and JSON', () => {
    expect(read('a: &a {k: 1}\na: {k: 2}\nb: *a\nc: {<<: *a, k: 3, k: 4}').tree).toEqual({
      a: { k: 2 },
      b: { k: 1 },
      c: { k: 4 },
    });
    expect(read('constructor: 1\nconstructor: 2').tree).toEqual({ constructor: 2 });
    expect(read('{"a": 1, "a": 2}')).toMatchObject({ tree: { a: 2 }, warnings: [expect.stringContaining("'a'")] });
  });

  it('are told of in an envelope, and not without end', () => {
    const text = Array.from({ length: 5000 }, (_, index) => `k: ${index}`).join('\n');
    const { tree, warnings } = read(JSON.stringify({ data: text }));
    expect(tree).toEqual({ k: 4999 });
    expect(warnings).toHaveLength(21);
    expect(warnings.at(-1)).toBe('… and 4979 more keys that occur twice');
    expect(read(`${'k'.repeat(1000)}: 1\n${'k'.repeat(1000)}: 2`).warnings[0]?.length).toBeLessThan(200);
  });
});

describe('refusals', () => {
  it('name line and column of a syntax error', () => {
    expect(messageOf('a: 1\nb: [1, 2\nc: 3\n')).toMatch(/^Line \d+, column \d+: this is no valid YAML: /);
    expect(messageOf('a: 1\n b: 2')).toMatch(/^Line \d, column \d+: /);
    expect(messageOf("a: 'never closed\nb: 2")).toMatch(/closing 'quote/);
  });

  it('make no stack for each of ten thousand mistakes, and leave stacks to others', () => {
    const [frames, before] = [Error.stackTraceLimit, Error.prepareStackTrace];
    let longest = 0;
    Error.prepareStackTrace = (error, sites) => {
      longest = Math.max(longest, sites.length);
      return String(error);
    };
    try {
      expect(messageOf(`[${','.repeat(10_000)}]`)).toMatch(/no valid YAML/);
      expect(messageOf(`{${'a,'.repeat(10)}`)).toMatch(/no valid YAML|twice/);
    } finally {
      Error.prepareStackTrace = before;
    }
    expect(longest).toBe(0);
    expect(Error.stackTraceLimit).toBe(frames);
  });

  it('name duplicate keys and where they are, where nobody would be told of them', () => {
    expect(messageOf('a: 1\nb: 2\na: 3\n')).toBe("Line 3, column 1: the key 'a' occurs twice: remove one.");
  });

  it('attack T10: hold for values that a later one replaces', () => {
    const reading = (text: string) => () => readYaml(text, { warn: () => undefined });
    expect(reading('__proto__: {a: 1}\na: 1')).toThrow(/'__proto__' is not allowed/);
    expect(reading('a: 1\na: {__proto__: {b: 1}}\na: 2')).toThrow(/'__proto__' is not allowed/);
    expect(reading('constructor: {prototype: {b: 1}}\nconstructor: 1')).toThrow(/'constructor' is not allowed/);
    expect(reading('constructor: 1\nconstructor: {prototype: {b: 1}}')).toThrow(/'constructor' is not allowed/);
    const bomb = Array.from({ length: 12 }, (_, level) => {
      const items = Array<string>(10).fill(level === 0 ? 'lol' : `*a${level - 1}`);
      return `a: &a${level} [${items.join(', ')}]`;
    });
    expect(reading(bomb.join('\n'))).toThrow(/aliases expand/);
    expect(reading('a: &a [*a]\na: 1')).toThrow(/contains itself/);
    expect(reading(`a: ${'['.repeat(300)}${']'.repeat(300)}\na: 1`)).toThrow(/nested deeper/);
    expect(({} as { b?: number }).b).toBeUndefined();
  });

  it('keep tags, prototypes, complex keys and several documents out', () => {
    expect(messageOf('a: !!js/function "function () {}"')).toMatch(/^Line 1, column \d+: the tag .*not allowed/);
    expect(messageOf('a: !!python/object/apply:os.system [ls]')).toMatch(/tag/);
    expect(messageOf('a: !!binary aGk=')).toMatch(/tag/);
    expect(messageOf('a: !!set {x: null}')).toMatch(/tag/);
    expect(messageOf('a: !!int x')).toMatch(/does not fit its tag/);
    expect(messageOf('__proto__: {polluted: true}')).toMatch(/'__proto__' is not allowed/);
    expect(messageOf('{"a": {"__proto__": 1}}')).toMatch(/'__proto__' is not allowed/);
    expect(messageOf('constructor: {prototype: {polluted: true}}')).toMatch(/'constructor' is not allowed/);
    expect(readYaml('constructor: Lotus')).toEqual({ constructor: 'Lotus' });
    expect(messageOf('? [a, b]\n: 1')).toMatch(/a key must be text/);
    expect(messageOf('a: 1\n---\nb: 2')).toMatch(/several YAML documents/);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it('stop a bomb of aliases, of nodes and of long text', () => {
    const levels = Array.from({ length: 12 }, (_, level) => {
      const items =
        level === 0
          ? '"lol"'
          : Array<string>(10)
              .fill(`*a${level - 1}`)
              .join(', ');
      return `a${level}: &a${level} [${items}]`;
    });
    expect(messageOf(levels.join('\n'))).toMatch(/aliases expand/);
    const text = `a: &a "${'x'.repeat(100_000)}"\nb: [${Array<string>(1000).fill('*a').join(', ')}]`;
    expect(messageOf(text)).toMatch(/aliases expand/);
    const deep = Array.from({ length: 150 }, (_, level) => `a${level}: &a${level} [[${level ? `*a${level - 1}` : 1}]]`);
    expect(messageOf(deep.join('\n'))).toMatch(/nest too deeply/);
    expect(messageOf('a: &a [*a]')).toMatch(/contains itself/);
    expect(messageOf('a: *missing')).toMatch(/no anchor &missing|Unresolved alias/);
  });

  it('stop nesting in every style before the stack does', () => {
    for (const text of ['['.repeat(100_000), '{a: '.repeat(100_000), '- '.repeat(100_000), '? '.repeat(100_000)]) {
      expect(messageOf(text)).toMatch(/nested deeper than 200|pieces of syntax/);
    }
    const indented = Array.from({ length: 1000 }, (_, level) => `${' '.repeat(level)}a:`).join('\n');
    expect(messageOf(indented)).toMatch(/nested deeper/);
  });

  it('stop documents of too many bytes or too much syntax', () => {
    expect(messageOf(`a: "${'x'.repeat(11 * 1024 * 1024)}"`)).toMatch(/larger than 10 MB/);
    expect(messageOf(`a: "${'ü'.repeat(6 * 1024 * 1024)}"`)).toMatch(/larger than 10 MB/);
    expect(messageOf(`a: [${'1,'.repeat(600_000)}]`)).toMatch(/pieces of syntax/);
    expect(messageOf(`a: [${'1,'.repeat(5_000_000)}]`)).toMatch(/more than 500000 pieces of syntax/);
  });

  it('take text of nearly 10 MB and many keys in their stride', () => {
    const long = readYaml(`a: |\n${`  ${'x'.repeat(98)}\n`.repeat(90_000)}`) as { a: string };
    expect(long.a).toHaveLength(90_000 * 99);
    const keys = Array.from({ length: 50_000 }, (_, index) => `k${index}: 1`).join('\n');
    expect(Object.keys(readYaml(keys) as object)).toHaveLength(50_000);
  });
});
