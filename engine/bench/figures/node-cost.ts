import { createHash, randomUUID } from 'node:crypto';
import type { GraphDocument, GraphNode, GraphReference, NodeTraits, RunRequest } from '../../contract.ts';
import { toJson } from '../../contract.ts';
import { createInPlaceRunner } from '../../pool/in-place-runner.ts';
import type { PoolRunner } from '../../pool/pool-runner.ts';
import { threadSetup } from '../../pool/thread-setup.ts';
import { createThreadedRunner } from '../../pool/threaded-runner.ts';
import type { Figure } from '../figure.ts';
import { median } from '../statistics.ts';

const module = new URL('../nodes/pass.ts', import.meta.url);

function nodeType(type: string, traits: NodeTraits) {
  return { id: `${type}@1`, type, version: '1', settings: { type: 'object' }, traits, module };
}

const nodeTypes = [nodeType('first', { root: true }), nodeType('pass', {})];

/** A chain of so many nodes. */
function chain(length: number): GraphReference {
  const nodes: GraphNode[] = Array.from({ length }, (_, index) => ({
    id: `n${index}`,
    type: index === 0 ? 'first' : 'pass',
    version: '1',
    title: `n${index}`,
    parent: null,
    data: { from: index === 0 ? ['sys', 'query'] : [`n${index - 1}`, 'output'] },
  }));
  const edges = nodes.slice(1).map(({ id }, index) => ({ source: `n${index}`, sourceHandle: 'source', target: id }));
  const graph: GraphDocument = { mode: 'workflow', nodes, edges, environmentVariables: [], conversationVariables: [] };
  const text = toJson(graph);
  return { hash: createHash('sha256').update(text).digest('hex'), text };
}

function requestFor(graph: GraphReference): RunRequest {
  return {
    runId: randomUUID(),
    workspaceId: 'bench',
    appId: 'bench',
    graph,
    inputs: '{}',
    system: '{"query":"hello"}',
    environment: '{}',
    conversation: '{}',
    limits: { maxSteps: 1000, maxSeconds: 60 },
  };
}

function runOnce(runner: PoolRunner, graph: GraphReference): Promise<void> {
  return new Promise((resolve, reject) => {
    runner.start(requestFor(graph), (events) => {
      const last = events.at(-1);
      if (last?.kind !== 'run-finished') return;
      if (last.status === 'succeeded') resolve();
      else reject(new Error(last.error ?? last.status));
    });
  });
}

/** Microseconds of a run, median, one after the other. */
async function timeOf(runner: PoolRunner, graph: GraphReference, seconds: number): Promise<number> {
  const samples: number[] = [];
  const until = performance.now() + seconds * 1000;
  while (performance.now() < until) {
    const startedAt = performance.now();
    await runOnce(runner, graph);
    samples.push((performance.now() - startedAt) * 1000);
  }
  return median(samples.slice(samples.length / 2));
}

/** Runs a second with so many in progress. */
async function rateOf(runner: PoolRunner, graph: GraphReference, seconds: number): Promise<number> {
  let runs = 0;
  const startedAt = performance.now();
  const caller = async (): Promise<void> => {
    while (performance.now() - startedAt < seconds * 1000) {
      await runOnce(runner, graph);
      runs += 1;
    }
  };
  await Promise.all(Array.from({ length: 32 }, caller));
  return (runs / (performance.now() - startedAt)) * 1000;
}

const silent = { debug: ignore, info: ignore, warn: ignore, error: ignore, child: () => silent };

function ignore(): void {}

export const nodeCost: Figure = {
  name: 'node-cost',
  title: 'The engine alone: no HTTP, no database',
  async measure(bench) {
    const options = {
      maxRuns: 100,
      blockedSeconds: 20,
      room: { graphs: 10, characters: 1_000_000 },
      setup: () => threadSetup(nodeTypes, []),
      hostCall: () => undefined,
      layers: () => [],
      logger: silent,
    };
    const inPlace = createInPlaceRunner(options);
    const threaded = createThreadedRunner({ ...options, threads: 1, heapMb: 256 });
    inPlace.open();
    threaded.open();
    try {
      const [short, long] = [chain(10), chain(110)];
      const tenNodes = await timeOf(inPlace, short, bench.seconds / 2);
      const perNode = ((await timeOf(inPlace, long, bench.seconds / 2)) - tenNodes) / 100;
      const hop = await timeOf(threaded, short, bench.seconds / 2);
      const rate = await rateOf(threaded, short, bench.seconds / 2);
      return [
        { what: 'each node of a run, in place', value: perNode, unit: 'µs' },
        { what: 'a run of 10 nodes, in place', value: tenNodes, unit: 'µs' },
        {
          what: 'a run of 10 nodes, on a thread',
          value: hop,
          unit: 'µs',
          floor: { what: 'in place', value: tenNodes },
        },
        { what: 'runs of 10 nodes on one thread, 32 at a time', value: rate, unit: 'runs/s' },
      ];
    } finally {
      await Promise.all([inPlace.close(), threaded.close()]);
    }
  },
};
