import type { GraphReference } from '#engine';
import { chain, passTypes, runnerOptions, runOnce } from '#engine/bench/engine-runs.ts';
import type { Figure } from '#engine/bench/figure.ts';
import { median } from '#engine/bench/statistics.ts';
import { createInPlaceRunner } from '#engine/pool/in-place-runner.ts';
import type { PoolRunner } from '#engine/pool/pool-runner.ts';
import { createThreadedRunner } from '#engine/pool/threaded-runner.ts';

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

export const nodeCost: Figure = {
  name: 'node-cost',
  title: 'The engine alone: no HTTP, no database',
  async measure(bench) {
    const options = runnerOptions(passTypes);
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
