import { workflowCall } from '#engine/bench/calls.ts';
import { codeWorkflow, parallelRequests, pythonWorkflow, templateChain } from '#engine/bench/documents.ts';
import type { Figure, Row, Workbench } from '#engine/bench/figure.ts';
import type { Server } from '#engine/bench/server.ts';
import { median } from '#engine/bench/statistics.ts';

const branches = 20;
const waitMs = 50;

export const parallelBranches: Figure = {
  name: 'branches-20',
  title: `${branches} parallel branches, each one HTTP request of ${waitMs} ms, then a join`,
  async measure(bench) {
    const server = await bench.server();
    const key = await server.publish(parallelRequests(`${bench.models}/wait/${waitMs}`, branches));
    const own = await bench.load({ ...workflowCall(server.origin, key, {}), callers: 1, seconds: bench.seconds });
    return [
      { what: 'latency, median', value: median(own.latencies), unit: 'ms', floor: { what: 'one wait', value: waitMs } },
    ];
  },
};

function fibonacci(n: number): number {
  return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

/** What calling code costs: a run with it, less the same run with a template in its place. */
async function costOfCall(bench: Workbench, server: Server, latency: number): Promise<Row> {
  const key = await server.publish(templateChain(1));
  const call = workflowCall(server.origin, key, { text: 'hello' });
  const { latencies } = await bench.load({ ...call, callers: 1, seconds: bench.seconds });
  return { what: 'of which the call of the code', value: latency - median(latencies), unit: 'ms' };
}

export const codeNode: Figure = {
  name: 'code',
  title: 'Code node, fib(22) in sandboxed JavaScript, 1 caller',
  async measure(bench) {
    const server = await bench.server();
    const key = await server.publish(codeWorkflow(22));
    const own = await bench.load({ ...workflowCall(server.origin, key, {}), callers: 1, seconds: bench.seconds });
    const bare = Array.from({ length: 50 }, () => {
      const startedAt = performance.now();
      fibonacci(22);
      return performance.now() - startedAt;
    });
    const floor = { what: 'the same function without a sandbox', value: median(bare) };
    const latency = median(own.latencies);
    return [{ what: 'latency, median', value: latency, unit: 'ms', floor }, await costOfCall(bench, server, latency)];
  },
};

export const pythonNode: Figure = {
  name: 'python',
  title: 'Code node, a little JSON in confined Python: first call, then 1 and 4 callers',
  async measure(bench) {
    const server = await bench.server();
    const key = await server.publish(pythonWorkflow());
    const call = workflowCall(server.origin, key, {});
    const first = await bench.load({ ...call, callers: 1, seconds: 1, rounds: 1 });
    const one = await bench.load({ ...call, callers: 1, seconds: bench.seconds });
    const many = await bench.load({ ...call, callers: 4, seconds: bench.seconds });
    return [
      { what: 'first call of the process', value: Math.max(...first.latencies), unit: 'ms' },
      { what: 'latency, median, 1 caller', value: median(one.latencies), unit: 'ms' },
      await costOfCall(bench, server, median(one.latencies)),
      { what: 'throughput, 4 callers', value: many.requests / many.seconds, unit: 'calls/s' },
    ];
  },
};
