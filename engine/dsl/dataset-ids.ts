/** Ids of knowledge bases in a document: they mean something in one workspace only (app DSL, export). */
import { isMapping } from '../run/value.ts';
import { listAt, type Mapping, mappingAt, textAt, valueAt } from './tree.ts';

/** A copy in which each id is replaced, or left out for null. A document without any stays the same object. */
export function mapDatasetIds(tree: Mapping, replace: (id: string) => string | null): Mapping {
  const workflow = mappingAt(tree, 'workflow');
  const graph = mappingAt(workflow, 'graph');
  const nodes = listAt(graph, 'nodes');
  const mapped = nodes.map((node) => mapNode(node, replace));
  if (mapped.every((node, index) => node === nodes[index])) return tree;
  return { ...tree, workflow: { ...workflow, graph: { ...graph, nodes: mapped } } };
}

function mapNode(node: unknown, replace: (id: string) => string | null): unknown {
  const data = valueAt(node, 'data');
  if (!isMapping(node) || !isMapping(data) || textAt(data, 'type') !== 'knowledge-retrieval') return node;
  const ids = listAt(data, 'dataset_ids');
  const mapped = ids.map((id) => (typeof id === 'string' ? replace(id) : id)).filter((id) => id !== null);
  if (mapped.length === ids.length && mapped.every((id, index) => id === ids[index])) return node;
  return { ...node, data: { ...data, dataset_ids: mapped } };
}
