import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { caught } from '#engine/dsl/testing/caught.ts';
import { documentsWith } from '#engine/dsl/testing/node-types.ts';
import { readEnvironment } from '#kernel';
import { inputsOf, namesIn, placesOf } from './web/configuration/config-places.ts';
import { freeName, promptPlaces, rulesOfKind, saveInput } from './web/configuration/parts/input-rules.ts';
import { addTo, move, putAt, putChanges } from './web/configuration/place.ts';
import { applyAll, type DocumentOperation, isMapping, type Mapping, valueAt } from './web/document/operations.ts';

const folders = [
  join(import.meta.dirname, '../../../engine/dsl/samples'),
  join(import.meta.dirname, '../../../examples'),
  readEnvironment().WEFT_CORPUS ?? '',
].filter((folder) => folder !== '');
const documents = documentsWith();
const modes = new Set(['chat', 'agent-chat', 'completion', 'agent']);

const apps = folders.flatMap((folder) =>
  globSync('**/*.{yml,yaml}', { cwd: folder }).flatMap((name) => {
    const parsed = caught(() => documents.parse(readFileSync(join(folder, name), 'utf8')));
    const text = isMapping(parsed) && typeof parsed.tree === 'string' ? parsed.tree : null;
    if (text === null) return [];
    const mode = String(valueAt(JSON.parse(text), ['app', 'mode']));
    return modes.has(mode) ? [{ name, text, mode }] : [];
  }),
);

/** Everything of a document but the places that changes name. */
function without(tree: Mapping, operations: readonly DocumentOperation[]): string {
  const cut = (value: unknown, path: readonly string[]): unknown => {
    if (operations.some(({ path: named }) => named.map(String).join('/') === path.join('/'))) return '(changed)';
    if (Array.isArray(value)) return value.map((each, at) => cut(each, [...path, String(at)]));
    if (!isMapping(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, cut(each, [...path, key])]));
  };
  return JSON.stringify(cut(tree, []));
}

describe('configurations of real documents', () => {
  it('are there to be tested', () => expect(apps.length).toBeGreaterThan(4));

  it.each(apps)('$name: settings are changed where they stand, and nothing beside them', ({ text, mode }) => {
    const tree = JSON.parse(text) as Mapping;
    const { features, instructions, model } = placesOf(tree, mode);
    const writes = [
      putAt(tree, instructions, 'Other words.'),
      putAt(tree, [...features, 'opening_statement'], 'Good morning.'),
      putAt(tree, [...features, 'text_to_speech', 'enabled'], true),
      putAt(tree, [...features, 'file_upload', 'number_limits'], 7),
      putAt(tree, [...features, 'agent_mode', 'max_iteration'], 9),
      putAt(tree, [...features, 'dataset_configs', 'top_k'], 8),
      putChanges(tree, model, { ...(valueAt(tree, model) as Mapping), name: 'another-model' }),
    ];
    for (const operations of writes) {
      const { tree: after, inverse } = applyAll(tree, operations);
      expect(operations.length).toBeLessThanOrEqual(1);
      const isNew = operations.some(({ path }) => valueAt(tree, path) === undefined);
      if (!isNew) expect(without(after, operations)).toBe(without(tree, operations));
      expect(JSON.stringify(applyAll(after, inverse).tree)).toBe(JSON.stringify(tree));
    }
  });

  it.each(apps)('$name: what is as it is wanted is not written', ({ text, mode }) => {
    const tree = JSON.parse(text) as Mapping;
    const { features, instructions, model } = placesOf(tree, mode);
    expect(putAt(tree, instructions, valueAt(tree, instructions))).toEqual([]);
    expect(putChanges(tree, model, valueAt(tree, model))).toEqual([]);
    inputsOf(valueAt(tree, [...features, 'user_input_form'])).forEach((input, at) => {
      if (input === null) return;
      const prompts = promptPlaces(tree, features, instructions);
      expect(saveInput(tree, { features, at, kind: input.kind, rules: input.rules, prompts })).toEqual([]);
    });
  });

  it.each(apps)('$name: an input comes, is named anew, moves, and goes', ({ text, mode }) => {
    const before = JSON.parse(text) as Mapping;
    const { features, instructions } = placesOf(before, mode);
    const form = [...features, 'user_input_form'];
    const name = freeName(valueAt(before, form));
    const taken = applyAll(before, putAt(before, instructions, `Say {{${name}}}.`)).tree;
    const rules = rulesOfKind('paragraph', { variable: name, label: 'New', required: true });
    const added = saveInput(taken, { features, at: null, kind: 'paragraph', rules, prompts: [] });
    const withInput = applyAll(taken, added).tree;
    const at = inputsOf(valueAt(withInput, form)).length - 1;
    const renaming = saveInput(withInput, {
      ...{ features, at, kind: 'select', rules: rulesOfKind('select', { ...rules, variable: 'renamed' }) },
      prompts: promptPlaces(withInput, features, instructions),
    });
    const renamed = applyAll(withInput, renaming).tree;
    expect(valueAt(renamed, instructions)).toBe('Say {{renamed}}.');
    expect(valueAt(renamed, [...form, at])).toMatchObject({
      select: { variable: 'renamed', label: 'New', options: [] },
    });
    const moved = applyAll(renamed, move(renamed, form, at, at - 1)).tree;
    const back = applyAll(moved, move(moved, form, at - 1, at)).tree;
    expect(back).toEqual(renamed);
    const removed = applyAll(renamed, [{ path: [...form, at], remove: true }]).tree;
    expect(valueAt(removed, form) ?? []).toEqual(valueAt(before, form) ?? []);
  });
});

describe('places of a configuration', () => {
  it('are made with what is missing on the way', () => {
    const tree = { model_config: { dataset_configs: null } };
    const made = applyAll(tree, putAt(tree, ['model_config', 'dataset_configs', 'weights', 'a'], 1)).tree;
    expect(made).toEqual({ model_config: { dataset_configs: { weights: { a: 1 } } } });
    expect(putAt(tree, ['model_config', 'nothing', 'here'], undefined)).toEqual([]);
    expect(addTo(tree, ['model_config', 'tools'], 'x')).toEqual([{ path: ['model_config', 'tools'], set: ['x'] }]);
  });

  it('of an agent lie in its package', () => {
    const tree = { agent: { package_ref: 'a.b' }, agent_packages: { 'a.b': { soul: {} } } };
    const { instructions } = placesOf(tree, 'agent');
    const after = applyAll(tree, putAt(tree, instructions, 'Be kind.')).tree;
    expect(valueAt(after, ['agent_packages', 'a.b', 'soul', 'prompt', 'system_prompt'])).toBe('Be kind.');
  });

  it('attack T15: names of prototypes are names like others', () => {
    expect([...namesIn('{{__proto__}} {{constructor}} {{a}}{{ b }}{{#c#}}')]).toEqual([
      '__proto__',
      'constructor',
      'a',
    ]);
    expect(inputsOf([null, 3, {}, { select: 1 }, { select: { variable: 'x' } }]).map((each) => each?.name)).toEqual([
      ...[undefined, undefined, undefined, undefined, 'x'],
    ]);
  });
});
