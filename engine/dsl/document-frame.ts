/** What a document is in, whatever its graph or its settings: `kind`, `app`, and the lists beside them. */
import { isMapping } from '#engine/run/values/value.ts';
import { invalidDocument } from './document-error.ts';
import { foreignDocument } from './foreign-documents.ts';
import { type Mapping, mappingAt, textOf, valueAt } from './tree.ts';

const appTexts = ['name', 'description', 'icon', 'icon_type', 'icon_background', 'mode'];

/**
 * Throws `engine.invalid_document` for a frame that no import takes, naming the field. Who typed
 * `name: 5` into a file meant a text; editors write texts. `before`: the document that was edited.
 */
export function checkFrame(tree: Mapping, { before }: { readonly before?: Mapping } = {}): void {
  const foreign = foreignDocument(tree);
  if (foreign !== null) throw invalidDocument(foreign, { field: 'kind' });
  const kind = valueAt(tree, 'kind');
  if (kind !== undefined && kind !== null && kind !== 'app') {
    throw wrong('kind', `must be app, and is ${shown(kind)}: it is no application of this kind`);
  }
  for (const owner of ['app', 'workflow', 'model_config'] as const) checkKeys(mappingAt(tree, owner), `${owner}.`);
  checkKeys(tree, '');
  const app = valueAt(tree, 'app');
  if (!isMapping(app)) return;
  for (const key of appTexts) {
    const isAsRead = before === undefined || app[key] === valueAt(mappingAt(before, 'app'), key);
    checkText(isAsRead ? (textOf(app[key]) ?? app[key]) : app[key], `app.${key}`);
  }
  const dependencies = valueAt(tree, 'dependencies');
  if (dependencies !== undefined && dependencies !== null && !Array.isArray(dependencies)) {
    throw wrong('dependencies', 'must be a list');
  }
  const features = valueAt(mappingAt(tree, 'workflow'), 'features');
  if (features !== undefined && features !== null && !isMapping(features)) {
    throw wrong('workflow.features', 'must be a mapping');
  }
}

function checkText(value: unknown, field: string): void {
  if (value === undefined || value === null) return;
  if (typeof value !== 'string') throw wrong(field, `must be a text, and is ${shown(value)}: write it in quotes`);
  if (value.includes('\0')) throw wrong(field, 'holds the character U+0000, which nothing can keep: remove it');
}

/** A key that is called like a part of every object is lost or worse wherever the document is read. */
function checkKeys(owner: Mapping, place: string): void {
  if (Object.hasOwn(owner, '__proto__')) throw wrong(`${place}__proto__`, 'is no key of a document: remove it');
}

function wrong(field: string, problem: string): Error {
  return invalidDocument(`${field} ${problem}.`, { field });
}

function shown(value: unknown): string {
  if (typeof value === 'string') return `'${value.slice(0, 60)}'`;
  if (Array.isArray(value)) return 'a list';
  return isMapping(value) ? 'a mapping' : `the value ${String(value)}`;
}
