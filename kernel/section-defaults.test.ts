import { describe, expect, it } from 'vitest';
import { discoverPlugins, importPlugin } from './loader.ts';
import { compileSchema } from './schema.ts';
import { divide } from './section-defaults.ts';

/** What Ajv makes of the given values by the whole schema. */
function whole(schema: Readonly<Record<string, unknown>>, given: Readonly<Record<string, unknown>>): unknown {
  const result = compileSchema(schema)(structuredClone(given));
  return result.ok ? result.value : expect.fail('It was refused.');
}

const schema = {
  type: 'object',
  properties: {
    size: { type: 'integer', default: 3 },
    names: { type: 'array', items: { type: 'string' }, default: ['a'] },
    address: { type: ['string', 'null'], default: null },
    secret: { type: 'string' },
    off: { type: 'boolean', default: false },
  },
  additionalProperties: false,
};

describe('a section that is divided', () => {
  it.each([{}, { size: 5 }, { off: true, secret: 'x' }, { names: [] }, { address: null }])(
    'comes to what its whole schema makes of %j',
    (given) => {
      const { defaults, schema: rest } = divide(schema, given);
      expect({ ...defaults, ...given }).toEqual(whole(schema, given));
      expect(rest === undefined).toBe(Object.keys(given).length === 0);
    },
  );

  it('asks of what is given what its schema does', () => {
    const { schema: rest } = divide(schema, { size: 'x' });
    expect(compileSchema(rest ?? {})({ size: 'x' }).ok).toBe(false);
    expect(compileSchema(rest ?? {})({ size: 1 }).ok).toBe(true);
  });

  it('misses what is required and has no default', () => {
    const { schema: rest } = divide({ ...schema, required: ['secret', 'size'] }, {});
    const result = compileSchema(rest ?? {})({});
    expect(result.ok ? [] : result.errors).toEqual([{ path: 'secret', message: 'is required' }]);
  });

  it('gives each its own copy of a default', () => {
    expect(divide(schema, {}).defaults.names).not.toBe(schema.properties.names.default);
  });

  it.each([
    [{ ...schema, dependentRequired: { size: ['secret'] } }],
    [{ properties: { box: { type: 'object', default: {}, properties: { depth: { default: 1 } } } } }],
    [{ properties: { list: { default: [{}], items: { properties: { depth: { default: 1 } } } } } }],
    [{ $ref: '#/$defs/it', $defs: { it: {} } }],
    [{ properties: { size: { type: 'integer', default: 3 }, most: { $ref: '#/properties/size' } } }],
  ])('is left whole where a setting depends on more than itself: %j', (dependent) => {
    expect(divide(dependent, {})).toEqual({ defaults: {}, schema: dependent });
  });
});

it('every plugin of the house has, of settings that nobody gives, what its own schema takes and makes of none', async () => {
  const folders = ['engine/', 'http/', 'plugins/'].map((folder) => new URL(`../${folder}`, import.meta.url));
  const { found } = await discoverPlugins(folders);
  const plugins = await Promise.all(found.map((folder) => importPlugin(folder, { fresh: false })));
  const sections = plugins.flatMap(({ id, config }) => (config === undefined ? [] : [{ id, schema: config.schema }]));
  expect(sections.length).toBeGreaterThan(20);
  for (const { id, schema } of sections) {
    const { defaults, schema: rest } = divide(schema, {});
    const made = rest === undefined ? defaults : whole(rest, {});
    expect({ id, settings: made }).toEqual({ id, settings: whole(schema, {}) });
  }
});
