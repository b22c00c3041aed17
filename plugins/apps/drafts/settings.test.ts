import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { caught } from '#engine/dsl/testing/caught.ts';
import { documentsWith } from '#engine/dsl/testing/node-types.ts';
import { readEnvironment } from '#kernel';
import { isMapping, type Mapping } from './web/document/operations.ts';
import * as parameters from './web/fields/parameters.ts';
import * as tree from './web/fields/schema-tree.ts';
import {
  defaultOf,
  firstDefault,
  isOfType,
  otherDefaults,
  outputsOf,
  withDefault,
} from './web/panel/default-values.ts';

const rule = (rest: Partial<parameters.Parameter>): parameters.Parameter => ({
  ...{ name: 'x', label: 'X', type: 'float', default: null, min: null, max: null, precision: null, options: [] },
  ...{ help: '', ...rest },
});

describe('parameters of models', () => {
  it('begin with the default of the model, else with what lies within its limits', () => {
    expect(parameters.firstValue(rule({ default: 0.3 }))).toBe(0.3);
    expect(parameters.firstValue(rule({ min: 0, max: 2 }))).toBe(1);
    expect(parameters.firstValue(rule({ min: -2, max: 2 }))).toBe(0);
    expect(parameters.firstValue(rule({ type: 'int', min: 1, max: 500 }))).toBe(50);
    expect(parameters.firstValue(rule({ type: 'int', min: 1, max: 128_000 }))).toBe(1024);
    expect(parameters.firstValue(rule({ type: 'select', options: ['text', 'json_object'] }))).toBe('text');
    expect(parameters.firstValue(rule({ type: 'boolean' }))).toBe(true);
  });

  it('say what is wrong with a number, and keep what the model says nothing of', () => {
    const top = rule({ type: 'int', min: 1, max: 10 });
    expect(parameters.numberProblem(top, 11)).toBe('range');
    expect(parameters.numberProblem(top, 1.5)).toBe('whole');
    expect(parameters.numberProblem(top, '7')).toBe(null);
    expect(parameters.fitsParameter(rule({ type: 'select' }), { type: 'json_object' })).toBe(false);
    const set = { x: 1, stop: ['a'], __proto__x: 2 };
    expect(parameters.otherNames([top], set)).toEqual(['stop', '__proto__x']);
    expect(parameters.withParameter(set, 'x', undefined)).toEqual({ stop: ['a'], __proto__x: 2 });
    expect([parameters.typedValue('0.5'), parameters.typedValue('fast'), parameters.typedValue('')]).toEqual([
      ...[0.5, 'fast', ''],
    ]);
  });

  it('are those of a model whose provider is named by where it comes from', () => {
    const models = [{ provider: 'openai', name: 'gpt' }] as unknown as Parameters<typeof parameters.modelOf>[0];
    expect(parameters.modelOf(models, 'langgenius/openai/openai', 'gpt')).toBe(models[0]);
    expect(parameters.modelOf(models, 'openai', 'gpt')).toBe(models[0]);
    expect(parameters.modelOf(models, 'azure_openai', 'gpt')).toBe(undefined);
  });
});

describe('JSON Schemas', () => {
  const person: Mapping = {
    ...{ type: 'object', title: 'Person', required: ['age', 'name'] },
    properties: { name: { type: 'string', minLength: 1 }, age: { type: ['integer', 'null'] } },
  };

  it('properties are added, renamed, moved, required and removed; other keywords stay', () => {
    const added = tree.addProperty(person);
    expect(Object.keys(added.properties as Mapping)).toEqual(['name', 'age', 'property_3']);
    const renamed = tree.renameProperty(person, 'name', 'full_name');
    expect(renamed).toEqual({
      ...person,
      required: ['age', 'full_name'],
      properties: { full_name: { type: 'string', minLength: 1 }, age: { type: ['integer', 'null'] } },
    });
    expect(tree.renameProperty(person, 'name', 'age')).toBe(person);
    expect(tree.nameProblem(person, 'name', ' ')).toBe('empty');
    expect(Object.keys(tree.moveProperty(person, 1, -1).properties as Mapping)).toEqual(['age', 'name']);
    expect(tree.moveProperty(person, 1, 1)).toBe(person);
    expect(tree.requireProperty(person, 'age', false).required).toEqual(['name']);
    expect(tree.removeProperty(person, 'age')).toMatchObject({ required: ['name'], title: 'Person' });
    expect(tree.otherKeywords(person)).toEqual(['title']);
    const own = tree.renameProperty(person, 'name', '__proto__');
    expect(Object.keys(own.properties as Mapping)).toEqual(['__proto__', 'age']);
  });

  it('another type leaves what only the old one has behind, and nothing else', () => {
    const text = { type: ['string', 'null'], description: 'Of it', enum: ['a'], 'x-own': 1 };
    expect(tree.withType(text, 'number')).toEqual({ type: ['number', 'null'], description: 'Of it', 'x-own': 1 });
    expect(tree.withType({ type: 'number', enum: [1] }, 'integer')).toEqual({ type: 'integer', enum: [1] });
    expect(tree.withType(person, 'array')).toEqual({ type: 'array', title: 'Person', items: { type: 'string' } });
    expect(tree.withType(text, 'string')).toBe(text);
  });

  it('what the form can not show is said to be other', () => {
    for (const schema of [{ anyOf: [] }, { $ref: '#/x' }, { type: ['string', 'number'] }, {}, true, { type: 'any' }])
      expect(tree.typeOf(schema)).toBe('other');
    expect(tree.typeOf({ properties: {} })).toBe('object');
    expect(tree.valuesOfLines('1\n\n2.5', 'number')).toEqual([1, 2.5]);
    expect(tree.valuesOfLines('1\n2.5', 'integer')).toBe(null);
    expect(tree.readSchema('{')).toBe(undefined);
    expect(tree.readSchema('{"type":"object"}')).toEqual({ schema: { type: 'object' } });
  });
});

