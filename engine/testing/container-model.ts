/**
 * What a run of fake nodes with containers must come to: the scheduler model, frame by frame. Needs the nodes of each
 * level in an order in which edges lead forward, as random graphs have them.
 */
import type { ContainerGraph } from './random-containers.ts';
import { modelNode } from './scheduler-model.ts';

type Status = 'succeeded' | 'exception' | 'failed';

export interface ContainerModel {
  /** Final status by the path of the frame and the node id: `it:0/n1`. Nodes that are not shown are left out. */
  readonly statuses: ReadonlyMap<string, Status>;
  readonly status: 'succeeded' | 'partial-succeeded' | 'failed';
  readonly exceptions: number;
}

interface NodeOutcome {
  readonly status: Status;
  /** Null: undecided, because the node failed. */
  takes(handle: string): boolean | null;
}

interface FrameOutcome {
  readonly hasFailed: boolean;
  readonly endsLoop: boolean;
}

/** `isComplete`: rounds go on after failures and loop ends, which gives everything that may run at all. */
export function modelContainers(graph: ContainerGraph, isComplete = false): ContainerModel {
  const model = new Model(graph, isComplete);
  const { hasFailed } = model.frame({ container: null, root: 'start', path: '', round: 0 });
  const { statuses, exceptions } = model;
  const status = hasFailed ? 'failed' : exceptions > 0 ? 'partial-succeeded' : 'succeeded';
  return { statuses, status, exceptions };
}

interface FrameSketch {
  readonly container: string | null;
  readonly root: string;
  readonly path: string;
  readonly round: number;
}

class Model {
  readonly statuses = new Map<string, Status>();
  exceptions = 0;
  readonly #graph: ContainerGraph;
  readonly #isComplete: boolean;

  constructor(graph: ContainerGraph, isComplete: boolean) {
    this.#graph = graph;
    this.#isComplete = isComplete;
  }

  frame(sketch: FrameSketch): FrameOutcome {
    const { nodes } = this.#graph;
    const ids = Object.keys(nodes).filter((id) => (nodes[id]?.parent ?? null) === sketch.container);
    const reached = this.#reached(sketch.root);
    /** Whether a node ran, or null when that stays open; what its edges say. */
    const outcomes = new Map<string, NodeOutcome | 'skipped' | 'open'>();
    let hasFailed = false;
    let endsLoop = false;
    for (const id of [sketch.root, ...ids].filter((one) => reached.has(one))) {
      if (outcomes.has(id)) continue;
      const incoming = this.#incoming(id, reached, outcomes);
      if (incoming.includes(null)) outcomes.set(id, 'open');
      else if (id !== sketch.root && !incoming.includes(true)) outcomes.set(id, 'skipped');
      else {
        const { outcome, isLoopEnd } = this.#run(id, sketch);
        outcomes.set(id, outcome);
        hasFailed ||= outcome.status === 'failed';
        endsLoop ||= isLoopEnd;
      }
    }
    return { hasFailed, endsLoop };
  }

  #reached(root: string): ReadonlySet<string> {
    const reached = new Set([root]);
    for (const id of reached) for (const [source, target] of this.#graph.edges) if (source === id) reached.add(target);
    return reached;
  }

  #incoming(
    id: string,
    reached: ReadonlySet<string>,
    outcomes: ReadonlyMap<string, NodeOutcome | 'skipped' | 'open'>,
  ): (boolean | null)[] {
    return this.#graph.edges
      .filter(([source, target]) => target === id && reached.has(source))
      .map(([source, , handle]) => {
        const outcome = outcomes.get(source);
        if (outcome === undefined || outcome === 'open') return null;
        return outcome === 'skipped' ? false : outcome.takes(handle);
      });
  }

  #run(id: string, frame: FrameSketch): { outcome: NodeOutcome; isLoopEnd: boolean } {
    const node = this.#graph.nodes[id];
    if (node === undefined) throw new Error(`there is no node ${id}`);
    let endsLoop = node.type === 'loop-end';
    let fails = node.fails;
    if (node.type === 'varied') fails = (node.failsIn as readonly number[]).includes(frame.round) ? true : 0;
    if (node.type === 'iteration' || node.type === 'loop') {
      const rounds = this.#rounds(id, `${frame.path}${id}`);
      fails = rounds.hasFailed ? true : 0;
      endsLoop = node.type === 'iteration' && rounds.endsLoop;
    }
    const handles = node.handles as readonly string[] | undefined;
    const shape = handles === undefined ? { ...node, fails } : { type: 'branch', handle: handles[frame.round] };
    const { status, failures, takes } = modelNode(shape);
    this.exceptions += failures;
    if (!node.type.endsWith('-start')) this.statuses.set(`${frame.path}${id}`, status);
    return { outcome: { status, takes: status === 'failed' ? () => null : takes }, isLoopEnd: endsLoop };
  }

  #rounds(id: string, path: string): FrameOutcome {
    const node = this.#graph.nodes[id];
    const isLoop = node?.type === 'loop';
    const list = (node?.iterator_selector as readonly string[] | undefined)?.[1] ?? '';
    const count = isLoop ? Number(node.loop_count) : (this.#graph.inputs[list]?.length ?? 0);
    let hasFailed = false;
    let endsLoop = false;
    for (let round = 0; round < count; round += 1) {
      const frame = this.frame({ container: id, root: `${id}_s`, path: `${path}:${round}/`, round });
      endsLoop ||= frame.endsLoop;
      hasFailed ||= frame.hasFailed && (isLoop || node?.error_handle_mode === 'terminated');
      if (!this.#isComplete && (hasFailed || (isLoop && endsLoop))) break;
    }
    return { hasFailed, endsLoop };
  }
}
