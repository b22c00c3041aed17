/**
 * Container membership, and the older containers that name an ordinary node as their start (app DSL, import): they
 * get a start node of their own.
 */
import type { GraphEdge, GraphNode } from '#engine';
import type { GraphProblem } from './document-error.ts';
import type { NodeKinds } from './document-format.ts';
import { type GraphDraft, nameOf } from './graph-draft.ts';
import { textAt } from './tree.ts';

export function completeContainers(draft: GraphDraft, kinds: NodeKinds): GraphDraft {
  const containers = containersOf(draft.nodes, kinds);
  const isOwnStart = startCheck(containers, kinds);
  const containerIds = new Set(containers.map((node) => node.id));
  // A container that was deleted leaves its id in former children; they stand in the root graph now.
  let nodes = draft.nodes.map((node) =>
    node.parent !== null && (!containerIds.has(node.parent) || node.parent === node.id)
      ? { ...node, parent: null }
      : node,
  );
  let edges = draft.edges;
  const targets = new Set(edges.map((edge) => edge.target));
  const problems: GraphProblem[] = [...draft.problems, ...nestingProblems(nodes)];
  const warnings = [...draft.warnings];
  if (problems.length === draft.problems.length) {
    for (const container of containers) {
      const start = findStart(container, { nodes, targets, isOwnStart });
      if (start === undefined) {
        problems.push({
          message: `The ${nameOf(container)} has no start: put a node inside and connect it to the container's start.`,
          field: `${container.id}.start_node_id`,
          nodeId: container.id,
          code: 'empty_container',
          about: 'It has no start: put a node inside and connect it to its start.',
        });
      } else {
        nodes = moveInside(nodes, edges, container.id, start.node);
        ({ nodes, edges } = start.isOwn
          ? { nodes: nodes.map((node) => (node.id === container.id ? withStart(node, start.node.id) : node)), edges }
          : insertStart({ nodes, edges }, container, start.node, kinds));
      }
    }
  }
  const parents = new Map(nodes.map((node) => [node.id, node.parent]));
  const inside = edges.filter((edge) => {
    if (parents.get(edge.source) === parents.get(edge.target)) return true;
    warnings.push(
      `The edge from '${edge.source}' to '${edge.target}' crosses the border of a container and is ignored.`,
    );
    return false;
  });
  return { ...draft, nodes, edges: inside, problems, warnings };
}

function nestingProblems(nodes: readonly GraphNode[]): GraphProblem[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  for (const node of nodes) {
    let outer = node.parent;
    for (let level = 0; outer !== null; level += 1) {
      if (level > nodes.length) {
        return [
          {
            message: `The ${nameOf(node)} stands in containers that contain each other.`,
            field: 'parentId',
            code: 'nested_in_itself',
          },
        ];
      }
      outer = byId.get(outer)?.parent ?? null;
    }
  }
  return [];
}

interface Start {
  readonly node: GraphNode;
  /** Whether it is a container's own start node, which runs nothing itself. */
  readonly isOwn: boolean;
}

/** Of a type that nobody brings it is told by what says to lie inside it. */
function containersOf(nodes: readonly GraphNode[], kinds: NodeKinds): readonly GraphNode[] {
  const named = new Set(
    nodes.flatMap(({ data }) => [textAt(data, 'iteration_id'), textAt(data, 'loop_id')]).filter((id) => id !== ''),
  );
  return nodes.filter(({ id, type }) => (kinds.isKnown(type) ? kinds.container(type) !== undefined : named.has(id)));
}

/** What a container's kind is called in documents; a missing type is its own. */
function kindOf(container: GraphNode, kinds: NodeKinds): string {
  return kinds.container(container.type)?.kind ?? container.type;
}

function startCheck(containers: readonly GraphNode[], kinds: NodeKinds): (node: GraphNode) => boolean {
  const types = new Set(containers.map((container) => `${kindOf(container, kinds)}-start`));
  return (node) => types.has(node.type);
}

interface Inside {
  readonly nodes: readonly GraphNode[];
  readonly targets: ReadonlySet<string>;
  readonly isOwnStart: (node: GraphNode) => boolean;
}

function findStart(container: GraphNode, { nodes, targets, isOwnStart }: Inside): Start | undefined {
  const named = nodes.find((node) => node.id === textAt(container.data, 'start_node_id'));
  const children = nodes.filter((node) => node.parent === container.id);
  if (named !== undefined && named.id !== container.id) return { node: named, isOwn: isOwnStart(named) };
  const own = children.find(isOwnStart);
  if (own !== undefined) return { node: own, isOwn: true };
  const first = children.find((node) => !targets.has(node.id)) ?? children[0];
  return first && { node: first, isOwn: false };
}

function withStart(container: GraphNode, startId: string): GraphNode {
  return { ...container, data: { ...container.data, start_node_id: startId } };
}

interface Drawing {
  readonly nodes: GraphNode[];
  readonly edges: readonly GraphEdge[];
}

function insertStart(drawing: Drawing, container: GraphNode, first: GraphNode, kinds: NodeKinds): Drawing {
  const ids = new Set(drawing.nodes.map((node) => node.id));
  let id = `${container.id}start`;
  for (let number = 0; ids.has(id); number += 1) id = `${container.id}start${number}`;
  const type = `${kindOf(container, kinds)}-start`;
  const start: GraphNode = {
    id,
    type,
    version: '1',
    title: 'Start',
    parent: container.id,
    data: { type, title: 'Start' },
  };
  const nodes = drawing.nodes.map((node) => (node.id === container.id ? withStart(node, id) : node));
  return {
    nodes: [...nodes, start],
    edges: [...drawing.edges, { source: id, sourceHandle: 'source', target: first.id }],
  };
}

/** Containers of old documents know their start only; what follows it stands inside. */
function moveInside(nodes: GraphNode[], edges: readonly GraphEdge[], container: string, first: GraphNode): GraphNode[] {
  if (first.parent !== null) return nodes;
  const members = followers(first.id, edges);
  members.delete(container);
  return nodes.map((node) => (members.has(node.id) && node.parent === null ? { ...node, parent: container } : node));
}

/** A node and everything behind it. */
function followers(from: string, edges: readonly GraphEdge[]): Set<string> {
  const bySource = Map.groupBy(edges, (edge) => edge.source);
  const found = new Set([from]);
  for (const id of found) for (const edge of bySource.get(id) ?? []) found.add(edge.target);
  return found;
}
