import { workflowCall } from '#engine/bench/calls.ts';
import { trivialWorkflow } from '#engine/bench/documents.ts';
import type { Figure, Row } from '#engine/bench/figure.ts';
import { median } from '#engine/bench/statistics.ts';

/** Runs like the newest one of the app, each a tenth of a second older than the one before; one of a thousand was stopped, of 500 users. */
function filling(from: number, to: number): string[] {
  const at = `((extract(epoch from o.created_at) * 1000)::bigint - n * 100)`;
  const id = `(lpad(to_hex(${at}), 12, '0') || '70008000' || lpad(to_hex(n), 12, '0'))::uuid`;
  const user = `('00000000-0000-7000-8000-' || lpad(to_hex(n % 500), 12, '0'))::uuid`;
  return [
    `insert into workflow_runs (id, workspace_id, app_id, workflow_id, task_id, process_id, kind, triggered_from,
       created_by_role, created_by, status, inputs, outputs, total_steps, created_at, finished_at, elapsed)
     select ${id}, o.workspace_id, o.app_id, o.workflow_id, ${id}, o.process_id, o.kind, o.triggered_from,
       o.created_by_role, ${user}, case when n % 1000 = 0 then 'stopped' else 'succeeded' end, o.inputs, o.outputs,
       o.total_steps, to_timestamp(${at} / 1000.0), to_timestamp(${at} / 1000.0), o.elapsed
     from generate_series(${from}, ${to - 1}) n, bench_pattern o`,
    'vacuum analyze workflow_runs',
  ];
}

const someUser = '00000000-0000-7000-8000-00000000000a';

/** A list must not cost more when there is more behind it. */
export const logsHistory: Figure = {
  name: 'logs-history',
  title: 'Lists of runs of an app with 10,000 and 100,000 of them, 1 caller',
  async measure(bench) {
    const { sql } = bench;
    if (sql === undefined) throw new Error('it needs PostgreSQL: set DATABASE_URL or TEST_DATABASE_URL');
    const server = await bench.server();
    const key = await server.publish(trivialWorkflow());
    await bench.load({ ...workflowCall(server.origin, key, { text: 'hello' }), callers: 1, seconds: 0, rounds: 1 });
    await sql(['create table bench_pattern as select * from workflow_runs order by id desc limit 1']);
    const app = { authorization: `Bearer ${key}` };
    const management = { authorization: `Bearer ${await server.managementToken()}` };
    const [owner] = await sql(['select app_id from bench_pattern']);
    const runs = `/console/api/apps/${owner?.app_id}/runs`;
    const lists: readonly (readonly [string, string, Readonly<Record<string, string>>])[] = [
      ['log of the app, first page', '/v1/workflows/logs?limit=20', app],
      ['log of the app, page 400', '/v1/workflows/logs?limit=20&page=400', app],
      ['log of the app, stopped runs', '/v1/workflows/logs?limit=20&status=stopped', app],
      ['runs of the workspace', '/console/api/runs?limit=20', management],
      ['console: runs of the app', `${runs}?limit=20`, management],
      ['console: oldest runs', `${runs}?limit=20&sort=created_at`, management],
      ['console: stopped runs', `${runs}?limit=20&status=stopped`, management],
      ['console: runs of a user', `${runs}?limit=20&end_user_id=${someUser}`, management],
      ['console: runs that took long', `${runs}?limit=20&min_seconds=1000`, management],
      ['console: a word nobody said', `${runs}?limit=20&search=unheard`, management],
    ];
    const few = new Map<string, number>();
    const rows: Row[] = [];
    let stored = 0;
    try {
      for (const count of [10_000, 100_000]) {
        await sql(filling(stored + 1, count + 1));
        stored = count;
        for (const [what, path, headers] of lists) {
          const plan = { origin: server.origin, path, headers, body: '', method: 'GET', callers: 1 } as const;
          const { latencies } = await bench.load({ ...plan, seconds: bench.seconds / 2 });
          const before = few.get(what);
          if (before === undefined) few.set(what, median(latencies));
          else rows.push({ what, value: median(latencies), unit: 'ms', floor: { what: '10,000 runs', value: before } });
        }
      }
    } finally {
      // A server does not start beside a table that is open to every workspace.
      await sql(['drop table bench_pattern']);
    }
    return rows;
  },
};
