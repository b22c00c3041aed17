import { describe, expect, it } from 'vitest';
import { compileSchema } from './schema.ts';

const person = {
  type: 'object',
  required: ['name'],
  properties: {
    name: { type: 'string', minLength: 1 },
    age: { type: ['integer', 'null'], minimum: 0 },
    mail: { type: 'string', format: 'email' },
    tags: { type: 'array', items: { type: 'string' } },
    role: { enum: ['owner', 'member'], default: 'member' },
  },
  additionalProperties: false,
};

function errorsOf(value: unknown): string[] {
  const result = compileSchema(person, { allErrors: true })(value);
  return result.ok ? [] : result.errors.map((error) => `${error.path}: ${error.message}`);
}

describe('compileSchema', () => {
  it('fills in defaults and returns the value', () => {
    expect(compileSchema(person)({ name: 'Ada' })).toEqual({ ok: true, value: { name: 'Ada', role: 'member' } });
  });

  it('leaves defaults out when asked to', () => {
    expect(compileSchema(person, { defaults: false })({ name: 'Ada' })).toEqual({ ok: true, value: { name: 'Ada' } });
  });

  it('names the place and what is wrong, in words', () => {
    expect(errorsOf({ age: -1, mail: 'nobody', tags: ['a', 1], role: 'king', extra: 1 }).sort()).toEqual([
      'age: must be >= 0',
      'extra: is not a known field',
      'mail: must be a valid email',
      'name: is required',
      'role: must be one of "owner", "member"',
      'tags[1]: must be a string',
    ]);
    expect(errorsOf({ name: '', age: 'x' })).toEqual(['name: must not be empty', 'age: must be an integer or null']);
    expect(errorsOf('text')).toEqual([': must be an object']);
  });

  it('tells the form of a text in words, as far as the schema has any', () => {
    const messageOf = (schema: object) => {
      const result = compileSchema({ type: 'string', ...schema })(' ');
      return result.ok ? '' : result.errors[0]?.message;
    };
    const amount = { pattern: '^[0-9]+$', description: 'A number as text.' };
    expect(messageOf(amount)).toBe('is not what it must be: A number as text.');
    expect(messageOf({ pattern: '^[0-9-]+$', examples: ['2026-01-31'] })).toBe('must be like "2026-01-31"');
    expect(messageOf({ pattern: '\\S' })).toBe('must not be blank');
    expect(messageOf({ pattern: '^[0-9]+$' })).toBe('must match pattern "^[0-9]+$"');
  });

  it('stops at the first error unless asked for all', () => {
    const result = compileSchema(person)({ age: 'x', tags: 1 });
    expect(result.ok ? 0 : result.errors.length).toBe(1);
  });

  it('converts text only when asked to', () => {
    const schema = {
      type: 'object',
      properties: {
        limit: { type: 'integer' },
        all: { type: 'boolean' },
        ids: { type: 'array', items: { type: 'string' } },
      },
    };
    const query = () => ({ limit: '20', all: 'true', ids: 'a' });
    expect(compileSchema(schema, { coerce: true })(query())).toEqual({
      ok: true,
      value: { limit: 20, all: true, ids: ['a'] },
    });
    expect(compileSchema(schema)(query()).ok).toBe(false);
  });

  it('drops unknown keys when asked to', () => {
    const validate = compileSchema({ type: 'object', properties: { a: {} } }, { unknownKeys: 'drop' });
    expect(validate({ a: 1, b: 2 })).toEqual({ ok: true, value: { a: 1 } });
  });

  it('reads drafts 7 and 2020-12, each with its own tuples', () => {
    const old = {
      $schema: 'http://json-schema.org/draft-07/schema#',
      items: [{ type: 'string' }],
      additionalItems: false,
    };
    const current = { prefixItems: [{ type: 'string' }], items: false };
    for (const schema of [old, current]) {
      expect(compileSchema(schema)(['a']).ok).toBe(true);
      expect(compileSchema(schema)(['a', 'b']).ok).toBe(false);
    }
  });

  it('compiles two schemas with one $id, as a reloaded plugin has them', () => {
    const first = compileSchema({ $id: 'https://example.test/tool', type: 'string' });
    const second = compileSchema({ $id: 'https://example.test/tool', type: 'number' });
    expect([first('a').ok, second('a').ok, second(1).ok]).toEqual([true, false, true]);
  });

  it('refuses what is not a schema', () => {
    expect(() => compileSchema({ type: 'sausage' })).toThrow(/type/);
  });
});
