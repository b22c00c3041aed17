import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { heldOf, newTool, parametersOf, providerOf, withHeld } from './web/fields/agent-tools.ts';
import { recipientsOf, withRecipients, wrongAddress } from './web/fields/deliveries.ts';
import { fromTime, timeOf } from './web/fields/metadata-times.ts';
import { emptyOf, freeKey, itemTypeOf, keyProblem, likeBefore, withKey } from './web/fields/structured.ts';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');

describe('forms of all kinds of fields', () => {
  const kinds = [...read('../../runs/node-forms/node-field.ts').matchAll(/readonly kind: '([a-z-]+)';/g)].map(
    ([, kind = '']) => kind,
  );
  const fields = read('web/fields/fields.tsx');
  const table = fields.slice(fields.indexOf('const components'), fields.indexOf('export interface FieldsProps'));

  it('each kind has a component of its own', () => {
    expect(kinds.length).toBeGreaterThan(30);
    for (const kind of kinds) {
      const hasOne = kind === 'group' || new RegExp(`['{ ]${kind}'?: [A-Za-z.]+`).test(table);
      expect(hasOne, `${kind} has a component in fields.tsx`).toBe(true);
    }
  });

  it('JSON is a tab beside a form, or a value of no known shape', () => {
    const folder = new URL('web/fields/', import.meta.url);
    const users = readdirSync(folder).filter(
      (name) => name.endsWith('.tsx') && readFileSync(new URL(name, folder), 'utf8').includes('<JsonInput'),
    );
    expect(users).toEqual(['schema-fields.tsx', 'schema-input.tsx', 'structured-input.tsx']);
  });
});

describe('values of objects and lists', () => {
  it('keep what can be read as the other type, and their order', () => {
    expect(emptyOf('number', '12')).toBe(12);
    expect(emptyOf('number', 'a')).toBe(0);
    expect(emptyOf('string', 4.5)).toBe('4.5');
    expect(emptyOf('boolean', 'true')).toBe(true);
    expect(emptyOf('object', { a: 1 })).toEqual({ a: 1 });
    expect(emptyOf('array', 'a')).toEqual([]);
    expect(JSON.stringify(withKey({ a: 1, b: 2, c: 3 }, 'b', 'x'))).toBe('{"a":1,"x":2,"c":3}');
  });

  it('name types of items, and free keys', () => {
    expect(itemTypeOf('array[number]')).toBe('number');
    expect(itemTypeOf('array[file]')).toBeUndefined();
    expect(freeKey(['a', 'key_3'])).toBe('key_4');
    expect(keyProblem(['a', 'b'], 'a', 'b')).toBe('taken');
    expect(keyProblem(['a'], 'a', '')).toBe('empty');
    expect(keyProblem(['a'], 'a', 'a')).toBeNull();
  });

  it('of a comparison: texts stay texts, numbers numbers, commas stay', () => {
    expect(likeBefore('1, 2', 'x')).toBe('1, 2');
    expect(likeBefore('7', '6')).toBe('7');
    expect(likeBefore('7', 6)).toBe(7);
    expect(likeBefore('seven', 6)).toBe('seven');
  });
});

