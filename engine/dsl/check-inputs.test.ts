import { describe, expect, it } from 'vitest';
import type { FileResolver, InputField } from '#engine';
import { Float } from '#engine/run/values/value.ts';
import { PlatformError } from '#kernel';
import { formOfVariables } from './input-form.ts';
import { documentsWith } from './testing/node-types.ts';

const documents = documentsWith();
const keepFile: FileResolver = async (reference, rules) => ({ reference, rules });

function form(...variables: readonly object[]): readonly InputField[] {
  const { fields, problems } = formOfVariables(variables, 'variables');
  expect(problems).toEqual([]);
  return fields;
}

/** The checked value of one input `x`, or what is wrong with it. */
async function check(variable: object, value?: unknown, resolve = keepFile): Promise<unknown> {
  const inputs = value === undefined ? {} : { x: value };
  try {
    return (await documents.checkInputs(form({ variable: 'x', ...variable }), inputs, resolve)).x;
  } catch (error) {
    return error;
  }
}

const invalid = (message: RegExp) => ({
  code: 'engine.invalid_param',
  kind: 'invalid',
  field: 'x',
  message: expect.stringMatching(message),
});

describe('inputs', () => {
  it('that are missing or null are refused when required, else filled from the default, else null', async () => {
    expect(await check({ type: 'text-input', required: true })).toMatchObject(invalid(/inputs\.x is required/));
    expect(await check({ type: 'text-input', required: true, default: 'd' }, null)).toMatchObject(invalid(/required/));
    expect(await check({ type: 'text-input', default: 'd' })).toBe('d');
    expect(await check({ type: 'text-input', default: 'd' }, null)).toBe('d');
    expect(await check({ type: 'text-input', default: 'd' }, '')).toBe('');
    expect(await check({ type: 'text-input' })).toBeNull();
    expect(await check({ type: 'number', default: 'much' })).toMatchObject(invalid(/must be a number/));
  });

  it('that nobody declared are dropped, prototypes included', async () => {
    const inputs = JSON.parse('{"x": "a", "other": 1, "__proto__": {"x": "b"}, "constructor": 1}');
    expect(await documents.checkInputs(form({ variable: 'x', type: 'text-input' }), inputs, keepFile)).toEqual({
      x: 'a',
    });
    expect(await check({ type: 'text-input', required: true, variable: 'toString' })).toMatchObject({
      field: 'toString',
    });
  });

  it('of text must be text within its length, counted in characters', async () => {
    expect(await check({ type: 'paragraph', max_length: 3 }, 'äöü')).toBe('äöü');
    expect(await check({ type: 'text-input', max_length: 3 }, '🤖🤖🤖')).toBe('🤖🤖🤖');
    expect(await check({ type: 'text-input', max_length: 3 }, '🤖🤖🤖🤖')).toMatchObject(
      invalid(/at most 3 characters/),
    );
    const long = 'a line that is longer than the 48 characters which forms give it';
    expect(await check({ type: 'text-input', max_length: 0 }, long)).toBe(long);
    expect(await check({ type: 'text-input' }, long)).toBe(long);
    expect(await check({ type: 'text-input' }, 7)).toMatchObject(invalid(/must be a string/));
    expect(await check({ type: 'external_data_tool' }, ['a'])).toMatchObject(invalid(/must be a string/));
    expect(await check({ type: 'string' }, 'a\0b')).toBe('ab');
  });

  it('of a select must be one of the options', async () => {
    const select = { type: 'select', options: ['000568', 'b'] };
    expect(await check(select, '000568')).toBe('000568');
    expect(await check(select, '568')).toMatchObject(invalid(/must be one of: 000568, b/));
    expect(await check(select, 568)).toMatchObject(invalid(/must be a string/));
    expect(await check(select, '')).toBeNull();
    expect(await check({ ...select, default: 'b' }, '')).toBe('b');
    expect(await check({ ...select, required: true }, '')).toMatchObject(invalid(/must be one of/));
  });

  it('of a number keep integers and floats apart', async () => {
    const cases: readonly (readonly [unknown, unknown])[] = [
      [5, 5],
      [5.5, 5.5],
      ['5', 5],
      [' -12 ', -12],
      ['5.0', new Float(5)],
      ['5.5', 5.5],
      ['.5', 0.5],
      ['1.5e3', new Float(1500)],
      ['12345678901234567890', 12345678901234567890n],
      [new Float(2), new Float(2)],
      ['', null],
      ['  ', null],
    ];
    for (const [sent, value] of cases) expect(await check({ type: 'number' }, sent)).toEqual(value);
    for (const sent of [
      'five',
      '5,5',
      '1e3',
      '0x10',
      '1_0',
      'NaN',
      'Infinity',
      '1.0e999',
      '9'.repeat(500),
      true,
      [],
      {},
    ]) {
      expect(await check({ type: 'number' }, sent)).toMatchObject(invalid(/must be a number/));
    }
    expect(await check({ type: 'number', required: true }, '')).toMatchObject(invalid(/required/));
    expect(await check({ type: 'number', default: '3.0' })).toEqual(new Float(3));
  });

  it('of a checkbox accept the usual words', async () => {
    for (const sent of [true, 'true', 'YES', ' on ', '1', 1])
      expect(await check({ type: 'checkbox' }, sent)).toBe(true);
    for (const sent of [false, 'False', 'no', 'off', '0', 0]) {
      expect(await check({ type: 'checkbox', required: true }, sent)).toBe(false);
    }
    for (const sent of ['maybe', 2, [], {}])
      expect(await check({ type: 'checkbox' }, sent)).toMatchObject(invalid(/true or/));
    expect(await check({ type: 'checkbox', default: 'yes' })).toBe(true);
  });

  it('of an object are checked against the schema, which may be text', async () => {
    const schema = { type: 'object', required: ['age'], properties: { age: { type: 'integer', pattern: '(a+)+$' } } };
    for (const json_schema of [schema, JSON.stringify(schema)]) {
      const variable = { type: 'json_object', json_schema };
      expect(await check(variable, { age: 3, more: ['a\0'] })).toEqual({ age: 3, more: ['a'] });
      expect(await check(variable, { age: 'x' })).toMatchObject(invalid(/schema: age must be an integer/));
      expect(await check(variable, {})).toMatchObject(invalid(/age is required/));
    }
    const deep = JSON.parse(`${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`);
    expect(await check({ type: 'json_object' }, deep)).toMatchObject(invalid(/nested deeper than 100/));
    for (const sent of [[], 'text', 7, true]) {
      expect(await check({ type: 'json' }, sent)).toMatchObject(invalid(/must be an object/));
    }
    expect(await check({ type: 'json_object', default: '{"a": 1.0}' })).toEqual({ a: new Float(1) });
    expect(await check({ type: 'json_object', default: '{' })).toMatchObject(invalid(/no JSON/));
    expect(await check({ type: 'json_object', default: '' })).toBeNull();
  });

  it('of a schema with a pattern are not checked against it: it could stop the process', async () => {
    const json_schema = { type: 'object', properties: { a: { type: 'string', pattern: '^(a+)+$' } } };
    const { warnings } = formOfVariables([{ variable: 'x', type: 'json_object', json_schema }], 'variables');
    expect(warnings).toEqual([expect.stringMatching(/patterns .* not checked/)]);
    expect(await check({ type: 'json_object', json_schema }, { a: `${'a'.repeat(50)}!` })).toEqual({
      a: `${'a'.repeat(50)}!`,
    });
  });
});

