/** A document in which only one node runs: to try it, whatever the rest of the graph is like. */

import { excerptStart } from '#engine/contract/app-document.ts';
import { isMapping } from '#engine/run/values/value.ts';
import type { NodeKinds } from './document-format.ts';
import { listAt, type Mapping, mappingAt, textAt, without } from './tree.ts';

/** Where a node stands; in an excerpt it stands in the main graph. */
const places = ['iteration_id', 'loop_id', 'isInIteration', 'isInLoop'];

/**
 * The tree with one node and what lies inside it, behind a start without variables; null when there is no such node.
 * A node that begins a graph itself needs no start before it.
 */
export function nodeExcerpt(tree: Mapping, nodeId: string, { isRoot, startType }: NodeKinds): Mapping | null {
  const workflow = mappingAt(tree, 'workflow');
  const graph = mappingAt(workflow, 'graph');
  const all = listAt(graph, 'nodes').filter(isMapping);
  const target = all.find((node) => textAt(node, 'id') === nodeId);
  const type = textAt(mappingAt(target, 'data'), 'type');
  if (target === undefined || type === '') return null;
  const inside = insideOf(nodeId, all);
  const alone = { ...without(target, 'parentId'), data: without(mappingAt(target, 'data'), ...places) };
  const members = all.filter((node) => inside.has(textAt(node, 'id')));
  const within = listAt(graph, 'edges').filter(
    (edge) => inside.has(textAt(edge, 'source')) && inside.has(textAt(edge, 'target')),
  );
  const start = startOf(startType, new Set(all.map((node) => textAt(node, 'id'))));
  const [nodes, edges] = isRoot(type)
    ? [[alone, ...members], within]
    : [
        [start, alone, ...members],
        [...within, { source: start.id, target: nodeId, sourceHandle: 'source' }],
      ];
  return { ...tree, workflow: { ...workflow, graph: { ...graph, nodes, edges } } };
}

/** What lies in a container, however deep. */
function insideOf(containerId: string, nodes: readonly Mapping[]): ReadonlySet<string> {
  const found = new Set([containerId]);
  for (const id of found) {
    for (const node of nodes) {
      const data = mappingAt(node, 'data');
      const owners = [textAt(node, 'parentId'), textAt(data, 'iteration_id'), textAt(data, 'loop_id')];
      if (owners.includes(id)) found.add(textAt(node, 'id'));
    }
  }
  found.delete(containerId);
  return found;
}

function startOf(type: string, taken: ReadonlySet<string>) {
  let id: string = excerptStart;
  for (let number = 2; taken.has(id); number += 1) id = `${excerptStart}-${number}`;
  return { id, type: 'custom', data: { type, title: 'Start', variables: [] } };
}
