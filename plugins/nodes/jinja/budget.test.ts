import { afterEach, describe, expect, it, vi } from 'vitest';
import { compileJinja, TemplateError } from './compile-jinja.ts';

const long = 'aB'.repeat(500_000);
const twin = `${'aB'.repeat(499_999)}ac`;

function failure(template: string, values: Readonly<Record<string, unknown>>): string {
  try {
    compileJinja(template).render(values);
  } catch (error) {
    if (error instanceof TemplateError) return error.message;
    throw error;
  }
  throw new Error(`rendered without an error: ${template}`);
}

function often(body: string): string {
  return `{% set l = [] %}{% for i in range(90000) %}${body}{% endfor %}`;
}

/** Each took minutes, or more memory than its thread has, while it counted as few steps. */
describe('the budget of a template', () => {
  it.each([
    ['methods of a long text', often('{% set t = s.upper() %}')],
    ['methods whose results are kept', often('{% set t = l.append(s.upper()) %}')],
    ['filters of a long text', often('{% set t = s|length %}')],
    ['tests of a long text', often('{% if s is lower %}{% endif %}')],
    ['comparisons of long texts', often('{% set t = s == u %}')],
    ['characters of a long text', often('{% set t = s[3] %}')],
    ['walks that end at once', often('{% for c in s %}{% break %}{% endfor %}')],
    ['a filter mapped over one long text', "{{ ([s] * 90000)|map('upper')|list|length }}"],
    ['a filter that folds one long text', '{{ ([s] * 90000)|unique|list|length }}'],
    ['a sort of long texts', '{{ ([s, u] * 9000)|sort|length }}'],
    ['one long text printed many times in a list', '{{ ([s] * 90000)|string|length }}'],
    ['one long text in JSON many times', '{{ ([s] * 90000)|tojson|length }}'],
    ['lists with one long text joined', '{{ ([[s]] * 90000)|join|length }}'],
    ['membership among long texts', '{{ u in [s] * 90000 }}'],
    [
      'a doubling tuple',
      '{% set ns = namespace(l=(0,)) %}{% for i in range(60) %}{% set ns.l = ns.l + ns.l %}{% endfor %}',
    ],
    ['many wide fields of a % format', "{{ (('%(a)9999d' * 60000) % {'a': 1})|length }}"],
    ['many wide fields of a {} format', "{{ ('{0:9999}' * 60000).format(1)|length }}"],
    ['a tab of gigabytes', "{{ '\\t'.expandtabs(2000000000)|length }}"],
    ['many wide tabs', "{{ ('\\t' * 100000).expandtabs(1000000)|length }}"],
    ['a table that makes each character long', "{{ s.translate(''.maketrans({'a': 'x' * 100000}))|length }}"],
    ['a table of a long text', '{{ s.translate(s)|length }}'],
    ['tables of a long text', often('{% set t = s.maketrans(s, s) %}')],
    ['bytes of a long text', often('{% set t = s.encode() %}')],
    ['bytes that are kept', often('{% set t = l.append(s.encode()) %}')],
    ['bytes with long stand-ins', "{{ ('é' * 400000).encode('ascii', 'xmlcharrefreplace')|length }}"],
    ['bytes printed many times', '{{ ([s.encode()] * 90000)|string|length }}'],
    ['bytes compared many times', '{{ s.encode() in [s.encode()] * 90000 }}'],
    ['links of a long text', often('{% set t = s|urlize %}')],
    ['kinds of a long text', often('{% set t = s.isprintable() %}')],
    ['searches of a long text', often("{% set t = s.find('zz', 1, 999999) %}")],
    [
      'items taken from a long dict',
      '{% set d = {}.fromkeys(range(90000)) %}{% for i in range(90000) %}{{ d.popitem() }}{% endfor %}',
    ],
    ['a block that names itself', '{% block a %}{{ self.a() }}{% endblock %}'],
    [
      'blocks that double',
      '{% block a %}x{% endblock %}{% block b %}{{ self.a() * 1000000 }}{% endblock %}{% for i in range(9) %}{{ self.b() }}{% endfor %}',
    ],
    ['a wide pad with a long fill', "{{ 'x'.center(1600000, 'a' * 300)|length }}"],
  ])('ends %s', (_name, template) => {
    expect(failure(template, { s: long, u: twin })).not.toBe('');
  });

  it.each([
    ['marks that never close', '{{ t|striptags|length }}', '<'.repeat(1_000_000), '1000000'],
    ['comments that never close', '{{ t|striptags|length }}', '<!--'.repeat(250_000), '1000000'],
    ['blanks behind a long word', '{{ t|wordwrap(1)|length }}', `${'a'.repeat(50_000)}${' '.repeat(400_000)}`, '99999'],
    ['brackets around no address', '{{ t|urlize|length }}', `${'('.repeat(500_000)}x${')'.repeat(400_000)}y`, '900002'],
    ['an address that is none', '{{ t|urlize|length }}', `http://${'a.'.repeat(400_000)}!`, '800008'],
    ['a mailbox that is none', '{{ t|urlize|length }}', '@a'.repeat(400_000), '800000'],
    [
      'a million brackets that close',
      '{{ t|urlize|length }}',
      `http://a.com/${'('.repeat(300_000)}${')'.repeat(300_000)}`,
      '1200056',
    ],
    [
      'one word of a million letters',
      '{{ t.title().swapcase().casefold().istitle() }}',
      'a'.repeat(1_000_000),
      'False',
    ],
    ['blanks at both ends', '{{ t.strip()|length }}', `${' '.repeat(500_000)}a${' '.repeat(500_000)}`, '1'],
    ['words without end', '{{ t|wordwrap(3)|length }}', 'ab-cd--ef '.repeat(40_000), '519999'],
    ['hyphens without end', '{{ t|wordwrap(2000)|length }}', '-'.repeat(400_000), '400199'],
    ['a million digits', '{{ t|int }}', '7'.repeat(1_000_000), '0'],
    ['a million zeros in a format', "{{ (('%' ~ t) % {})|length }}", '0'.repeat(1_000_000), '1000001'],
  ])('is not needed for %s', (_name, template, t, expected) => {
    expect(compileJinja(template).render({ t })).toBe(expected);
  });

  it('leaves room for ordinary work on large texts', () => {
    const text = 'ab '.repeat(20_000);
    const template = "{% for word in t.split(' ') %}{{ word|upper }}{{ loop.index if 'b' in word }},{% endfor %}";
    expect(compileJinja(template).render({ t: text })).toHaveLength(148_895);
  });

  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('has an end in time for whatever is not counted', () => {
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => {
      now += 1_000;
      return now;
    });
    expect(failure(often('{% if d %}{% endif %}'), { d: { a: 1 } })).toContain('needs more than 5 s');
  });
});

describe('markup that is stripped', () => {
  it.each([
    ['a<b>c</b> <!-- <i>x</i> -->d', 'ac d'],
    ['1 < 2', '1 < 2'],
    ['<!-- open <b>c</b>', 'c'],
    ['&lt;b&gt; &amp; <br/>c', '<b> & c'],
  ])('makes of %j %j', (text, expected) => {
    expect(compileJinja('{{ t|striptags }}').render({ t: text })).toBe(expected);
  });
});
