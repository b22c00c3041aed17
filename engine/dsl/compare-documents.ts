/** What tells two documents apart, without how they are drawn. */
import type { ChangedPart, DocumentChange, FieldChange } from '#engine';
import { isMapping } from '#engine/run/values/value.ts';
import { compareValues } from './compare-values.ts';
import { neededDependencies } from './dependencies.ts';
import type { NodeKinds } from './document-format.ts';
import { edgeName, isUsualHandle } from './graph-order.ts';
import { holdsHidden } from './hidden-texts.ts';
import { drawnOfData, drawnOfNode } from './layout-keys.ts';
import { listAt, type Mapping, mappingAt, textAt, textOf, without } from './tree.ts';

/** A part of a document under what it is found by. */
interface Part {
  readonly title: string;
  readonly value: unknown;
  readonly isSecret?: boolean;
}

type Parts = ReadonlyMap<string, Part>;

const own = ['version', 'kind', 'app', 'workflow', 'model_config', 'dependencies'];
const ownOfWorkflow = ['environment_variables', 'conversation_variables', 'features', 'graph', 'hash'];

export function compareDocuments(before: Mapping, after: Mapping, kinds: NodeKinds): DocumentChange[] {
  const readers: readonly [ChangedPart, (tree: Mapping) => Parts][] = [
    ['app', (tree) => entriesOf(mappingAt(tree, 'app'))],
    ['node', (tree) => nodesOf(tree, kinds)],
    ['edge', edgesOf],
    ['environment-variable', (tree) => variablesOf(tree, 'environment_variables')],
    ['conversation-variable', (tree) => variablesOf(tree, 'conversation_variables')],
    ['feature', featuresOf],
    ['dependency', (tree) => dependenciesOf(tree, kinds)],
    ['other', othersOf],
  ];
  return readers.flatMap(([part, read]) => compareParts(part, read(before), read(after)));
}

function compareParts(part: ChangedPart, before: Parts, after: Parts): DocumentChange[] {
  const ids = new Set([...before.keys(), ...after.keys()]);
  return [...ids].flatMap((id): DocumentChange[] => {
    const old = before.get(id);
    const young = after.get(id);
    const title = (young ?? old)?.title ?? id;
    if (old === undefined) return [{ part, change: 'added', id, title, fields: [] }];
    if (young === undefined) return [{ part, change: 'removed', id, title, fields: [] }];
    const fields = compareValues(old.value, young.value).map(withoutMark);
    if (fields.length === 0) return [];
    const isSecret = old.isSecret === true || young.isSecret === true;
    return [{ part, change: 'changed', id, title, fields: isSecret ? fields.map(withoutValue) : fields }];
  });
}

/** A secret is never told, nor is what a variable was before it became one. */
function withoutValue(field: FieldChange): FieldChange {
  return field.path.startsWith('value') && field.path !== 'value_type'
    ? { path: field.path, change: field.change, isSecret: true }
    : field;
}

/** A mark tells people nothing but that the secret is another. */
function withoutMark(field: FieldChange): FieldChange {
  const isMarked = [field.before, field.after].some((value) => typeof value === 'string' && holdsHidden(value));
  return isMarked ? { path: field.path, change: field.change, isSecret: true } : field;
}

function entriesOf(owner: Mapping): Parts {
  return new Map(Object.entries(owner).map(([key, value]) => [key, { title: key, value }]));
}

function nodesOf(tree: Mapping, kinds: NodeKinds): Parts {
  const nodes = listAt(mappingAt(mappingAt(tree, 'workflow'), 'graph'), 'nodes').filter(isMapping);
  const found = new Map<string, Part>();
  for (const node of nodes) {
    const id = textAt(node, 'id');
    const data = mappingAt(node, 'data');
    const wrapper = without(node, 'id', 'data', ...drawnOfNode);
    const settings = without(data, ...drawnOfData(textAt(data, 'type'), kinds));
    put(found, id, { title: textAt(data, 'title') || id, value: { ...wrapper, ...settings } });
  }
  return found;
}

function edgesOf(tree: Mapping): Parts {
  const graph = mappingAt(mappingAt(tree, 'workflow'), 'graph');
  const titles = new Map(
    listAt(graph, 'nodes').map((node) => [textAt(node, 'id'), textAt(mappingAt(node, 'data'), 'title')]),
  );
  const found = new Map<string, Part>();
  for (const edge of listAt(graph, 'edges')) {
    const [source, target] = [textAt(edge, 'source'), textAt(edge, 'target')];
    const given = textAt(edge, 'sourceHandle');
    const handle = isUsualHandle(given) ? 'source' : given;
    const [from, to] = [titles.get(source) || source, titles.get(target) || target];
    const title = handle === 'source' ? `${from} → ${to}` : `${from} (${handle}) → ${to}`;
    found.set(edgeName(edge), { title, value: null });
  }
  return found;
}

function variablesOf(tree: Mapping, list: 'environment_variables' | 'conversation_variables'): Parts {
  const found = new Map<string, Part>();
  for (const entry of listAt(mappingAt(tree, 'workflow'), list).filter(isMapping)) {
    const name = textAt(entry, 'name');
    const isSecret = textAt(entry, 'value_type').toLowerCase() === 'secret';
    put(found, name, { title: name, value: without(entry, 'id', 'selector'), isSecret });
  }
  return found;
}

function featuresOf(tree: Mapping): Parts {
  return entriesOf({ ...mappingAt(mappingAt(tree, 'workflow'), 'features'), ...mappingAt(tree, 'model_config') });
}

/** As an export lists them: what an import has brought along and nothing needs is no difference. */
function dependenciesOf(tree: Mapping, kinds: NodeKinds): Parts {
  const found = new Map<string, Part>();
  for (const entry of neededDependencies(tree, kinds).filter(isMapping)) {
    const value = mappingAt(entry, 'value');
    const identifier = Object.values(value).map(textOf).find(Boolean) ?? textAt(entry, 'type');
    const name = identifier.split(/[:@]/)[0] ?? identifier;
    put(found, name, { title: name, value: entry });
  }
  return found;
}

function othersOf(tree: Mapping): Parts {
  const workflow = Object.entries(without(mappingAt(tree, 'workflow'), ...ownOfWorkflow));
  return entriesOf({
    ...without(tree, ...own),
    ...Object.fromEntries(workflow.map(([key, value]) => [`workflow.${key}`, value])),
  });
}

/** A document may name two things alike: both are compared, by their order. */
function put(found: Map<string, Part>, id: string, part: Part): void {
  let free = id;
  for (let number = 2; found.has(free); number += 1) free = `${id} (${number})`;
  found.set(free, part);
}
