import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Figure, Row, Workbench } from '#engine/bench/figure.ts';
import { type BenchPackage, installEnvironment, installPackages } from '#engine/bench/plugin-packages.ts';
import { makeHome, type Server } from '#engine/bench/server.ts';
import { median, quantile } from '#engine/bench/statistics.ts';

const withCalls = fileURLToPath(new URL('../plugin-calls/', import.meta.url));

const called: readonly (BenchPackage & { readonly what: string })[] = [
  { name: '@bench/small', what: 'in the interpreter' },
  { name: '@bench/large', filler: 50_000, what: 'in the interpreter, with 50 KB of code' },
  { name: '@bench/node', runtime: 'node', what: 'in a process of Node' },
];

interface Times {
  readonly calls: readonly number[];
  readonly processor: number;
}

/** Their tools do nothing, so that all of a call is what it costs beyond its work. */
async function calls(bench: Workbench): Promise<readonly Row[]> {
  const home = await makeHome();
  const environment = { ...installEnvironment, WEFT_PLUGINS: withCalls };
  const server = await bench.startServer(bench.backEnds[0] ?? 'PGlite', home.path, environment);
  try {
    await installPackages(server, called);
    const rows: Row[] = [];
    for (const { name, what } of called) {
      const query = new URLSearchParams({ plugin: name.slice(1), count: bench.isQuick ? '200' : '1000' });
      const answer = await fetch(`${server.origin}/bench/plugin-calls?${query}`);
      if (!answer.ok) throw new Error(`${name}: ${await answer.text()}`);
      const { runner, tool } = (await answer.json()) as Record<'runner' | 'tool', Times>;
      rows.push(
        { what: `a call ${what}, median`, value: median(runner.calls), unit: 'ms' },
        { what: `a tool ${what}, median`, value: median(tool.calls), unit: 'ms' },
        { what: `a tool ${what}, processor time of the server`, value: tool.processor, unit: 'ms' },
        { what: `a tool ${what}, 99 %`, value: quantile(tool.calls, 0.99), unit: 'ms' },
      );
    }
    return rows;
  } finally {
    await server.stop();
    await home.remove();
  }
}

const many = 100;

interface Start {
  readonly wall: number;
  readonly processor: number;
  readonly memory: number;
}

async function started(bench: Workbench, home: string): Promise<Start> {
  const server = await bench.startServer('PGlite', home, installEnvironment);
  const processor = (await server.processorTime()) * 1000;
  await listPlugins(server);
  // Idle: what starting left behind is collected.
  await pause(3000);
  const memory = await server.memory();
  await server.stop();
  return { wall: server.startMs, processor, memory };
}

/** What is installed is read when it is asked for: it is part of what an idle server keeps. */
async function listPlugins(server: Server): Promise<void> {
  const headers = { authorization: `Bearer ${await server.managementToken()}` };
  const answer = await fetch(`${server.origin}/console/api/plugins`, { headers });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`the list of plugins answered ${answer.status}: ${text}`);
}

/** With and without, in turns, each on a data folder of its own, for a database that is shared holds the same. */
async function starts(bench: Workbench): Promise<readonly Row[]> {
  const [bare, full] = [await makeHome(), await makeHome()];
  try {
    for (const home of [bare, full]) {
      const server = await bench.startServer('PGlite', home.path, installEnvironment);
      const packages = Array.from({ length: many }, (_, index): BenchPackage => {
        const kind = index % 4 === 0 ? 'extension' : 'tool';
        return { name: `@bench/number-${index}`, kind, filler: 20_000 };
      });
      if (home === full) await installPackages(server, packages);
      await server.stop();
    }
    const [without, having]: [Start[], Start[]] = [[], []];
    for (let turn = 0; turn < (bench.isQuick ? 3 : 7); turn += 1) {
      without.push(await started(bench, bare.path));
      having.push(await started(bench, full.path));
    }
    const row = (what: string, unit: string, of: (start: Start) => number): Row => ({
      ...{ what: `${many} plugins: ${what}`, unit, value: median(having.map(of)) },
      floor: { what: 'none', value: median(without.map(of)) },
    });
    return [
      row('start to ready', 'ms', ({ wall }) => wall),
      row('processor time of the start', 'ms', ({ processor }) => processor),
      row('resident memory, idle', 'MB', ({ memory }) => memory),
    ];
  } finally {
    for (const home of [bare, full]) await home.remove();
  }
}

export const plugins: Figure = {
  name: 'plugins',
  title: 'Installed plugins: a call of one that does nothing, and a server that has 100 of them (PGlite)',
  measure: async (bench) => [...(await calls(bench)), ...(await starts(bench))],
};
