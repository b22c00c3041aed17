/** Ids of knowledge bases in a document: they mean something in one workspace only (app DSL, export). */
import { isMapping } from '#engine/run/values/value.ts';
import type { NodeKinds } from './document-format.ts';
import { listAt, type Mapping, mappingAt, textAt, valueAt } from './tree.ts';

type Replace = (id: string) => string | null;

/** A copy in which each id is replaced, or left out for null. A document without any stays the same object. */
export function mapDatasetIds(tree: Mapping, replace: Replace, kinds: NodeKinds): Mapping {
  const workflow = mappingAt(tree, 'workflow');
  const graph = mappingAt(workflow, 'graph');
  const nodes = listAt(graph, 'nodes');
  const mapped = nodes.map((node) => mapNode(node, replace, kinds));
  if (mapped.every((node, index) => node === nodes[index])) return tree;
  return { ...tree, workflow: { ...workflow, graph: { ...graph, nodes: mapped } } };
}

function mapNode(node: unknown, replace: Replace, kinds: NodeKinds): unknown {
  const data = valueAt(node, 'data');
  if (!isMapping(node) || !isMapping(data)) return node;
  const mapped = kinds.document(textAt(data, 'type')).mapDatasets?.(data, replace) ?? data;
  return mapped === data ? node : { ...node, data: mapped };
}
