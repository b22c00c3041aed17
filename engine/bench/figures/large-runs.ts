import type { NodeType } from '#engine';
import {
  chain,
  edge,
  graphNode,
  graphReference,
  nodeType,
  passTypes,
  runnerOptions,
  runOnce,
} from '#engine/bench/engine-runs.ts';
import type { Figure } from '#engine/bench/figure.ts';
import { median } from '#engine/bench/statistics.ts';
import { createInPlaceRunner } from '#engine/pool/in-place-runner.ts';
import type { PoolRunner } from '#engine/pool/pool-runner.ts';

/** Named by address, as the kernel names plugins: the engine imports none. */
const plugins = new URL('../../../plugins/', import.meta.url);
const nodeTypes: readonly NodeType[] = [
  ...passTypes,
  nodeType('start', { root: true }, new URL('node-flow/start.ts', plugins)),
  nodeType('template-transform', {}, new URL('node-flow/template-transform.ts', plugins)),
  nodeType('end', { response: true }, new URL('node-flow/end.ts', plugins)),
  nodeType(
    'iteration',
    { container: { kind: 'iteration', pool: 'copied' } },
    new URL('node-containers/iteration.ts', plugins),
  ),
  nodeType('iteration-start', { hidden: true }, new URL('node-containers/marker.ts', plugins)),
];

const items = 1000;

/** start → iteration of one template → end. */
function iteration(isParallel: boolean) {
  const template = {
    template: 'Item {{ item }}',
    variables: [{ variable: 'item', value_selector: ['each', 'item'] }],
  };
  const settings = {
    start_node_id: 'in',
    iterator_selector: ['start', 'list'],
    output_selector: ['text', 'output'],
    is_parallel: isParallel,
  };
  const nodes = [
    graphNode('start', 'start', { variables: [] }),
    graphNode('each', 'iteration', settings),
    { ...graphNode('in', 'iteration-start', {}), parent: 'each' },
    { ...graphNode('text', 'template-transform', template), parent: 'each' },
    graphNode('end', 'end', { outputs: [{ variable: 'texts', value_selector: ['each', 'output'] }] }),
  ];
  return graphReference(nodes, [edge('start', 'each'), edge('in', 'text'), edge('each', 'end')]);
}

async function withRunner<T>(work: (runner: PoolRunner) => Promise<T>): Promise<T> {
  const runner = createInPlaceRunner(runnerOptions(nodeTypes));
  runner.open();
  try {
    return await work(runner);
  } finally {
    await runner.close();
  }
}

/** Milliseconds of something, median. The first times, in which code is compiled, don't count. */
async function timeOf(
  times: number,
  work: (round: number) => Promise<void>,
  now: () => number = () => performance.now(),
): Promise<number> {
  const samples: number[] = [];
  for (let round = 0; round < times * 2; round += 1) {
    const startedAt = now();
    await work(round);
    samples.push(now() - startedAt);
  }
  return median(samples.slice(times));
}

export const longIteration: Figure = {
  name: 'iteration-1000',
  title: 'The engine alone: an iteration of 1,000 items with one template each',
  measure: (bench) =>
    withRunner(async (runner) => {
      const inputs = JSON.stringify({ list: Array.from({ length: items }, (_, index) => `item ${index}`) });
      const times = bench.isQuick ? 5 : 20;
      const [single, parallel] = [iteration(false), iteration(true)];
      return [
        { what: 'one at a time', value: await timeOf(times, () => runOnce(runner, single, inputs)), unit: 'ms' },
        { what: 'ten at a time', value: await timeOf(times, () => runOnce(runner, parallel, inputs)), unit: 'ms' },
      ];
    }),
};

/** Milliseconds this thread has computed: what others do on the machine does not count, nor does cleaning up beside it. */
function computed(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

export const longChain: Figure = {
  name: 'chain-10000',
  title: 'The engine alone: a chain of 10,000 nodes, built and run; processor time of its thread',
  measure: (bench) =>
    withRunner(async (runner) => {
      const times = bench.isQuick ? 3 : 10;
      // Each time a graph of another name, so that it is built anew.
      const built = async (length: number): Promise<number> => {
        const graphs = Array.from({ length: times * 2 }, (_, round) => chain(length, `c${length}_${round}_`));
        const work = async (round: number) => {
          const graph = graphs[round];
          if (graph !== undefined) await runOnce(runner, graph);
        };
        return timeOf(times, work, computed);
      };
      await built(2000);
      const short = await built(1000);
      const long = await built(10_000);
      return [
        { what: '1,000 nodes', value: short, unit: 'ms' },
        { what: '10,000 nodes', value: long, unit: 'ms', floor: { what: 'ten times 1,000', value: short * 10 } },
      ];
    }),
};
