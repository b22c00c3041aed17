import { workflowCall } from '#engine/bench/calls.ts';
import { trivialWorkflow } from '#engine/bench/documents.ts';
import type { Figure, Row, Workbench } from '#engine/bench/figure.ts';
import type { LoadPlan } from '#engine/bench/load-plan.ts';
import { median } from '#engine/bench/statistics.ts';

/** Every table that has it; the database is the bench's own. */
const tables = `select oid::regclass::text as name from pg_class
  where relrowsecurity and relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`;

/** The same statements of the same role, with row-level security and without, in turns. */
async function compare(bench: Workbench, plan: LoadPlan, set: (isOn: boolean) => Promise<void>): Promise<number[]> {
  const on: number[] = [];
  const off: number[] = [];
  for (let turn = 0; turn < (bench.isQuick ? 3 : 7); turn += 1) {
    for (const isOn of turn % 2 === 0 ? [true, false] : [false, true]) {
      await set(isOn);
      const { requests, seconds } = await bench.load(plan);
      (isOn ? on : off).push(requests / seconds);
    }
  }
  return [median(on), median(off)];
}

export const rowSecurity: Figure = {
  name: 'row-security',
  title: 'Row-level security, 32 callers, next to the same tables without it',
  async measure(bench) {
    const { sql } = bench;
    if (sql === undefined) throw new Error('it needs PostgreSQL: set DATABASE_URL or TEST_DATABASE_URL');
    const server = await bench.server();
    const key = await server.publish(trivialWorkflow());
    const size = { callers: 32, seconds: bench.seconds };
    const run = { ...workflowCall(server.origin, key, { text: 'hello' }), ...size };
    // Runs for the lists to show.
    await bench.load({ ...run, seconds: 0, rounds: 20 });
    const protectedTables = (await sql([tables])).map(({ name }) => name ?? '');
    const set = async (isOn: boolean) => {
      const verb = isOn ? 'enable' : 'disable';
      await sql(protectedTables.map((name) => `alter table ${name} ${verb} row level security`));
    };
    const list = (path: string, headers: Readonly<Record<string, string>>): LoadPlan => ({
      ...{ origin: server.origin, path, headers, body: '', method: 'GET' },
      ...size,
    });
    const management = { authorization: `Bearer ${await server.managementToken()}` };
    const plans: readonly (readonly [string, LoadPlan])[] = [
      ['workflow of 10 trivial nodes, blocking', run],
      ['log of an app’s runs', list('/v1/workflows/logs?limit=20', { authorization: `Bearer ${key}` })],
      ['list of runs of the workspace', list('/console/api/runs?limit=20', management)],
    ];
    const rows: Row[] = [];
    try {
      for (const [what, plan] of plans) {
        const [on = 0, off = 0] = await compare(bench, plan, set);
        rows.push({ what, value: on, unit: '/s', floor: { what: 'without', value: off } });
        rows.push({ what: `${what}: what it costs`, value: 100 * (1 - on / off), unit: '%' });
      }
    } finally {
      await set(true);
    }
    return rows;
  },
};
