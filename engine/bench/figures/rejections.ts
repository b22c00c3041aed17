import { floorCall, workflowCall } from '#engine/bench/calls.ts';
import { trivialWorkflow } from '#engine/bench/documents.ts';
import type { Figure, Row } from '#engine/bench/figure.ts';
import type { LoadPlan } from '#engine/bench/load-plan.ts';
import { median } from '#engine/bench/statistics.ts';

/** What is refused costs less than what is done, or refusing protects nobody. */
export const rejections: Figure = {
  name: 'rejections',
  title: 'Requests that are refused, 32 callers',
  async measure(bench) {
    const server = await bench.server();
    const key = await server.publish(trivialWorkflow());
    const call = workflowCall(server.origin, key, { text: 'hello' });
    const size = { callers: 32, seconds: bench.seconds };
    const wrong = { authorization: `Bearer app-${'w'.repeat(24)}` };
    const rows: Row[] = [];
    const byHand = await bench.load({ ...floorCall(bench.floors, '/trivial', 'hello'), ...size });
    const floor = { what: 'koa by hand, answering', value: byHand.requests / byHand.seconds };
    const add = async (what: string, plan: LoadPlan) => {
      await bench.load({ ...plan, seconds: size.seconds / 2 });
      const before = await server.processorTime();
      // A fixed number, so that nothing is warmed up meanwhile.
      const load = await bench.load({ ...plan, rounds: bench.isQuick ? 200 : 1000 });
      const spent = (await server.processorTime()) - before;
      rows.push({ what, value: load.requests / load.seconds, unit: 'requests/s', floor });
      rows.push({ what: `${what}, latency, median`, value: median(load.latencies), unit: 'ms' });
      rows.push({ what: `${what}, processor time of each`, value: (spent / load.requests) * 1e6, unit: 'µs' });
    };
    await add('one wrong key again and again', { ...call, ...size, headers: wrong, status: 401 });
    await add('another wrong key each time', { ...call, ...size, hasRandomKeys: true, status: 401 });
    await server.limit(key, { requests_per_minute: 1 });
    await bench.load({ ...call, callers: 1, seconds: 0, rounds: 1 });
    await add('beyond the limit of a minute', { ...call, ...size, status: 429 });
    return rows;
  },
};
