/**
 * Secrets that people typed into nodes. Where documents are kept and shown a mark stands for each: `[__HIDDEN__:hidden_…]` names a
 * text that is sealed beside the document, `[__HIDDEN__]` one that nobody has any more. In the graph that runs it is a secret
 * variable of that name, so that runs get and mask it as they do all of these.
 */
import type { GraphNode, SecretPlace, VariableDeclaration } from '#engine';
import { parseTemplate } from '#engine/run/values/template.ts';
import { isMapping } from '#engine/run/values/value.ts';
import { mapGraph, mapList } from './app-layout.ts';
import { invalidDocument } from './document-error.ts';
import type { NodeKinds } from './document-format.ts';
import { type Mapping, textAt, valueAt } from './tree.ts';

const hiddenName = 'hidden_[0-9a-f]{16}';
const mark = new RegExp(`\\[__HIDDEN__(?::(${hiddenName}))?\\]`, 'g');
const wholeMarks = new RegExp(`(\\[__HIDDEN__(?::${hiddenName})?\\])`);
const wholeName = new RegExp(`^${hiddenName}$`);
const nothing = '[__HIDDEN__]';
/** What stands before a credential, and is none. */
const scheme = /^\s*(?:(?:Bearer|Basic|Token)\s+)?/i;

/** Whether a variable is one that a mark stands for. */
export function isHiddenName(name: string): boolean {
  return wholeName.test(name);
}

/** The text with something else in place of its marks; `name` is null in a mark that stands for nothing. */
export function replaceHidden(text: string, replace: (name: string | null, mark: string) => string): string {
  return text.replace(mark, (found, name: string | undefined) => replace(name ?? null, found));
}

/** Of one document; each costs a signature. */
const MAX_HIDDEN = 5_000;

function tooMany(): Error {
  const message = `Nodes of the document hold more than ${MAX_HIDDEN} texts that were typed as secrets: use environment variables of type secret.`;
  return invalidDocument(message, { field: 'workflow.graph.nodes' });
}

/** Whether a text holds a mark. */
export function holdsHidden(text: string): boolean {
  return text.search(mark) >= 0;
}

export interface Hiding {
  /** Names what was typed. */
  hide(text: string): string;
  /** Whether something is kept under the name. */
  isKept(name: string): boolean;
}

/** The tree with marks for what was typed. The same object where nothing was. */
export function hideTyped(tree: Mapping, { hide, isKept }: Hiding, kinds: NodeKinds): Mapping {
  let count = 0;
  const typed = (text: string) => {
    if (text === '') return '';
    count += 1;
    if (count > MAX_HIDDEN) throw tooMany();
    return `[__HIDDEN__:${hide(text)}]`;
  };
  return mapSecretTexts(tree, kinds, (text, { isUsed }) => {
    const known = replaceHidden(text, (name, found) => (name !== null && isKept(name) ? found : isUsed ? nothing : ''));
    const { parts, selectors } = parseTemplate(known);
    return parts
      .map((part) => (part.kind === 'text' ? hidePart(part.text, typed, selectors.length > 0) : `{{#${part.source}#}}`))
      .join('');
  });
}

/** Beside placeholders colons stay: a node may look which side of one a value stands on. */
function hidePart(text: string, typed: (text: string) => string, isMixed: boolean): string {
  const pieces = text.split(wholeMarks);
  return pieces.map((piece, at) => (at % 2 === 1 ? piece : hidePiece(piece, typed, isMixed))).join('');
}

function hidePiece(text: string, typed: (text: string) => string, isMixed: boolean): string {
  const before = scheme.exec(text)?.[0] ?? '';
  const rest = text.slice(before.length);
  const clean = rest.trimEnd();
  const hidden = isMixed ? clean.split(':').map(typed).join(':') : typed(clean);
  return `${before}${hidden}${rest.slice(clean.length)}`;
}

/** The tree with texts in place of the marks that name them. */
export function showHidden(tree: Mapping, texts: Readonly<Record<string, string>>, kinds: NodeKinds): Mapping {
  return mapSecretTexts(tree, kinds, (text) =>
    replaceHidden(text, (name, found) => (name !== null && Object.hasOwn(texts, name) ? (texts[name] ?? '') : found)),
  );
}

/** A node of a graph that runs, and the variables that its marks became. */
export function hiddenAsVariables(
  node: GraphNode,
  kinds: NodeKinds,
): { readonly node: GraphNode; readonly names: readonly string[] } {
  const names: string[] = [];
  const data = mapData(node.data, kinds, (text) =>
    replaceHidden(text, (name, found) => {
      if (name === null) return found;
      names.push(name);
      return `{{#env.${name}#}}`;
    }),
  );
  return { node: data === node.data ? node : { ...node, data }, names };
}

/** Variables as a graph declares them. */
export function hiddenVariables(names: readonly string[]): VariableDeclaration[] {
  return [...new Set(names)].map((name) => ({ id: name, name, description: '', valueType: 'secret', value: '' }));
}

/** Fields of a node in which a mark stands for nothing. */
export function lostFields(node: GraphNode, kinds: NodeKinds): string[] {
  const fields: string[] = [];
  mapData(node.data, kinds, (text, { field }) => {
    if (text.includes(nothing)) fields.push(field);
    return text;
  });
  return fields;
}

type Change = (text: string, place: SecretPlace) => string;

function mapSecretTexts(tree: Mapping, kinds: NodeKinds, change: Change): Mapping {
  let isChanged = false;
  const mapNode = (node: Mapping): Mapping => {
    const data = valueAt(node, 'data');
    const changed = isMapping(data) ? mapData(data, kinds, change) : data;
    if (changed === data) return node;
    isChanged = true;
    return { ...node, data: changed };
  };
  const mapped = mapGraph(tree, (graph) => ({ ...graph, ...mapList(graph, 'nodes', mapNode) }));
  return isChanged ? mapped : tree;
}

function mapData(data: Mapping, kinds: NodeKinds, change: Change): Mapping {
  return kinds.document(kinds.typeOf(textAt(data, 'type'))).mapSecrets?.(data, change) ?? data;
}

/** Whether a document may hold any: told by its text, for most hold none. */
export function mayHoldSecrets(text: string, kinds: NodeKinds): boolean {
  return kinds.secretTypes.some((type) => text.includes(JSON.stringify(type)));
}
