import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { isMapping } from '#engine';
import { documentsWith } from '#engine/dsl/testing/node-types.ts';
import type { NodeField, NodeForm } from '#plugins/node-forms/contract.ts';
import { controls, withoutControl } from './testing/document-keys.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const read = (path: string) => readFileSync(root + path, 'utf8');

/** Settings that nodes of all types may have. */
const ofAnyNode = ['title', 'desc', 'error_strategy', 'default_value', 'retry_config', 'on_interruption'];

/** Names that code reads of an owner: `textAt(features, 'opening_statement')`. */
function namesRead(file: string, owner: string): readonly string[] {
  const calls = read(file).matchAll(new RegExp(`\\b(?:\\w+At|feature)\\(${owner}, '([\\w-]+)'`, 'g'));
  return [...new Set([...calls].map(([, name = '']) => name))];
}

/** Keys that documents have, and the code that reads documents. */
async function keysOfDocuments(): Promise<readonly string[]> {
  const features = [
    ...namesRead('engine/dsl/parameters.ts', 'features'),
    ...namesRead('engine/dsl/parameters.ts', 'stored').map((name) => `file_upload.${name}`),
    ...namesRead('engine/dsl/parameters.ts', 'image').map((name) => `file_upload.image.${name}`),
  ];
  return [
    ...keysOfApps().map((key) => `app.${key}`),
    ...features.map((name) => `workflow.features.${name}`),
    ...['environment_variables', 'conversation_variables'].flatMap((list) =>
      namesRead('engine/dsl/declared-variables.ts', 'entry').map((name) => `workflow.${list}.${name}`),
    ),
    ...new Set(
      [...features, ...namesRead('engine/dsl/model-config.ts', 'config')].map((name) => `model_config.${name}`),
    ),
    ...namesRead('engine/dsl/prompt-config.ts', 'config').map((name) => `model_config.${name}`),
    ...namesRead('engine/dsl/input-form.ts', 'spec').map((name) => `input.${name}`),
    ...ofAnyNode.map((name) => `node.${name}`),
    ...(await keysOfNodes()),
  ].filter((key, at, all) => all.indexOf(key) === at);
}

/** What samples and examples say of their apps: no code lists it. */
function keysOfApps(): readonly string[] {
  const files = globSync('{engine/dsl/samples,examples}/**/*.yml', { cwd: root });
  const apps = files.flatMap((file) => {
    try {
      const tree: unknown = JSON.parse(documentsWith().parse(read(file)).tree);
      return isMapping(tree) && isMapping(tree.app) ? Object.keys(tree.app) : [];
    } catch {
      // Some samples are no documents of apps, on purpose.
      return [];
    }
  });
  return [...new Set(apps)];
}

/** Settings that a form of nodes keeps or begins with, and has no field for; those with a field have one by that. */
async function keysOfNodes(): Promise<readonly string[]> {
  const forms = await formsOfNodes();
  expect(forms.length).toBeGreaterThan(25);
  return forms.flatMap(({ id, fields, start, kept = [] }) => {
    const shown = new Set(allFields(fields).flatMap(pathsOf).map(headOf));
    const others = [...Object.keys(start), ...kept].map(headOf).filter((key) => !shown.has(key));
    return [...new Set(others)].map((key) => `${id}.${key}`);
  });
}

async function formsOfNodes(): Promise<readonly NodeForm[]> {
  const files = globSync('plugins/{nodes,runs}/*/{,**/}{form,forms,*-form,*-forms}.ts', { cwd: root });
  const modules = await Promise.all(
    files.filter((file) => !/\/web\/|\/testing\//.test(file)).map((file) => import(pathToFileURL(root + file).href)),
  );
  const found = modules.flatMap((module: object) => Object.values(module).flat()).filter(isForm);
  return [...new Map(found.map((form) => [form.id, form])).values()];
}

function isForm(value: unknown): value is NodeForm {
  return isMapping(value) && typeof value.id === 'string' && Array.isArray(value.fields) && isMapping(value.start);
}

function allFields(fields: readonly NodeField[]): readonly NodeField[] {
  return fields.flatMap((field) => (field.kind === 'group' ? [field, ...allFields(field.fields)] : [field]));
}

function pathsOf(field: NodeField): readonly string[] {
  const others = Object.entries(field).flatMap(([key, value]) => (/_(?:at|to)$/.test(key) ? [String(value)] : []));
  return [field.at, ...others];
}

const headOf = (path: string) => path.split('.')[0] ?? '';

it('every key of a document has a control, or stands in a list with a reason', async () => {
  const keys = await keysOfDocuments();
  const listed = [...Object.keys(controls), ...withoutControl.flatMap((reason) => reason.keys)];
  expect({
    add: keys.filter((key) => !listed.includes(key)),
    remove: listed.filter((key, at) => !keys.includes(key) || listed.indexOf(key) !== at),
  }).toEqual({ add: [], remove: [] });
});

it('each control is in the file that is said to have it', () => {
  const lost = Object.entries(controls).filter(([key, file]) => {
    const name = key.split('.').at(-1) ?? '';
    return !new RegExp(`['."]${name}\\b|\\b${name}:`).test(read(file));
  });
  expect(lost).toEqual([]);
});
