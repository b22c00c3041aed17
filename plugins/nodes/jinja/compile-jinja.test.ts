import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Float, fromJson } from '#engine';
import { compileJinja, TemplateError } from './compile-jinja.ts';

interface Case {
  readonly template: string;
  readonly values: Readonly<Record<string, unknown>>;
  readonly expected: string;
}

const cases = fromJson(readFileSync(new URL('./jinja2-cases.json', import.meta.url), 'utf8')) as readonly Case[];

function render(template: string, values: Readonly<Record<string, unknown>> = {}): string {
  return compileJinja(template).render(values);
}

function failure(template: string, values: Readonly<Record<string, unknown>> = {}): TemplateError {
  try {
    render(template, values);
  } catch (error) {
    if (error instanceof TemplateError) return error;
    throw error;
  }
  throw new Error(`rendered without an error: ${template}`);
}

describe('templates as CPython Jinja2 3.1 renders them', () => {
  it.each(cases)('renders $template', ({ template, values, expected }) => {
    expect(render(template, values)).toBe(expected);
  });
});

describe('values of a run in templates', () => {
  it('keeps floats apart from integers', () => {
    expect(render('{{ a }} {{ b }} {{ a == b }} {{ [a, b] }}', { a: 1, b: new Float(1) })).toBe('1 1.0 True [1, 1.0]');
  });

  it('keeps integers beyond 2^53 exact', () => {
    expect(render('{{ n }} {{ n + 1 }}', { n: 9007199254740993n })).toBe('9007199254740993 9007199254740994');
  });

  it('does not change the values it was given, even when it appends to them', () => {
    const list = [1];
    const nested = { list };
    expect(render('{{ list.append(2) }}{{ list }}{{ o.list.append(3) }}{{ o.list }}', { list, o: nested })).toBe(
      'None[1, 2]None[1, 3]',
    );
    expect(list).toEqual([1]);
  });

  it('sees only the variables it is given', () => {
    expect(render('{{ process }}{{ globalThis }}{{ constructor }}|{{ a }}', { a: 1 })).toBe('|1');
  });

  it('supports do, break and continue', () => {
    expect(render('{% set l = [] %}{% do l.append(1) %}{{ l }}')).toBe('[1]');
    expect(
      render(
        '{% for i in range(9) %}{% if i == 2 %}{% continue %}{% endif %}{% if i > 4 %}{% break %}{% endif %}{{ i }}{% endfor %}',
      ),
    ).toBe('0134');
  });

  it('normalises line ends and drops one at the end', () => {
    expect(render('a\r\nb\r\n\r\n')).toBe('a\nb\n');
  });
});

