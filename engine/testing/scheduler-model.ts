/**
 * What a run of fake nodes must come to, in the shortest words: a fixed point over the graph, without time, queues or
 * counters. The scheduler is checked against it.
 */
import type { GraphSketch } from './run-in-place.ts';

export interface ModelOutcome {
  /** Ids of the nodes that run, unless a failure ends the run before. */
  readonly runs: ReadonlySet<string>;
  /** Final status of each node that runs. */
  readonly statuses: Readonly<Record<string, 'succeeded' | 'exception' | 'failed'>>;
  readonly status: 'succeeded' | 'partial-succeeded' | 'failed';
  /** Failed attempts. */
  readonly exceptions: number;
}

type NodeSketch = GraphSketch['nodes'][string];

export function modelRun({ nodes, edges }: GraphSketch): ModelOutcome {
  const runs = new Set(['start']);
  const statuses: Record<string, 'succeeded' | 'exception' | 'failed'> = {};
  let exceptions = 0;
  // A set hands out what is added to it while it is walked.
  for (const id of runs) {
    const node = nodes[id];
    if (node === undefined) throw new Error(`there is no node ${id}`);
    const { status, failures, takes } = modelNode(node);
    statuses[id] = status;
    exceptions += failures;
    for (const [source, target, handle = 'source'] of edges) if (source === id && takes(handle)) runs.add(target);
  }
  const isFailed = Object.values(statuses).includes('failed');
  const status = isFailed ? 'failed' : exceptions > 0 ? 'partial-succeeded' : 'succeeded';
  return { runs, statuses, status, exceptions };
}

/** What a node comes to by itself. */
export function modelNode(node: NodeSketch): {
  status: 'succeeded' | 'exception' | 'failed';
  failures: number;
  takes: (handle: string) => boolean;
} {
  const fails = node.fails ?? 0;
  const every = (): boolean => true;
  if (node.type === 'branch') return { status: 'succeeded', failures: 0, takes: (handle) => handle === node.handle };
  if (fails === true) {
    if (node.error_strategy === 'default-value') return { status: 'exception', failures: 1, takes: every };
    if (node.error_strategy === 'fail-branch') {
      return { status: 'exception', failures: 1, takes: (handle) => handle === 'fail-branch' };
    }
    return { status: 'failed', failures: 1, takes: () => false };
  }
  const takes = node.error_strategy === 'fail-branch' ? (handle: string) => handle === 'source' : every;
  return { status: 'succeeded', failures: Number(fails), takes };
}
