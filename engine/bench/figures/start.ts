import { setTimeout as pause } from 'node:timers/promises';
import type { Figure, Row, Workbench } from '#engine/bench/figure.ts';
import { makeHome } from '#engine/bench/server.ts';

async function measureOn(bench: Workbench, backEnd: 'PostgreSQL' | 'PGlite'): Promise<Row[]> {
  const home = await makeHome();
  try {
    const first = await bench.startServer(backEnd, home.path);
    await first.stop();
    const later = await bench.startServer(backEnd, home.path);
    // Idle: what starting left behind is collected, lazily loaded parts are not loaded.
    await pause(3000);
    const memory = await later.memory();
    await later.stop();
    return [
      { what: `${backEnd}: first start to ready`, value: first.startMs, unit: 'ms' },
      { what: `${backEnd}: later start to ready`, value: later.startMs, unit: 'ms' },
      { what: `${backEnd}: resident memory, idle`, value: memory, unit: 'MB' },
    ];
  } finally {
    await home.remove();
  }
}

export const start: Figure = {
  name: 'start',
  title: 'Starting, and doing nothing',
  async measure(bench) {
    const rows: Row[] = [];
    for (const backEnd of bench.backEnds) rows.push(...(await measureOn(bench, backEnd)));
    return rows;
  },
};
