import { fileURLToPath } from 'node:url';
import type { Figure } from '#engine/bench/figure.ts';
import { makeHome } from '#engine/bench/server.ts';
import { median } from '#engine/bench/statistics.ts';

const routes = ['open', 'known', 'checked'] as const;
const withRoutes = fileURLToPath(new URL('../checked-routes/', import.meta.url));

/** In turns, for the difference is smaller than what a busy machine adds to each. */
export const permissionCheck: Figure = {
  name: 'permission-check',
  title: 'A route of the console that takes a permission, next to the same route without, 1 caller',
  async measure(bench) {
    const home = await makeHome();
    const server = await bench.startServer(bench.backEnds[0] ?? 'PGlite', home.path, { WEFT_PLUGINS: withRoutes });
    try {
      const answer = await fetch(`${server.origin}/bench/person`);
      const { token } = (await answer.json()) as { token: string };
      const headers = { authorization: `Bearer ${token}` };
      const latencies: Record<string, number[]> = {};
      const times: Record<string, number[]> = {};
      const requests = bench.isQuick ? 500 : 2_000;
      for (let turn = 0; turn < 8; turn += 1) {
        for (const name of routes) {
          const path = `/bench/${name}`;
          const before = await server.processorTime();
          const plan = {
            origin: server.origin,
            path,
            headers,
            body: '',
            method: 'GET',
            callers: 1,
            seconds: 0,
          } as const;
          const load = await bench.load({ ...plan, rounds: requests });
          const spent = (await server.processorTime()) - before;
          // The first turn warms up.
          if (turn === 0) continue;
          latencies[name] = [...(latencies[name] ?? []), median(load.latencies) * 1_000];
          times[name] = [...(times[name] ?? []), (spent / load.requests) * 1e6];
        }
      }
      const of = (sums: typeof times, name: (typeof routes)[number]) => median(sums[name] ?? []);
      const added = (sums: typeof times) => of(sums, 'checked') - of(sums, 'known');
      return [
        { what: 'the permission adds, to the median latency', value: added(latencies), unit: 'µs' },
        { what: 'the permission adds, of processor time', value: added(times), unit: 'µs' },
        ...(['known', 'checked'] as const).map((name) => ({
          what: name === 'known' ? 'a caller who is known, latency' : 'a caller whose permission is checked, latency',
          value: of(latencies, name),
          unit: 'µs',
          floor: { what: 'a route for anyone', value: of(latencies, 'open') },
        })),
      ];
    } finally {
      await server.stop();
      await home.remove();
    }
  },
};