describe('errors of templates', () => {
  it.each([
    ['{{ a', 'never closed'],
    ['x\n{% if a %}', 'endif'],
    ['{{ a | nothing }}', "No filter named 'nothing'"],
    ['{{ a is nothing }}', "No test named 'nothing'"],
    ['{% include "x" %}', "unknown tag 'include'"],
    ['{% endif %}', "unknown tag 'endif'"],
    ['{{ "open }}', 'never closed'],
    ['{{ 1 + }}', 'expected an expression'],
    ['{{ f(a=1, 2) }}', 'positional argument follows keyword argument'],
    ['{% break %}', 'outside a loop'],
    ['{% raw %}', 'never closed'],
    ['{% set true = 1 %}', "can't assign"],
  ])('refuses %s', (template, message) => {
    expect(() => compileJinja(template)).toThrow(message);
  });

  it.each([
    ['parentheses', `{{ ${'('.repeat(5000)}1${')'.repeat(5000)} }}`],
    ['lists', `{{ ${'['.repeat(5000)}${']'.repeat(5000)} }}`],
    ['negations', `{{ ${'not '.repeat(5000)} a }}`],
    ['signs', `{{ ${'-'.repeat(5000)} 1 }}`],
    ['blocks', '{% if a %}'.repeat(5000)],
    ['alternatives', `{% if a %}${'{% elif a %}'.repeat(20_000)}{% endif %}`],
  ])('refuses %s nested without end', (_name, template) => {
    expect(() => compileJinja(template)).toThrow('nested too deeply');
  });

  it('name line and column', () => {
    expect(failure('a\nb {{ x.y.z }}', { x: {} })).toMatchObject({
      message: "'x.y' is undefined (line 2, column 3)",
      position: { line: 2, column: 3 },
    });
    expect(() => compileJinja('ok\n{{ 1 | nope }}')).toThrow('line 2, column 8');
  });

  it.each([
    ['{{ missing.attribute }}', "'missing' is undefined"],
    ['{{ 1 + "a" }}', "unsupported operand type(s) for +: 'int' and 'str'"],
    ['{{ 1 / 0 }}', 'division by zero'],
    ['{{ 1 % 0 }}', 'modulo by zero'],
    ['{{ 1 < "a" }}', 'not supported between instances'],
    ['{% for x in 5 %}{% endfor %}', "'int' object is not iterable"],
    ['{{ "a"() }}', 'not callable'],
    ['{% set a, b = [1] %}', 'not enough values to unpack'],
    ['{{ "%d" % "a" }}', 'a number is required'],
    ['{{ "a".split("") }}', 'empty separator'],
    ['{{ [1].pop(5) }}', 'out of range'],
    ['{{ "a".upper(1, 2).nope() }}', 'undefined'],
    ['{{ range(3) + [1] }}', "unsupported operand type(s) for +: 'range' and 'list'"],
    ['{{ range(3) * 2 }}', 'unsupported operand type(s) for *'],
    ['{{ range(3) < range(4) }}', 'not supported between instances'],
    ["{{ '{a[c]}'.format(a={'b': 1}) }}", 'no such item'],
    ["{{ '{a[get]}{b[0]}'.format(a=[1], b=5) }}", 'no such item'],
    ["{{ '{a[]}'.format(a=[1]) }}", 'unexpected'],
  ])('fail at run for %s', (template, message) => {
    expect(failure(template).message).toContain(message);
  });
});

