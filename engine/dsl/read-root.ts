import type { JsonText } from '../contract.ts';
import { isMapping, toJson } from '../run/value.ts';
import { invalidDocument } from './document-error.ts';
import { type Mapping, valueAt } from './tree.ts';
import { readYaml } from './yaml-reader.ts';

/** The root mapping of a document, taken out of the envelope in which exports travel as JSON. */
export function readRoot(text: string, documentBytes?: number): Mapping {
  const root = readYaml(text, documentBytes);
  if (!isMapping(root)) {
    throw invalidDocument(
      'The document must be a mapping with the keys version, kind and app, not a list or a single value.',
    );
  }
  const enveloped = valueAt(root, 'data');
  if (typeof enveloped !== 'string' || valueAt(root, 'app') !== undefined) return root;
  const inner = readYaml(enveloped, documentBytes);
  return isMapping(inner) ? inner : root;
}

/** The same as text, in which trees cross between threads. */
export function readTreeText(text: string, documentBytes?: number): JsonText {
  return toJson(readRoot(text, documentBytes));
}
