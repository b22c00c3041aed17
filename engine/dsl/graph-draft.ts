/** The nodes and edges of a document's graph, in today's spelling, with everything that is wrong with them. */

import type { GraphEdge, GraphNode } from '#engine';
import { isMapping } from '#engine/run/values/value.ts';
import type { GraphProblem } from './document-error.ts';
import { type NodeKinds, nodeTypeOf } from './document-format.ts';
import { modernSettings, writtenVersion } from './legacy-settings.ts';
import { listAt, type Mapping, mappingAt, textAt, textOf, valueAt } from './tree.ts';

export interface GraphDraft {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
  readonly problems: readonly GraphProblem[];
  /** Nodes say what they are where it is not read: a start may be among them. */
  readonly isMisplaced?: boolean;
  readonly warnings: readonly string[];
}

/** The largest graphs in the wild have 71; a chain of 10,000 fits, with its start, its end and a few more. */
const nodeLimit = 10_100;
const edgeLimit = 40_400;

/** `node 'Title' (id)`, as every message names a node. */
export function nameOf(node: { readonly title: string; readonly id: string }): string {
  return `node '${node.title}' (${node.id})`;
}

export function readGraph(workflow: unknown, kinds: NodeKinds): GraphDraft {
  const graph = mappingAt(workflow, 'graph');
  const problems: GraphProblem[] = [];
  if (listAt(graph, 'nodes').length > nodeLimit || listAt(graph, 'edges').length > edgeLimit) {
    const message = `The graph has more than ${nodeLimit} nodes or ${edgeLimit} edges: split the application.`;
    return { nodes: [], edges: [], problems: [{ message, field: 'workflow.graph', code: 'too_large' }], warnings: [] };
  }
  const seen = new Set<string>();
  const nodes = listAt(graph, 'nodes').flatMap((wrapper, index) => {
    const field = `workflow.graph.nodes[${index}]`;
    if (!isMapping(wrapper)) {
      problems.push({ message: `${field} must be a mapping with id and data.`, field, code: 'invalid_node' });
      return [];
    }
    const id = textAt(wrapper, 'id');
    const type = nodeTypeOf(wrapper, kinds);
    if (id !== '' && !seen.has(id)) seen.add(id);
    else if (type !== '') problems.push(identityProblem(id, wrapper, field));
    return type === '' || id === '' ? [] : [readNode(id, wrapper, kinds)];
  });
  const misplaced = misplacedTypes(graph, kinds);
  problems.push(...misplaced);
  const edges = readEdges(graph, seen, problems);
  const ids = new Set(nodes.map((node) => node.id));
  return {
    nodes,
    // Edges of notes lead nowhere.
    edges: edges.filter((edge) => ids.has(edge.source) && ids.has(edge.target)),
    problems,
    isMisplaced: misplaced.length > 0,
    warnings: [],
  };
}

/** Nodes that say beside their data what they are, and in it nothing: else they would be passed by as notes are. */
function misplacedTypes(graph: Mapping, kinds: NodeKinds): readonly GraphProblem[] {
  const isMisplaced = (node: unknown) =>
    textAt(mappingAt(node, 'data'), 'type') === '' && kinds.isKnown(textAt(node, 'type'));
  const nodes = listAt(graph, 'nodes');
  const at = nodes.findIndex(isMisplaced);
  if (at === -1) return [];
  const [type, id] = [textAt(nodes[at], 'type'), textAt(nodes[at], 'id')];
  const count = nodes.filter(isMisplaced).length;
  const others = count === 1 ? '' : ` (and ${count - 1} more)`;
  const message = `The node '${id}'${others} has its type beside its data, where only how it is drawn is read: data.type is missing. Write it into the data, as in data: {type: ${type}, title: …}.`;
  return [{ message, field: `workflow.graph.nodes[${at}].data.type`, code: 'invalid_node' }];
}

function identityProblem(id: string, wrapper: Mapping, field: string): GraphProblem {
  const title = textAt(valueAt(wrapper, 'data'), 'title');
  const message =
    id === ''
      ? `The node '${title}' (${field}) has no id: give it one.`
      : `Two nodes have the id '${id}', one of them '${title}' (${field}): give one of them another id.`;
  return { message, field: `${field}.id`, code: id === '' ? 'invalid_node' : 'repeated_id' };
}

function readNode(id: string, wrapper: Mapping, kinds: NodeKinds): GraphNode {
  const data = mappingAt(wrapper, 'data');
  const type = nodeTypeOf(wrapper, kinds);
  const own = kinds.document(type);
  const modern = modernSettings(data);
  return {
    id,
    type,
    version: writtenVersion(data) ?? own.version?.(data) ?? '1',
    title: textAt(data, 'title', type),
    parent: parentOf(wrapper, data),
    data: own.upgrade?.(modern) ?? modern,
  };
}

function parentOf(wrapper: Mapping, data: Mapping): string | null {
  const marks = [valueAt(data, 'iteration_id'), valueAt(data, 'loop_id')].map(textOf);
  const drawnIn = textOf(valueAt(wrapper, 'parentId'));
  // In a loop inside an iteration a node may name both: the one it is drawn in is the inner one.
  const isDrawnInOne = drawnIn !== undefined && marks.includes(drawnIn);
  return (isDrawnInOne ? [drawnIn] : [...marks, drawnIn]).find((id) => id !== undefined && id !== '') ?? null;
}

function readEdges(graph: Mapping, ids: ReadonlySet<string>, problems: GraphProblem[]): GraphEdge[] {
  const edges = new Map<string, GraphEdge>();
  for (const [index, entry] of listAt(graph, 'edges').entries()) {
    const field = `workflow.graph.edges[${index}]`;
    const source = textAt(entry, 'source');
    const target = textAt(entry, 'target');
    const missing = ids.has(source) ? (ids.has(target) ? undefined : 'target') : 'source';
    if (missing !== undefined) {
      const id = missing === 'source' ? source : target;
      const message = `The edge from '${source}' to '${target}' (${field}) names a node that does not exist: '${id}' (${missing}). Remove the edge or connect it again.`;
      problems.push({ message, field: `${field}.${missing}`, code: 'broken_edge' });
      continue;
    }
    const handle = textAt(entry, 'sourceHandle', 'source');
    const edge = { source, sourceHandle: handle === '' || handle === 'success-branch' ? 'source' : handle, target };
    edges.set(JSON.stringify(edge), edge);
  }
  return [...edges.values()];
}
