import { floorCall, workflowCall } from '#engine/bench/calls.ts';
import { trivialWorkflow } from '#engine/bench/documents.ts';
import type { Figure, Row, Workbench } from '#engine/bench/figure.ts';
import type { LoadResult } from '#engine/bench/load-plan.ts';
import { median, quantile } from '#engine/bench/statistics.ts';

interface Measured {
  readonly platform: LoadResult;
  readonly byHand: LoadResult;
  readonly inserting: LoadResult | undefined;
}

async function measure(bench: Workbench, callers: number): Promise<Measured> {
  const server = await bench.server();
  const key = await server.publish(trivialWorkflow());
  const size = { callers, seconds: bench.seconds };
  const byHand = await bench.load({ ...floorCall(bench.floors, '/trivial', 'hello'), ...size });
  const inserting = bench.hasInsertFloor
    ? await bench.load({ ...floorCall(bench.floors, '/inserted', 'hello'), ...size })
    : undefined;
  const platform = await bench.load({ ...workflowCall(server.origin, key, { text: 'hello' }), ...size });
  return { platform, byHand, inserting };
}

/** A row per floor. */
function compare(
  what: string,
  unit: string,
  { platform, byHand, inserting }: Measured,
  of: (load: LoadResult) => number,
): Row[] {
  const value = of(platform);
  const rows = [{ what, value, unit, floor: { what: 'koa by hand', value: of(byHand) } }];
  if (inserting === undefined) return rows;
  return [...rows, { what, value, unit, floor: { what: 'koa and kysely, 11 rows inserted', value: of(inserting) } }];
}

export const trivialThroughput: Figure = {
  name: 'trivial-32',
  title: 'Workflow of 10 trivial nodes, blocking, 32 callers',
  async measure(bench) {
    const measured = await measure(bench, 32);
    const late = quantile(measured.platform.latencies, 0.99);
    return [
      ...compare('throughput', 'runs/s', measured, ({ requests, seconds }) => requests / seconds),
      { what: 'latency, 99 %', value: late, unit: 'ms' },
    ];
  },
};

export const trivialLatency: Figure = {
  name: 'trivial-1',
  title: 'Workflow of 10 trivial nodes, blocking, 1 caller',
  async measure(bench) {
    return compare('latency, median', 'ms', await measure(bench, 1), ({ latencies }) => median(latencies));
  },
};
