import type { JsonText } from '#engine';
import { isMapping, toJson } from '#engine/run/values/value.ts';
import { invalidDocument } from './document-error.ts';
import { type Mapping, valueAt } from './tree.ts';
import { readYaml } from './yaml-reader.ts';

/** More about one text would not be read. */
const shownWarnings = 20;

/** What a text says, and what is odd about it and was read all the same. */
export interface ReadText<Tree> {
  readonly tree: Tree;
  readonly warnings: readonly string[];
}

/** The root mapping of a document, taken out of the envelope in which exports travel as JSON. */
export function readRoot(text: string, documentBytes?: number): ReadText<Mapping> {
  const outer = readRemarking(text, documentBytes);
  const root = outer.tree;
  if (!isMapping(root)) {
    throw invalidDocument(
      'The document must be a mapping with the keys version, kind and app, not a list or a single value.',
    );
  }
  const enveloped = valueAt(root, 'data');
  if (typeof enveloped !== 'string' || valueAt(root, 'app') !== undefined) return { ...outer, tree: root };
  const inner = readRemarking(enveloped, documentBytes);
  return isMapping(inner.tree) ? { ...inner, tree: inner.tree } : { ...outer, tree: root };
}

function readRemarking(text: string, documentBytes?: number): ReadText<unknown> {
  const warnings: string[] = [];
  let count = 0;
  const warn = (message: string) => {
    count += 1;
    if (count <= shownWarnings) warnings.push(message);
  };
  const tree = readYaml(text, { documentBytes, warn });
  if (count > shownWarnings) warnings.push(`… and ${count - shownWarnings} more keys that occur twice`);
  return { tree, warnings };
}

/** The same as text, in which trees cross between threads. */
export function readTreeText(text: string, documentBytes?: number): ReadText<JsonText> {
  const { tree, warnings } = readRoot(text, documentBytes);
  return { tree: toJson(tree), warnings };
}