describe('values in place of outputs', () => {
  it('are set by output; the others stay', () => {
    const outputs = outputsOf([
      { selector: ['n', 'text'], type: 'string', about: '' },
      { selector: ['n', 'usage', 'tokens'], type: 'number', about: '' },
      { selector: ['n', 'files'], type: 'array[file]', about: '' },
      { selector: ['n', 'count'], type: 'integer', about: '' },
    ]);
    expect(outputs).toEqual([
      { name: 'text', type: 'string' },
      { name: 'count', type: 'number' },
    ]);
    const list = [{ key: 'gone', type: 'object', value: '{}', more: 1 }, 'odd'];
    const set = withDefault(list, 'count', firstDefault({ name: 'count', type: 'number' }));
    expect(set).toEqual([...list, { key: 'count', type: 'number', value: 0 }]);
    expect(withDefault(set, 'count', undefined)).toEqual(list);
    expect(otherDefaults(set, outputs)).toEqual([list[0]]);
    expect(defaultOf(set, 'count')?.value).toBe(0);
    expect([isOfType('object', '{'), isOfType('array[string]', '[]'), isOfType('number', 'x')]).toEqual([
      ...[false, true, false],
    ]);
  });
});

/** All schemas in a document. */
function schemasOf(value: unknown): readonly Mapping[] {
  if (Array.isArray(value)) return value.flatMap(schemasOf);
  if (!isMapping(value)) return [];
  const own = isMapping(value.properties) || value.type === 'object' ? [value] : [];
  return [...own, ...Object.values(value).flatMap(schemasOf)];
}

describe('schemas of documents', () => {
  const samples = join(import.meta.dirname, '../../../engine/dsl/samples');
  const folders = [samples, readEnvironment().WEFT_CORPUS ?? ''].filter((folder) => folder !== '');
  const documents = documentsWith();
  const made = { type: 'object', 'x-own': 1, properties: { b: {}, a: { type: 'string' } }, required: ['a'] };
  const schemas = folders.flatMap((folder) =>
    globSync('**/*.{yml,yaml}', { cwd: folder }).flatMap((name) => {
      const parsed = caught(() => documents.parse(readFileSync(join(folder, name), 'utf8')));
      return isMapping(parsed) && typeof parsed.tree === 'string' ? schemasOf(JSON.parse(parsed.tree)) : [];
    }),
  );

  it('are the same after a change that is taken back', () => {
    for (const schema of [...schemas, made]) {
      if (tree.typeOf(schema) !== 'object' || !isMapping(schema.properties)) continue;
      for (const { name, schema: own } of tree.propertiesOf(schema)) {
        const there = tree.renameProperty(schema, name, `${name} of others`);
        const back = tree.renameProperty(there, `${name} of others`, name);
        expect(JSON.stringify(back)).toBe(JSON.stringify(schema));
        expect(JSON.stringify(tree.changeProperty(schema, name, own))).toBe(JSON.stringify(schema));
      }
      const count = Object.keys(schema.properties).length;
      if (count > 1)
        expect(JSON.stringify(tree.moveProperty(tree.moveProperty(schema, 0, 1), 1, -1))).toBe(JSON.stringify(schema));
    }
  });
});
