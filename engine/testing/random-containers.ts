import { type NodeContext, NodeError, type NodeImplementation, type NodeResult } from '#engine';
import { fakeKind, NodeClock } from './fake-nodes.ts';
import type { Random } from './random.ts';
import { type RandomGraph, randomNode } from './random-graph.ts';

type NodeSketch = RandomGraph['nodes'][string];

/** What a node inside an iteration does in which round. */
interface Varied {
  readonly container: string;
  readonly delay?: number;
  /** Rounds in which it fails. */
  readonly failsIn?: readonly number[];
  /** Handles by round. */
  readonly handles?: readonly string[];
}

async function play(settings: Varied, { service, variables, node }: NodeContext): Promise<NodeResult> {
  await service(NodeClock).wait(settings.delay ?? 0);
  const round = Number(variables.get([settings.container, 'index']));
  if (settings.failsIn?.includes(round) === true) throw new NodeError('FakeError', `${node.id} fails in ${round}`);
  const handle = settings.handles?.[round];
  return { outputs: { done: true }, ...(handle === undefined ? {} : { handle }) };
}

const varied: NodeImplementation<Varied> = {
  compile: (data) => ({ container: String(data.container), ...data }),
  run: play,
};

/** Kinds of the nodes that do something else in each round. */
export const variedKinds = { varied: fakeKind(varied), 'varied-branch': fakeKind(varied, { branch: true }) };

export const mostRounds = 3;

export interface ContainerOptions {
  /** Nodes of the main graph, and of an inside, at most. */
  readonly size: number;
  /** Containers inside each other, at most. */
  readonly depth: number;
  /** Also what does different things at different times: parallel rounds that end the iteration when they fail. */
  readonly isLoose: boolean;
  /** Each level is a chain, so that the order in which its nodes run is known. */
  readonly isChain?: boolean;
  /** Failures that no strategy of their own catches. */
  readonly failing?: boolean;
}

export interface ContainerGraph extends RandomGraph {
  /** Lists for the start node by name: `list0` is empty, `list3` has three items. */
  readonly inputs: Readonly<Record<string, readonly number[]>>;
}

/** A random graph with iterations and loops, parallel and nested, among its nodes. */
export function randomContainers(random: Random, options: ContainerOptions): ContainerGraph {
  const lists = Array.from({ length: mostRounds + 1 }, (_, length) => Array.from({ length }, (__, index) => index));
  const graph: ContainerGraph = {
    nodes: { start: { type: 'start' } },
    edges: [],
    inputs: Object.fromEntries(lists.map((list, length) => [`list${length}`, list])),
  };
  new LevelWriter(random, options, graph).write({ parent: null, root: 'start', prefix: '', depth: options.depth });
  return graph;
}

interface Place {
  readonly parent: string | null;
  readonly root: string;
  /** Of the ids inside. */
  readonly prefix: string;
  /** Containers that may still follow inside each other. */
  readonly depth: number;
}

interface Drawn {
  readonly node: NodeSketch;
  readonly sides: readonly [string, ...string[]];
}

class LevelWriter {
  readonly #random: Random;
  readonly #options: ContainerOptions;
  readonly #graph: ContainerGraph;

  constructor(random: Random, options: ContainerOptions, graph: ContainerGraph) {
    this.#random = random;
    this.#options = options;
    this.#graph = graph;
  }

  write(place: Place): void {
    const count = 1 + this.#random.below(place.parent === null ? this.#options.size : 3);
    const sides = new Map<string, Drawn['sides']>([[place.root, ['source']]]);
    const earlier = [place.root];
    for (let number = 1; number <= count; number += 1) {
      const id = `${place.prefix}n${number}`;
      const drawn = this.#draw(id, place);
      this.#graph.nodes[id] = place.parent === null ? drawn.node : { ...drawn.node, parent: place.parent };
      for (const source of this.#options.isChain === true ? earlier.slice(-1) : earlier) {
        if (!this.#random.chance(Math.min(1, 2 / earlier.length)) && this.#options.isChain !== true) continue;
        const handles = sides.get(source) ?? ['source'];
        this.#graph.edges.push([source, id, this.#options.isChain === true ? handles[0] : this.#random.pick(handles)]);
      }
      sides.set(id, drawn.sides);
      earlier.push(id);
    }
  }

  #draw(id: string, place: Place): Drawn {
    const { parent, depth } = place;
    const around = parent === null ? undefined : this.#graph.nodes[parent];
    if (depth > 0 && this.#random.chance(0.4)) return this.#container(id, depth - 1);
    if (this.#options.isChain === true) return { node: { type: 'work' }, sides: ['source'] };
    if (around?.type === 'loop' && this.#random.chance(0.15)) return { node: { type: 'loop-end' }, sides: ['source'] };
    if (around?.type === 'iteration' && this.#random.chance(0.4)) return this.#varied(parent ?? '');
    return randomNode(this.#random, parent !== null || this.#options.failing === true);
  }

  #varied(container: string): Drawn {
    const random = this.#random;
    const delay = random.below(6);
    if (random.chance(0.5)) {
      const handles = Array.from({ length: mostRounds }, () => random.pick(['a', 'b', 'nowhere']));
      return { node: { type: 'varied-branch', container, handles, delay }, sides: ['a', 'b'] };
    }
    const failsIn = Array.from({ length: mostRounds }, (_, round) => round).filter(() => random.chance(0.3));
    return { node: { type: 'varied', container, failsIn, delay }, sides: ['source'] };
  }

  #container(id: string, depth: number): Drawn {
    const random = this.#random;
    const root = `${id}_s`;
    const settings = random.chance(0.6)
      ? this.#iteration(id)
      : { type: 'loop', loop_count: 1 + random.below(mostRounds) };
    const strategy = this.#options.isChain === true ? 1 : random.next();
    const error_strategy = strategy < 0.25 ? 'fail-branch' : strategy < 0.5 ? 'default-value' : 'none';
    // The inside reads what is around it, so the container is written first.
    this.#graph.nodes[id] = { ...settings, start_node_id: root, error_strategy };
    this.#graph.nodes[root] = { type: `${settings.type}-start`, parent: id };
    this.write({ parent: id, root, prefix: `${id}_`, depth });
    const node = this.#graph.nodes[id];
    return { node, sides: error_strategy === 'fail-branch' ? ['source', 'fail-branch'] : ['source'] };
  }

  #iteration(id: string): NodeSketch {
    const random = this.#random;
    const is_parallel = random.chance(0.5);
    const lenient = ['continue-on-error', 'remove-abnormal-output'] as const;
    const mayTerminate = this.#options.isLoose || !is_parallel;
    return {
      type: 'iteration',
      iterator_selector: ['start', `list${random.below(mostRounds + 1)}`],
      output_selector: [`${id}_n1`, 'done'],
      is_parallel,
      parallel_nums: 1 + random.below(mostRounds),
      error_handle_mode: mayTerminate && random.chance(0.4) ? 'terminated' : random.pick(lenient),
    };
  }
}
