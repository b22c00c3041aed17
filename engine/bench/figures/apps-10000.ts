import { trivialWorkflow } from '#engine/bench/documents.ts';
import type { Figure, Row } from '#engine/bench/figure.ts';
import { median, quantile } from '#engine/bench/statistics.ts';

/** Apps like the first one, of all modes and changed at different times; each tenth is tagged. */
function filling(from: number, to: number): string {
  return `insert into apps (id, workspace_id, name, description, mode, icon, icon_type, icon_background, status, tags,
      author_name, draft, draft_secrets, created_at, updated_at)
    select gen_random_uuid(), o.workspace_id, 'App number ' || n, 'Does what number ' || n || ' does', m.mode, o.icon,
      o.icon_type, o.icon_background, (array['draft', 'active', 'paused'])[n % 3 + 1],
      case when n % 10 = 0 then '["tenth"]' else '[]' end::json, o.author_name, o.draft, '',
      now() - n * interval '1 minute', now() - n * interval '1 minute'
    from generate_series(${from}, ${to - 1}) n,
      lateral (select (array['chat', 'agent-chat', 'advanced-chat', 'workflow', 'completion'])[n % 5 + 1] as mode) m,
      (select * from apps where name = 'Bench' order by created_at limit 1) o`;
}

const lists = [
  ['first page', 'limit=20'],
  ['first page of 100', 'limit=100'],
  ['a part of the name', 'limit=20&name=number%2077'],
  ['a part of the name that none has', 'limit=20&name=nowhere'],
  ['a tag', 'limit=20&tag=tenth'],
  ['a mode', 'limit=20&mode=workflow'],
  ['a status', 'limit=20&status=paused'],
  ['last page', 'limit=20&page='],
] as const;

/** What the owner of very many apps waits for. */
export const apps: Figure = {
  name: 'apps-10000',
  title: 'List of apps of a workspace that has 10,000, 1 caller',
  async measure(bench) {
    if (bench.sql === undefined) throw new Error('it needs PostgreSQL: set DATABASE_URL or TEST_DATABASE_URL');
    const server = await bench.server();
    const yaml = trivialWorkflow();
    await server.publish(yaml);
    await bench.sql([`update apps set name = 'Bench' where id = (select id from apps order by id desc limit 1)`]);
    const headers = { authorization: `Bearer ${await server.managementToken()}` };
    const rows = new Map<string, { readonly few: number; readonly many: number; readonly late: number }>();
    let stored = 0;
    for (const count of [100, 10_000]) {
      await bench.sql([filling(stored, count), 'vacuum analyze apps']);
      stored = count;
      for (const [what, query] of lists) {
        const path = `/console/api/apps?${query}${query.endsWith('page=') ? Math.floor(count / 20) : ''}`;
        const plan = { origin: server.origin, path, headers, body: '', method: 'GET', callers: 1 } as const;
        const { latencies } = await bench.load({ ...plan, seconds: bench.seconds / 2 });
        const few = rows.get(what)?.few ?? median(latencies);
        rows.set(what, { few, many: median(latencies), late: quantile(latencies, 0.99) });
      }
    }
    return [...rows].flatMap(([what, { few, many, late }]): Row[] => [
      { what: `${what}, median`, value: many, unit: 'ms', floor: { what: '100 apps', value: few } },
      { what: `${what}, 99 %`, value: late, unit: 'ms' },
    ]);
  },
};
