import { describe, expect, it } from 'vitest';
import type { VariableGroup } from '#plugins/drafts/web/graph/variables.ts';
import { codeHelp, type PromptWords, promptHelp, shortValue } from './prompt-help.ts';

const variables: readonly VariableGroup[] = [
  {
    id: 'model',
    title: 'Write',
    variables: [
      { selector: ['model', 'text'], type: 'string', about: '' },
      { selector: ['model', 'picture'], type: 'file', about: '' },
    ],
  },
  { id: 'sys', title: 'sys', variables: [{ selector: ['sys', 'query'], type: 'string', about: 'What was asked' }] },
];
const help = (more: Partial<PromptWords> = {}) =>
  promptHelp({
    ...{
      variables,
      form: 'selectors',
      special: [],
      specialGroup: 'Special',
      unknownAbout: 'not there',
      lastOf: () => undefined,
    },
    titleOf: ({ id, title }) => (id === 'sys' ? 'System' : title),
    ...more,
  });
const chips = (text: string, more?: Partial<PromptWords>) => help(more).chips?.(text) ?? [];
/** What is offered at `|`, and the text after the first one is taken. */
const offered = (marked: string, more?: Partial<PromptWords>, isAsked = false) => {
  const at = marked.indexOf('|');
  const text = marked.replace('|', '');
  const found = help(more).offers?.(text, at, isAsked) ?? null;
  if (found === null) return null;
  const [first] = found.offers;
  return {
    words: text.slice(found.typed, at),
    taken: text.slice(0, found.from) + (first?.insert ?? '') + text.slice(found.to),
    labels: found.offers.map(({ group, label, type }) => [group, label, type].filter(Boolean).join(' ')),
  };
};

describe('chips of a prompt', () => {
  it('show the title of a node and a name; what is not there is marked', () => {
    expect(chips('Say {{#model.text#}} to {{#gone.text#}}')).toEqual([
      { from: 4, to: 20, label: 'Write · text', about: 'string', isKnown: true },
      { from: 24, to: 39, label: 'gone · text', about: 'not there', isKnown: false },
    ]);
    expect(chips('{{#sys.query#}}')).toMatchObject([{ label: 'System · query', about: 'string · What was asked' }]);
  });

  it('know parts of files and objects, none of texts, and no output that a node does not have', () => {
    const known = (name: string) => chips(`{{#${name}#}}`)[0]?.isKnown;
    expect(known('model.picture.name')).toBe(true);
    expect(known('model.text.name')).toBe(false);
    expect(known('model.other')).toBe(false);
  });

  it('are of placeholders only: not of other braces, nor over ends of lines', () => {
    for (const text of ['{{ model.text }}', '{#model.text#}', '{{#model.\ntext#}}', '{{##}}', '{{}}', '{{# a b #}}'])
      expect(chips(text)).toEqual([]);
  });

  it('are of marks where secrets are typed, and nowhere else', () => {
    const text = 'Bearer [__HIDDEN__:hidden_0123456789abcdef]{{#sys.query#}}[__HIDDEN__]';
    const told = { hidden: { label: 'Hidden', about: 'h' }, lost: { label: 'Lost', about: 'l' } };
    expect(chips(text, told).map(({ from, label, isKnown }) => [from, label, isKnown])).toEqual([
      [7, 'Hidden', true],
      [43, 'System · query', true],
      [58, 'Lost', false],
    ]);
    expect(chips(text)).toHaveLength(1);
  });

  it('are of special placeholders, and of names where names are written', () => {
    expect(chips('{{#context#}}', { special: ['#context#'] })).toMatchObject([{ label: 'context', isKnown: true }]);
    const named = [{ id: '', title: '', variables: [{ selector: ['city'], type: 'string', about: '' }] }];
    expect(chips('{{city}} {{ town }} {{#x.y#}}', { form: 'names', variables: named })).toMatchObject([
      { label: 'city', isKnown: true },
      { label: 'town', isKnown: false },
    ]);
    expect(help({ form: 'jinja2' }).chips).toBeUndefined();
  });

  it('attack T21: take no time that grows with the square of a hostile text', () => {
    const hostile = ['{{'.repeat(20_000), '{{#'.repeat(20_000), `{{#${'a.'.repeat(20_000)}#}}`, '{'.repeat(50_000)];
    for (const text of hostile) {
      chips(text);
      offered(`${text}|`, { form: 'jinja2' });
    }
    // Reaching this is the proof: else the test is over its time.
    expect(hostile).toHaveLength(4);
  });
});

describe('offers of a prompt', () => {
  it('come behind a slash at the beginning of a word, and behind braces', () => {
    expect(offered('Say /|')).toEqual({
      ...{ words: '', taken: 'Say {{#model.text#}}' },
      labels: ['Write text string', 'Write picture file', 'System query string'],
    });
    expect(offered('/te|')?.words).toBe('te');
    for (const text of ['{"text": "/|', '“/|', '(/|', '[/|']) expect(offered(text)?.words).toBe('');
    expect(offered('{{te| more')?.taken).toBe('{{#model.text#}} more');
    for (const text of ['a/|', 'https://|', 'and/or|', 'plain|', '{{#model.text#}}|']) expect(offered(text)).toBeNull();
    expect(offered('plain |', {}, true)?.taken).toBe('plain {{#model.text#}}');
  });

  it('replace the end of a placeholder that is there already', () => {
    expect(offered('{{#mo|#}}!')?.taken).toBe('{{#model.text#}}!');
    expect(offered('{{|}}!')?.taken).toBe('{{#model.text#}}!');
  });

  it('are written as the field writes them', () => {
    const named = [{ id: '', title: '', variables: [{ selector: ['city'], type: 'string', about: '' }] }];
    expect(offered('In {{|', { form: 'names', variables: named })?.taken).toBe('In {{city}}');
    expect(offered('In {{ |', { form: 'jinja2', variables: named })?.taken).toBe('In {{ city }}');
    expect(offered('{% if ci|', { form: 'jinja2', variables: named })?.taken).toBe('{% if city');
    expect(offered('{{c|', { special: ['#context#'] })?.labels[0]).toBe('Special context');
  });

  it('are found by their name before that of their node, the likeliest first', () => {
    const labels = (marked: string) => offered(marked)?.labels.map((label) => label.split(' ')[1]);
    expect([labels('/que|'), labels('/pic|'), labels('/wri|'), labels('/zzz|')]).toEqual([
      ...[['query'], ['picture'], ['text', 'picture'], []],
    ]);
  });

  it('tell the last value in a few words', () => {
    const found = help({ lastOf: ([, name]) => (name === 'text' ? `Once\nupon ${'a '.repeat(100)}` : undefined) });
    const about = found.offers?.('/', 1, false)?.offers[0]?.about ?? '';
    expect(about.startsWith('Once upon a a')).toBe(true);
    expect(about.length).toBeLessThanOrEqual(61);
    expect([shortValue({ a: 1 }), shortValue(0), shortValue(false), shortValue(null), shortValue('')]).toEqual([
      ...['{"a":1}', '0', 'false', '', ''],
    ]);
  });
});

it('offers of code are its inputs and its words, behind the beginning of a name', () => {
  const { offers } = codeHelp([{ name: 'text', type: 'string' }]);
  const [text, word] = [{ label: 'text', type: 'string' }, { label: 'return' }];
  expect(offers?.('return te', 9, false)).toMatchObject({ from: 7, to: 9, offers: [text] });
  expect(offers?.('return ', 7, false)).toBeNull();
  expect(offers?.('return ', 7, true)).toMatchObject({ from: 7, offers: [text, word] });
});
