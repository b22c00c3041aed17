import { fileURLToPath } from 'node:url';
import { workflowCall } from '#engine/bench/calls.ts';
import { templateChain } from '#engine/bench/documents.ts';
import type { Figure, Workbench } from '#engine/bench/figure.ts';
import { makeHome, type Server } from '#engine/bench/server.ts';
import { median } from '#engine/bench/statistics.ts';

const nodes = 100;
const withoutJournal = fileURLToPath(new URL('../without-journal/', import.meta.url));

/** Runs a second with the journal and without it, in turns: the machine changes between them as little as it can. */
async function compare(bench: Workbench, servers: readonly Server[]): Promise<number[]> {
  const keys = await Promise.all(servers.map((server) => server.publish(templateChain(nodes))));
  const rates = servers.map((): number[] => []);
  for (let turn = 0; turn < (bench.isQuick ? 3 : 5); turn += 1) {
    for (const [index, server] of servers.entries()) {
      const call = workflowCall(server.origin, keys[index] ?? '', { text: 'hello' });
      const { requests, seconds } = await bench.load({ ...call, callers: 32, seconds: bench.seconds });
      rates[index]?.push(requests / seconds);
    }
  }
  return rates.map(median);
}

export const journalShare: Figure = {
  name: 'journal-share',
  title: `Workflow of ${nodes} trivial nodes, blocking, 32 callers, with the journal and without it`,
  async measure(bench) {
    const backEnd = bench.backEnds[0] ?? 'PGlite';
    const home = await makeHome();
    const bare = await bench.startServer(backEnd, home.path, { WEFT_PLUGINS: withoutJournal });
    try {
      const [value = 0, without = 0] = await compare(bench, [await bench.server(), bare]);
      const floor = { what: 'without the journal', value: without };
      return [
        { what: 'throughput', value, unit: 'runs/s', floor },
        { what: "the journal's share", value: 100 * (1 - value / without), unit: '%' },
      ];
    } finally {
      await bare.stop();
      await home.remove();
    }
  },
};
