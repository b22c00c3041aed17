import { type EngineLimits, type GraphDocument, type GraphNode, type NodeTraits, usualLimits } from '#engine';
import { buildFlow } from './build-flow.ts';
import type { Flow, Graph, NodeKinds } from './graph.ts';
import { type GraphProblem, invalidGraph, nodeName, nodeProblem } from './graph-problem.ts';
import { missingKind } from './missing-type.ts';
import { type Level, reach } from './reachability.ts';

/**
 * Checks a graph document and compiles every node that can be reached (app DSL, building the graph). Throws
 * `engine.invalid_graph` with all problems; what can't be reached is only warned about.
 */
export function buildGraph(document: GraphDocument, kinds: NodeKinds, limits = usualLimits): Graph {
  return new GraphBuilder(document, kinds, limits).build();
}

class GraphBuilder {
  readonly #document: GraphDocument;
  readonly #kinds: NodeKinds;
  readonly #limits: EngineLimits;
  readonly #problems: GraphProblem[] = [];
  readonly #warnings: string[] = [];
  readonly #containers = new Map<string, Flow>();
  readonly #levels = new Map<string | null, Level>();

  constructor(document: GraphDocument, kinds: NodeKinds, limits: EngineLimits) {
    this.#document = document;
    this.#kinds = kinds;
    this.#limits = limits;
  }

  build(): Graph {
    this.#sortIntoLevels();
    const main = this.#level(null);
    const roots = this.#roots(main.nodes);
    const flow = this.#problems.length === 0 ? this.#build(main, roots, 0) : undefined;
    if (flow === undefined || this.#problems.length > 0) throw invalidGraph(this.#problems);
    return {
      mode: this.#document.mode,
      environment: this.#document.environmentVariables,
      conversation: this.#document.conversationVariables,
      main: flow,
      containers: this.#containers,
      warnings: this.#warnings,
    };
  }

  /** Notes (nodes without a type) are no part of the graph. A parent that is no container is the editor's affair. */
  #sortIntoLevels(): void {
    const nodes = new Map<string, GraphNode>();
    const notes = new Set<string>();
    for (const node of this.#document.nodes) {
      if (node.type === '') notes.add(node.id);
      else if (nodes.has(node.id)) this.#problems.push(nodeProblem(node, 'id', 'another node has the same id'));
      else nodes.set(node.id, node);
    }
    for (const node of nodes.values()) this.#level(this.#containerOf(node, nodes)).nodes.push(node);
    for (const edge of this.#document.edges) {
      if (notes.has(edge.source) || notes.has(edge.target)) continue;
      const source = nodes.get(edge.source);
      const target = nodes.get(edge.target);
      if (source === undefined || target === undefined)
        this.#missingEnd(edge.source, edge.target, source === undefined);
      else if (this.#containerOf(source, nodes) === this.#containerOf(target, nodes)) {
        this.#level(this.#containerOf(source, nodes)).edges.push(edge);
      } else {
        const remedy = 'it crosses the border of a container and is ignored';
        this.#warnings.push(`The edge from ${nodeName(source)} to ${nodeName(target)}: ${remedy}.`);
      }
    }
  }

  #missingEnd(source: string, target: string, isSource: boolean): void {
    const message = `The edge from ${source} to ${target} names a node that does not exist: remove the edge.`;
    this.#problems.push({ message, field: isSource ? `edges.${source}` : `edges.${target}` });
  }

  #containerOf(node: GraphNode, nodes: ReadonlyMap<string, GraphNode>): string | null {
    const parent = node.parent === null ? undefined : nodes.get(node.parent);
    if (parent === undefined) return null;
    const kind = this.#kinds(parent.type, parent.version);
    return kind === undefined || kind.traits.container !== undefined ? parent.id : null;
  }

  #level(container: string | null): Level {
    let level = this.#levels.get(container);
    if (level === undefined) {
      level = { container, nodes: [], edges: [] };
      this.#levels.set(container, level);
    }
    return level;
  }

  #roots(nodes: readonly GraphNode[]): string[] {
    const roots = nodes.filter((node) => this.#traits(node).root === true);
    if (roots.length === 0) {
      this.#problems.push({ message: 'The graph has no start: add a start node.', field: 'nodes' });
    }
    const sole = roots.find((node) => this.#traits(node).soleRoot === true);
    const other = roots.find((node) => node !== sole);
    if (sole !== undefined && other !== undefined) {
      const remedy = 'keep one of them';
      this.#problems.push(nodeProblem(sole, 'type', `the graph also starts at ${nodeName(other)}: ${remedy}`));
    }
    return roots.map((node) => node.id);
  }

  #traits(node: GraphNode): NodeTraits {
    return (this.#kinds(node.type, node.version) ?? missingKind(node)).traits;
  }

  #build(level: Level, roots: readonly string[], depth: number): Flow | undefined {
    const reached = reach(level, roots);
    this.#warnOfUnreachable(level, reached);
    const flow = buildFlow(
      {
        container: level.container,
        nodes: level.nodes.filter((node) => reached.has(node.id)),
        edges: level.edges.filter((edge) => reached.has(edge.source)),
      },
      roots,
      { kinds: this.#kinds, problems: this.#problems, limits: this.#limits },
    );
    for (const node of level.nodes) {
      const kind = this.#kinds(node.type, node.version);
      if (reached.has(node.id) && kind?.traits.container !== undefined) this.#buildContainer(node, depth + 1);
    }
    return flow;
  }

  #buildContainer(container: GraphNode, depth: number): void {
    const deepest = this.#limits.treeDepth;
    if (depth > deepest) {
      const problem = `containers may lie ${deepest} deep inside each other (WEFT_TREE_DEPTH), and this one lies deeper: draw fewer`;
      this.#problems.push(nodeProblem(container, 'parentId', problem));
      return;
    }
    const level = this.#level(container.id);
    const start = container.data.start_node_id;
    if (typeof start !== 'string' || !level.nodes.some((node) => node.id === start)) {
      const problem = 'the container has no start: name a node that lies inside';
      this.#problems.push(nodeProblem(container, 'start_node_id', problem));
      return;
    }
    const flow = this.#build(level, [start], depth);
    if (flow !== undefined) this.#containers.set(container.id, flow);
  }

  #warnOfUnreachable(level: Level, reached: ReadonlySet<string>): void {
    for (const node of level.nodes) {
      if (reached.has(node.id)) continue;
      this.#warnings.push(`${nodeName(node)} can't be reached from the start and never runs: connect or remove it.`);
    }
  }
}