describe('hostile templates', () => {
  it.each([
    ['a loop in a loop', '{% for a in range(1000) %}{% for b in range(1000) %}{% endfor %}{% endfor %}'],
    ['a giant range', '{% for a in range(1000000000) %}{% endfor %}'],
    ['a giant range as a list', '{{ range(1000000000)|list }}'],
    ['too much output', "{% for a in range(1000) %}{{ 'x' * 1000 }}{% endfor %}"],
    ['a giant text', "{{ ('x' * 1000000000)|length }}"],
    [
      'a doubling text',
      "{% set ns = namespace(s='x') %}{% for i in range(60) %}{% set ns.s = ns.s ~ ns.s %}{% endfor %}",
    ],
    [
      'a doubling replace',
      "{% set ns = namespace(s='xx') %}{% for i in range(60) %}{% set ns.s = ns.s.replace('x', 'xx') %}{% endfor %}",
    ],
    [
      'a doubling join',
      "{% set ns = namespace(s='xx') %}{% for i in range(60) %}{% set ns.s = ns.s.join(['a', 'b', ns.s]) %}{% endfor %}",
    ],
    [
      'a doubling list',
      '{% set ns = namespace(l=[1]) %}{% for i in range(60) %}{% set ns.l = ns.l + ns.l %}{% endfor %}',
    ],
    ['a list multiplied', '{{ ([1] * 1000000000)|length }}'],
    ['a giant power', '{{ 9 ** 99999999 }}'],
    [
      'a growing product',
      '{% set ns = namespace(n=9) %}{% for i in range(99) %}{% set ns.n = ns.n * ns.n %}{% endfor %}',
    ],
    ['endless recursion', '{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}'],
    ['mutual recursion', '{% macro a() %}{{ b() }}{% endmacro %}{% macro b() %}{{ a() }}{% endmacro %}{{ a() }}'],
    ['a list in itself', '{% set l = [] %}{% set _ = l.append(l) %}{{ l }}'],
    [
      'a shared structure printed',
      '{% set ns = namespace(l=[1]) %}{% for i in range(60) %}{% set ns.l = [ns.l, ns.l] %}{% endfor %}{{ ns.l }}',
    ],
    [
      'a shared structure as JSON',
      '{% set ns = namespace(l=[1]) %}{% for i in range(60) %}{% set ns.l = [ns.l, ns.l] %}{% endfor %}{{ ns.l|tojson }}',
    ],
    [
      'shared structures compared',
      '{% set ns = namespace(a=[1], b=[1]) %}{% for i in range(60) %}{% set ns.a = [ns.a, ns.a] %}{% set ns.b = [ns.b, ns.b] %}{% endfor %}{{ ns.a == ns.b }}',
    ],
    ['a wide pad', '{{ "a".center(1000000000) }}'],
    ['a wide format', "{{ '%1000000000d' % 1 }}"],
    ['a wide indent', "{{ ('a\\n' * 100000)|indent(1000) }}"],
    [
      'appending while walking',
      '{% set l = [1] %}{% for i in l %}{% set _ = l.extend(l) %}{% endfor %}{% for i in range(60) %}{% set _ = l.extend(l) %}{% endfor %}',
    ],
    ['membership of long lists', '{% set l = range(100000)|list %}{% for i in range(1000) %}{{ -1 in l }}{% endfor %}'],
    ['a giant batch', '{{ [1]|batch(1000000000, 0)|list }}'],
    ['long keys printed', "{{ {'x' * 100000: range(1000)|list}|pprint }}"],
    ['a giant slice', '{{ [1]|slice(1000000000)|list }}'],
    ['recursive loops', '{% for x in [l] recursive %}{{ loop(x) }}{% endfor %}'],
  ])('stops %s', (_name, template) => {
    const l: unknown[] = [];
    l.push(l);
    expect(failure(template, { l })).toBeInstanceOf(TemplateError);
  });

  it.each([
    "{{ ''.__class__ }}",
    "{{ ''.constructor }}",
    '{{ x.constructor }}',
    "{{ x['constructor'] }}",
    '{{ x.__proto__ }}',
    "{{ x['__proto__'] }}",
    '{{ x.toString }}',
    "{{ x['hasOwnProperty'] }}",
    "{{ l.constructor }}{{ l['map'] }}",
    "{{ l['length'] }}{{ l.length }}",
    "{{ x|attr('constructor') }}{{ x|attr('__class__') }}{{ l|attr('append') }}",
    "{{ [x]|map(attribute='constructor')|first }}",
    "{{ [x]|map(attribute='__proto__.constructor')|first }}",
    "{{ range.constructor }}{{ range.__globals__ }}{{ range['call'] }}",
    '{{ dict.constructor }}{{ namespace.prototype }}',
    '{{ loop.constructor }}{{ cycler.__init__ }}',
    '{% macro m() %}{% endmacro %}{{ m.constructor }}{{ m.__globals__ }}{{ m["call"] }}',
    "{{ x.get('constructor', '') }}{{ 'constructor' in x or '' }}",
    '{% for i in [1] %}{{ loop.constructor }}{{ loop["callable"] }}{% endfor %}',
    "{{ namespace(a=1).constructor }}{{ namespace()['values'] }}",
  ])('reaches nothing of the host through %s', (template) => {
    let text: string;
    try {
      text = render(template, { x: { a: 1 }, l: [1] });
    } catch (error) {
      expect(error).toBeInstanceOf(TemplateError);
      return;
    }
    expect(text.replaceAll('False', '')).toBe('');
  });

  it('can not pollute a prototype', () => {
    render(
      "{% set d = dict(__proto__=1) %}{% set _ = d.update({'__proto__': {'polluted': 1}, 'constructor': 2}) %}{% set ns = namespace(__proto__=5) %}{% set ns.__proto__ = {'polluted': 1} %}",
    );
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });

  it('refuses attribute access inside format fields', () => {
    expect(failure("{{ '{0.__class__}'.format(1) }}").message).toContain('unexpected');
  });
});
