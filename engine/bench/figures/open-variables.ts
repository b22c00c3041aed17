import { workflowCall } from '#engine/bench/calls.ts';
import { templateLimit, waitingWorkflow } from '#engine/bench/documents.ts';
import type { Figure } from '#engine/bench/figure.ts';
import { peakMemory } from '#engine/bench/peak-memory.ts';
import { makeHome } from '#engine/bench/server.ts';

const characters = 1_000_000;
const waitMs = 2000;

export const openVariables: Figure = {
  name: 'variables-200',
  title: 'Waiting runs that each hold 1 MB of variables: resident memory of the server at its peak',
  async measure(bench) {
    const callers = bench.isQuick ? 50 : 200;
    const home = await makeHome();
    // A server of its own: what other figures left behind doesn't count.
    const server = await bench.startServer(bench.backEnds[0] ?? 'PGlite', home.path);
    try {
      const key = await server.publish(waitingWorkflow(`${bench.models}/wait/${waitMs}`));
      const call = workflowCall(server.origin, key, { text: 'x'.repeat(characters - templateLimit) });
      const size = { callers, seconds: 0, rounds: 1, rampMs: waitMs / 2 };
      await bench.load({ ...call, callers: 1, seconds: 0, rounds: 1 });
      const idle = await server.memory();
      const measuring = new AbortController();
      const peak = peakMemory(server, measuring.signal);
      const own = await bench.load({ ...call, ...size });
      measuring.abort();
      return [
        { what: `${callers} runs, peak`, value: await peak, unit: 'MB' },
        { what: 'before them', value: idle, unit: 'MB' },
        { what: `${callers} runs, failed`, value: own.failures, unit: 'runs' },
      ];
    } finally {
      await server.stop();
      await home.remove();
    }
  },
};
