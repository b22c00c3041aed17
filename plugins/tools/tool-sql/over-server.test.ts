import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createEmptyDatabase, dropDatabase } from '#plugins/database/testing/prepared-server.ts';
import { serverQuery } from '#plugins/database/testing/server-query.ts';
import { openSockets } from '#plugins/egress/testing/open-sockets.ts';
import type { ToolInvocation } from '#plugins/tools/contract.ts';
import { sqlTools } from './tools.ts';

const server = inject('testDatabaseUrl');
const password = 'pa ss/canary';

describe.skipIf(server === '')('on a PostgreSQL server', () => {
  const role = `weft_sql_${randomUUID().slice(0, 8)}`;
  let admin = '';
  let reader = '';

  const settings = { sockets: openSockets(), statementTimeout: 20_000, deadline: 25_000, allowWeftDatabase: false };
  const [execute, schema, query] = sqlTools(settings);

  async function run(
    given: Readonly<Record<string, unknown>>,
    { tool = execute, credentials = { db_uri: reader }, signal = new AbortController().signal } = {},
  ) {
    // They read nothing else of an invocation.
    const invocation = { arguments: given, credentials, signal } as unknown as ToolInvocation;
    const answer = await tool?.invoke(invocation);
    return { text: answer?.text ?? '', json: answer?.json?.[0] as Record<string, unknown> };
  }

  beforeAll(async () => {
    admin = await createEmptyDatabase(server);
    const { host, pathname } = new URL(admin);
    reader = `postgresql+psycopg2://${role}:${encodeURIComponent(password)}@${host}${pathname}?sslmode=disable`;
    await serverQuery(
      admin,
      `
      create role ${role} login password '${password}';
      create table people (id int primary key, name text not null, born date, pay numeric, tags text[], more jsonb);
      create table pets (id bigint, owner int references people);
      comment on table people is 'who works here';
      insert into people values (1, 'Ada | "A"', '1815-12-10', 1.10, '{a,b}', '{"a": 1}'), (2, 'Bob', null, null, null, null);
      insert into pets values (9007199254740993, 1);
      create sequence counted;
      create function changes() returns int language plpgsql as $$ begin delete from people; return 1; end $$;
      create function hides() returns int language plpgsql security definer as
        $$ begin set transaction read write; delete from people; return 1; end $$;
      create procedure commits() language plpgsql as $$ begin commit; delete from people; end $$;
      grant select, insert, update, delete on all tables in schema public to ${role};
      grant all on all sequences in schema public to ${role};
      create table secrets (key text);
    `,
    );
  });

  afterAll(async () => {
    await dropDatabase(server, admin);
    await serverQuery(server, `drop role if exists ${role}`);
  });

  it('answers with rows as JSON, and as text of the kind that is asked for', async () => {
    const { json, text } = await run({ query: 'select * from people -- all\norder by id;', format: 'md' });
    expect(json).toEqual({
      result: [
        { id: 1, name: 'Ada | "A"', born: '1815-12-10', pay: '1.10', tags: ['a', 'b'], more: { a: 1 } },
        { id: 2, name: 'Bob', born: null, pay: null, tags: null, more: null },
      ],
      row_count: 2,
      truncated: false,
    });
    expect(text.split('\n').slice(2)).toEqual([
      '| 1 | Ada \\| "A" | 1815-12-10 | 1.10 | ["a","b"] | {"a":1} |',
      '| 2 | Bob |  |  |  |  |',
    ]);
    const csv = await run({ query: 'select name, id, id from people where id = $1', values: ['1'], format: 'csv' });
    expect(csv.text).toBe('name,id,id_2\r\n"Ada | ""A""",1,1');
    expect((await run({ query: 'select id from pets' })).text).toBe('[{"id":"9007199254740993"}]');
    expect((await run({ query: 'select $1::text as it', values: ["' or 1=1 --"] })).json.result).toEqual([
      { it: "' or 1=1 --" },
    ]);
  });

  it('writes only where the address says so', async () => {
    const writer = {
      credentials: { db_uri: reader, connections: JSON.stringify({ books: `${reader}&access=write` }) },
    };
    const insert = { query: "insert into people values (3, 'Eve')" };
    await expect(run(insert, writer)).rejects.toMatchObject({ code: 'tool-sql.read_only' });
    expect(await run({ ...insert, connection: 'books' }, writer)).toMatchObject({ text: 'Done: 1 rows.' });
    const removed = { query: 'delete from people where id = 3 returning name', connection: 'books' };
    expect((await run(removed, writer)).json.result).toEqual([{ name: 'Eve' }]);
    expect((await run({ query: 'select id from people' })).json.row_count).toBe(2);
    const refused = { code: 'tool-sql.unknown_connection', message: expect.stringContaining('it has: books') };
    await expect(run({ ...insert, connection: 'other' }, writer)).rejects.toMatchObject(refused);
  });

  it.each([
    ['delete from people', 'read_only'],
    ['with x as (delete from people returning 1) select * from x', 'read_only'],
    ['/* select /* */ */ delete from people', 'read_only'],
    ['-- select\rdelete from people', 'read_only'],
    ['select 1; delete from people', 'statement_failed'],
    ['select 1;;delete from people', 'statement_failed'],
    ['select changes()', 'read_only'],
    ['select hides()', 'statement_failed'],
    ["select set_config('transaction_read_only', 'off', false), changes()", 'statement_failed'],
    ["select query_to_xml('set transaction read write', true, true, ''), changes()", 'statement_failed'],
    ['explain analyze delete from people', 'read_only'],
    ['select * into copied from people', 'read_only'],
    ["select nextval('counted')", 'read_only'],
    ['select * from people for update', 'read_only'],
    ["copy (select 1) to program 'id'", 'read_only'],
    ['do $$ begin delete from people; end $$', 'read_only'],
    ['call commits()', 'read_only'],
    ['commit; delete from people', 'read_only'],
    ['set session characteristics as transaction read write', 'read_only'],
    ['set transaction read write', 'read_only'],
    ['select * from secrets', 'statement_failed'],
    ["select pg_read_file('/etc/passwd')", 'statement_failed'],
    ['-- nothing', 'invalid_query'],
    ['select 1%00; delete from people', 'invalid_query'],
  ])('a reading connection changes nothing: %s', async (text, code) => {
    await expect(run({ query: text.replace('%00', '\0') })).rejects.toMatchObject({ code: `tool-sql.${code}` });
    expect((await run({ query: 'select count(*) as n from people' })).json.result).toEqual([{ n: 2 }]);
  });

  it('a user that no transaction holds to reading is refused', async () => {
    const address = `${admin}?sslmode=disable`;
    const ask = run({ query: "select pg_read_file('/etc/passwd')" }, { credentials: { db_uri: address } });
    await expect(ask).rejects.toMatchObject({ code: 'tool-sql.powerful_user' });
  });

  it('a database of Weft is refused, for writing connections too', async () => {
    await serverQuery(
      admin,
      `
      create table isolated (workspace_id uuid); alter table isolated enable row level security;
      create policy workspace on isolated using (workspace_id = current_setting('weft.workspace_id', true)::uuid)`,
    );
    try {
      const ask = run({ query: 'select 1' }, { credentials: { db_uri: `${reader}&access=write` } });
      await expect(ask).rejects.toMatchObject({ code: 'tool-sql.weft_database' });
    } finally {
      await serverQuery(admin, 'drop table isolated');
    }
  });

  it('a large result is cut and says so; one that is too large for that is refused', async () => {
    const many = await run({ query: 'select generate_series(1, 10000000000) as i', limit: 150 });
    expect(many.json).toMatchObject({ row_count: 150, truncated: true });
    expect(many.text).toContain('Only the first 150 rows are shown');
    const long = await run({ query: "select repeat('\u0001', 40000) as x from generate_series(1, 1000)" });
    expect(long.json).toMatchObject({ row_count: 4, truncated: true });
    const tooLarge = { code: 'tool-sql.too_large' };
    await expect(run({ query: "select repeat('x', 2000000) as x" })).rejects.toMatchObject(tooLarge);
    await expect(run({ query: "select repeat('x', 60000000) as x" })).rejects.toMatchObject(tooLarge);
  });

  const isBusy = async () => {
    const text = `select 1 from pg_stat_activity where usename = '${role}' and state = 'active'`;
    return (await serverQuery(admin, text)).length > 0;
  };

  it('a statement is ended in time, and with its run', async () => {
    const late = { code: 'tool-sql.timed_out' };
    const [hasty] = sqlTools({ ...settings, statementTimeout: 100 });
    await expect(run({ query: 'select pg_sleep(60)' }, { tool: hasty })).rejects.toMatchObject(late);
    // A statement may take the time limit away from those that follow it, which are none.
    const unlimited = "select set_config('statement_timeout', '0', false), pg_sleep(60)";
    await expect(run({ query: unlimited }, { tool: hasty })).rejects.toMatchObject(late);
    const controller = new AbortController();
    const running = run({ query: 'select pg_sleep(60)' }, { signal: controller.signal });
    running.catch(() => {});
    await expect.poll(isBusy).toBe(true);
    controller.abort(new Error('stopped'));
    await expect(running).rejects.toThrow('stopped');
    await expect.poll(isBusy).toBe(false);
  });

  it('tells tables and columns that the user may read', async () => {
    const { text, json } = await run({ tables: 'people, public.pets,secrets' }, { tool: schema });
    expect(text).toContain('public.people (who works here)\n- id integer primary key not null\n- name text not null');
    expect(text).toContain('public.pets\n- id bigint\n- owner integer references people');
    expect(text).not.toContain('secrets');
    expect(json.tables).toHaveLength(2);
    expect((await run({ schema: "' or true --" }, { tool: schema })).json.tables).toEqual([]);
  });

  it('nodes may name a database by single fields', async () => {
    const { hostname, port, pathname } = new URL(admin);
    const place = {
      db_type: 'postgresql',
      db_host: hostname,
      db_port: Number(port || 5432),
      db_name: pathname.slice(1),
    };
    const given = { ...place, db_username: role, db_password: password, db_properties: 'sslmode=disable' };
    const asked = { ...given, query_sql: 'select 1 as one' };
    expect((await run(asked, { tool: query, credentials: {} as never })).text).toBe('[{"one":1}]');
    const refused = { code: 'tool-sql.invalid_address' };
    await expect(run({ ...asked, db_type: 'mysql' }, { tool: query })).rejects.toMatchObject(refused);
  });

  it("errors tell the server's words and never the password", async () => {
    const misspelt = run({ query: `select nam, '${password}' from people` });
    await expect(misspelt).rejects.toMatchObject({
      code: 'tool-sql.statement_failed',
      message: expect.stringMatching(/column "nam" does not exist.*hint: .*name/),
    });
    const repeated = await run({ query: `select '${password}'::int` }).catch((error: Error) => error.message);
    expect(repeated).toContain('invalid input syntax for type integer: "•••"');
    const secure = await run({ query: 'select 1', db_uri: reader.replace('sslmode=disable', '') }).catch(
      (error) => error,
    );
    expect(secure).toMatchObject({ code: 'tool-sql.not_connected', message: expect.stringContaining('no TLS') });
    const nowhere = reader.replace(/\/weft_test[^?]*/, '/nowhere');
    const unknown = await run({ query: 'select 1', db_uri: nowhere }).catch((error) => error);
    expect(unknown).toMatchObject({ code: 'tool-sql.not_connected' });
    expect(`${secure.message}${unknown.message}`).not.toContain('canary');
  });
});