describe('inputs of documents made by hand', () => {
  it('are required when the word is a text', async () => {
    for (const required of [true, 'true', 'Yes', '1']) {
      expect(await check({ type: 'paragraph', required })).toMatchObject({
        message: expect.stringContaining('required'),
      });
    }
    for (const required of [false, 'false', 'no', '', null, 'x', {}]) {
      expect(await check({ type: 'paragraph', required })).toBeNull();
    }
  });

  it('choose by value where an option has a label too', async () => {
    const options = [{ label: 'Yes', value: 'y' }, { label: 'No' }, 'other', 3, { value: {} }, null];
    const [field] = form({ variable: 'x', type: 'select', options });
    expect(field?.select?.options).toEqual(['y', 'No', 'other', '3']);
    expect(await check({ type: 'select', options }, 'y')).toBe('y');
    expect(await check({ type: 'select', options }, 'Yes')).toMatchObject({
      message: 'inputs.x must be one of: y, No, other, 3.',
    });
  });
});

describe('files in inputs', () => {
  const stored = { type: 'image', transfer_method: 'local_file', upload_file_id: 'u1', url: '' };
  const remote = {
    type: 'document',
    transfer_method: 'remote_url',
    url: 'https://example.com/a.pdf',
    upload_file_id: null,
  };
  const rules = {
    allowed_file_types: ['image'],
    allowed_file_extensions: ['.png'],
    allowed_file_upload_methods: ['local_file'],
  };

  it('are one mapping, or a list of one', async () => {
    const expected = {
      reference: stored,
      rules: { types: ['image'], extensions: ['.png'], methods: ['local_file'] },
    };
    expect(await check({ type: 'file', ...rules }, stored)).toEqual(expected);
    expect(await check({ type: 'file', ...rules }, [stored])).toEqual(expected);
    expect(await check({ type: 'file' }, [stored, stored])).toMatchObject(invalid(/must be a file/));
    expect(await check({ type: 'file' }, 'u1')).toMatchObject(invalid(/must be a file/));
    expect(await check({ type: 'file' }, '')).toBeNull();
    expect(await check({ type: 'file', required: true }, '')).toMatchObject(invalid(/required/));
    expect(await check({ type: 'file', required: true }, [])).toMatchObject(invalid(/required/));
  });

  it('name where they are, in a way the input accepts', async () => {
    expect(await check({ type: 'file' }, remote)).toMatchObject({ reference: remote });
    expect(await check({ type: 'file', ...rules }, remote)).toMatchObject(
      invalid(/does not accept .*'remote_url': use local_file/),
    );
    expect(await check({ type: 'file' }, { ...stored, upload_file_id: '' })).toMatchObject(invalid(/upload_file_id/));
    expect(await check({ type: 'file' }, { ...remote, url: 'file:///etc/passwd' })).toMatchObject(invalid(/http/));
    expect(await check({ type: 'file' }, { ...remote, url: null, remote_url: 'http://a.b/c' })).toHaveProperty(
      'reference',
    );
    expect(await check({ type: 'file' }, { type: 'image', transfer_method: 'tool_file' })).toMatchObject(
      invalid(/transfer_/),
    );
  });

  it('of a list are as many as allowed, ten when nobody says', async () => {
    const files = (count: number) => Array.from({ length: count }, () => stored);
    expect(await check({ type: 'file-list', max_length: 2 }, files(2))).toHaveLength(2);
    expect(await check({ type: 'file-list', max_length: 2 }, files(3))).toMatchObject(invalid(/at most 2 files/));
    expect(await check({ type: 'files' }, files(11))).toMatchObject(invalid(/at most 10 files/));
    expect(await check({ type: 'file-list' }, stored)).toMatchObject(invalid(/must be a list/));
    expect(await check({ type: 'file-list' }, [])).toEqual([]);
    expect(await check({ type: 'file-list', required: true }, [])).toMatchObject(invalid(/required/));
  });

  it('that storage refuses are refused by the name of the input', async () => {
    const refuse: FileResolver = async () => {
      throw new PlatformError('invalid', 'files.invalid_param', 'The file u1 does not exist.');
    };
    expect(await check({ type: 'file' }, stored, refuse)).toMatchObject({
      code: 'files.invalid_param',
      field: 'x',
      message: 'inputs.x: The file u1 does not exist.',
    });
    const fail: FileResolver = async () => {
      throw new Error('disk');
    };
    expect(await check({ type: 'file-list' }, [stored], fail)).toMatchObject({ message: 'disk' });
  });
});