describe('tools of agents', () => {
  const unit = { name: 'unit', type: 'select', form: 'form', default: 'km', options: ['km', 'mi'] };
  const place = { name: 'place', type: 'string', form: 'llm' };
  const tool = { name: 'weather', label: 'Weather', description: 'Tells it.', parameters: [unit, place] };
  const provider = {
    ...{ kind: 'builtin', id: 'sky', label: 'Sky', configured: true, unreadable: false, credentials_schema: null },
    tools: [tool],
  };

  it('are added as each kind of document has them', () => {
    expect(newTool('configuration', provider, tool)).toEqual({
      ...{ enabled: true, provider_type: 'builtin', provider_id: 'sky', provider_name: 'sky' },
      ...{ tool_name: 'weather', tool_label: 'Weather', tool_parameters: { unit: 'km', place: '' } },
    });
    expect(newTool('node', provider, tool)).toMatchObject({
      ...{ enabled: true, type: 'builtin', tool_name: 'weather' },
      settings: { unit: { value: { type: 'constant', value: 'km' } } },
      parameters: { place: { auto: 1, value: null } },
    });
  });

  it('are found by where they come from', () => {
    expect(providerOf([provider], { provider_name: 'somebody/sky/sky', tool_name: 'weather' })).toBe(provider);
    expect(providerOf([provider], { provider_id: 'sky', tool_name: 'tides' })).toBeUndefined();
  });

  it.each([
    ['plain', { settings: { unit: 'km', odd: 1 } }, { settings: { unit: 'mi', odd: 1 } }],
    ['in a value', { settings: { unit: { value: 'km' } } }, { settings: { unit: { value: 'mi' } } }],
    [
      'typed',
      { more: 1, settings: { unit: { value: { type: 'constant', value: 'km' } } } },
      { more: 1, settings: { unit: { value: { type: 'constant', value: 'mi' } } } },
    ],
    ['nothing', {}, { settings: { unit: { value: { type: 'constant', value: 'mi' } } } }],
  ])('settings stay wrapped as they are: %s', (_, before, after) => {
    if ('settings' in before) expect(heldOf('node', before, unit).value).toBe('km');
    expect(withHeld('node', before, unit, { value: 'mi', by: 'constant' })).toEqual(after);
  });

  it('a parameter is the model’s, or has a value', () => {
    const asked = { parameters: { place: { auto: 1, value: null, note: 'kept' } } };
    expect(heldOf('node', asked, place).isAuto).toBe(true);
    const set = withHeld('node', asked, place, { value: ['sys', 'query'], by: 'variable' });
    expect(set).toEqual({
      parameters: { place: { auto: 0, value: { type: 'variable', value: ['sys', 'query'] }, note: 'kept' } },
    });
    expect(heldOf('node', set, place)).toMatchObject({ value: ['sys', 'query'], isVariable: true, isAuto: false });
    expect(heldOf('node', withHeld('node', set, place, 'auto'), place).isAuto).toBe(true);
    expect(heldOf('configuration', { tool_parameters: { place: '' } }, place).isAuto).toBe(true);
  });

  it('that are not here are shown as the document knows them', () => {
    const schemas = [
      {
        name: 'zone',
        type: 'select',
        form: 'form',
        label: { en_US: 'Zone' },
        options: [{ value: 'UTC', label: { en_US: 'Universal' } }],
      },
    ];
    expect(parametersOf({ schemas }, undefined)).toMatchObject([
      { name: 'zone', label: 'Zone', form: 'form', options: [{ value: 'UTC', label: 'Universal' }] },
    ]);
  });
});

describe('recipients of forms', () => {
  const config = {
    debug_mode: true,
    recipients: {
      whole_workspace: false,
      items: [
        { type: 'member', user_id: 'a', note: 1 },
        { type: 'group', id: 'g' },
        { type: 'external', email: 'x@y.example' },
      ],
    },
  };

  it('are changed, and what is no member and no address stays', () => {
    expect(recipientsOf(config)).toEqual({ isWholeWorkspace: false, members: ['a'], addresses: ['x@y.example'] });
    expect(withRecipients(config, { members: ['a', 'b'], addresses: [] })).toEqual({
      debug_mode: true,
      recipients: {
        whole_workspace: false,
        items: [
          { type: 'group', id: 'g' },
          { type: 'member', user_id: 'a', note: 1 },
          { type: 'member', user_id: 'b' },
        ],
      },
    });
  });

  it('a list of addresses stays one', () => {
    expect(withRecipients({ recipients: ['a@b.example'] }, { addresses: ['c@d.example'] })).toEqual({
      recipients: ['c@d.example'],
    });
    expect(withRecipients({ recipients: ['a@b.example'] }, { isWholeWorkspace: true })).toEqual({
      recipients: { whole_workspace: true, items: [{ type: 'external', email: 'a@b.example' }] },
    });
  });

  it('nothing that begins another header is an address', () => {
    expect(wrongAddress('a@b.example\n\nc@d.example')).toBeUndefined();
    expect(wrongAddress('a@b.example\nb@c.example, d@e.example')).toBe('b@c.example, d@e.example');
    expect(wrongAddress('a <a@b.example>')).toBe('a <a@b.example>');
  });
});

it('times of metadata are seconds, shown in local time; what is none stays', () => {
  const seconds = fromTime('2026-03-15T09:30');
  expect(seconds).toBe(Math.floor(new Date('2026-03-15T09:30').getTime() / 1000));
  expect(timeOf(seconds)).toBe('2026-03-15T09:30');
  expect(timeOf(String(seconds))).toBe('2026-03-15T09:30');
  expect(timeOf('')).toBe('');
  expect(timeOf('last week')).toBeNull();
  expect(fromTime('')).toBe('');
});
