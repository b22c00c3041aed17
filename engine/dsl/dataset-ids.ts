/** Ids of knowledge bases in a document: they mean something in one workspace only (app DSL, export). */
import { isMapping } from '#engine/run/values/value.ts';
import type { NodeKinds } from './document-format.ts';
import { listAt, type Mapping, mappingAt, textAt, valueAt } from './tree.ts';

type Replace = (id: string) => string | null;

/** A copy in which each id is replaced, or left out for null. A document without any stays the same object. */
export function mapDatasetIds(tree: Mapping, replace: Replace, kinds: NodeKinds): Mapping {
  return mapOfConfig(mapOfNodes(tree, replace, kinds), replace);
}

/** Only those of nodes: exports seal them, and those of configurations travel as they are. */
export function mapOfNodes(tree: Mapping, replace: Replace, kinds: NodeKinds): Mapping {
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

/** Chat and agent apps without a graph list their knowledge bases in two places (`datasetIds` of prompt-config.ts). */
function mapOfConfig(tree: Mapping, replace: Replace): Mapping {
  const config = mappingAt(tree, 'model_config');
  const configs = mappingAt(config, 'dataset_configs');
  const listed = mappingAt(configs, 'datasets');
  const agent = mappingAt(config, 'agent_mode');
  const datasets = mapEntries(listAt(listed, 'datasets'), replace);
  const tools = mapEntries(listAt(agent, 'tools'), replace);
  if (datasets === null && tools === null) return tree;
  const own =
    datasets === null ? config : { ...config, dataset_configs: { ...configs, datasets: { ...listed, datasets } } };
  return { ...tree, model_config: tools === null ? own : { ...own, agent_mode: { ...agent, tools } } };
}

/** null: nothing changes. */
function mapEntries(entries: readonly unknown[], replace: Replace): readonly unknown[] | null {
  const mapped = entries.flatMap((entry) => {
    const dataset = valueAt(entry, 'dataset');
    const id = textAt(dataset, 'id');
    if (!isMapping(entry) || !isMapping(dataset) || id === '') return [entry];
    const other = replace(id);
    if (other === id) return [entry];
    return other === null ? [] : [{ ...entry, dataset: { ...dataset, id: other } }];
  });
  return mapped.length === entries.length && mapped.every((entry, index) => entry === entries[index]) ? null : mapped;
}
