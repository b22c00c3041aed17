import { type Kysely, sql } from 'kysely';
import { isolateByWorkspace } from '#migrations/row-level-security.ts';

/** A table whose rows are found by their names (plugins/workspace/search). The texts are SQL. */
export interface NamedTable {
  readonly table: string;
  /** The source of the search that reads what is found; part of the name of a function. */
  readonly source: string;
  /** What is found of a row `t`: a query of ids, which are texts, and names. */
  readonly entries: string;
  /** Columns that it depends on, besides the id. */
  readonly columns: readonly string[];
  /** Whether `entries` reads tables that sessions of workspaces do not see: then it is read as the system. */
  readonly isRestricted?: true;
}

/**
 * The names that are searched, and how they are compared: without case, accents and forms of one letter. The index is one of
 * pairs of characters, so it finds any part of a name in any writing; its keys begin with the workspace and the source, so a search
 * reads nothing of others. Made by whichever migration comes first.
 */
export async function createNameIndex(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ isThere: boolean }>`
    select to_regclass('search_names') is not null as "isThere"`.execute(db);
  if (rows[0]?.isThere === true) return;
  await sql`
    create function search_fold(value text) returns text language sql immutable strict parallel safe as $$
      select btrim(left(regexp_replace(
        lower(regexp_replace(normalize(left(value, 200), NFKD), '[\\u0300-\\u036f]', '', 'g')), '\\s+', ' ', 'g'), 300))
    $$`.execute(db);
  // Each character and each pair of them that no space parts. It calls no other function of these: an index is made anew where
  // only the catalogue is seen.
  await sql`
    create function search_keys(workspace uuid, source text, name text) returns text[]
      language plpgsql immutable strict parallel safe as $$
    declare
      place text := right(workspace::text, 8) || source || ':';
      keys text[] := '{}';
      one text;
      before text := ' ';
    begin
      foreach one in array string_to_array(name, null) loop
        if one <> ' ' then
          keys := keys || (place || one);
          if before <> ' ' then keys := keys || (place || before || one); end if;
        end if;
        before := one;
      end loop;
      return keys;
    end $$`.execute(db);
  // Those that a name must have to hold every word of a question: pairs, and single characters where a word is one.
  await sql`
    create function search_asked(workspace uuid, source text, asked text) returns text[]
      language sql immutable strict parallel safe as $$
      select coalesce(array_agg(distinct right(workspace::text, 8) || source || ':' || substr(word, at, 2)), '{}')
      from string_to_table(asked, ' ') as w (word), generate_series(1, greatest(length(word) - 1, 1)) as s (at)
    $$`.execute(db);
  await sql`
    create table search_names (
      workspace_id uuid not null,
      source text not null,
      id text not null,
      -- As it is compared.
      name text not null,
      primary key (workspace_id, source, id)
    )`.execute(db);
  await sql`
    create index search_names_by_key on search_names using gin (search_keys(workspace_id, source, name))`.execute(db);
  // Nobody plans by how often keys occur, and counting that takes seconds.
  await sql`alter index search_names_by_key alter column 1 set statistics 0`.execute(db);
  await isolateByWorkspace(db, 'search_names');
}

/**
 * Has the rows of a table found by their names: what is there, and by triggers what comes, in the same transaction. A release
 * that knows nothing of it may go on writing: `export const olderCanWrite = true`.
 */
export async function indexNames(db: Kysely<unknown>, named: NamedTable): Promise<void> {
  const { table, source, entries, columns, isRestricted = false } = named;
  await createNameIndex(db);
  const of = sql.lit(source);
  const found = sql`lateral (${sql.raw(entries)}) as e (id, name)`;
  const routine = sql.ref(`search_name_of_${source}`);
  const insert = sql`insert into search_names (workspace_id, source, id, name)
    select t.workspace_id, ${of}, e.id, search_fold(e.name)`;
  const added = sql`on conflict (workspace_id, source, id) do update set name = excluded.name`;
  await sql`
    create function ${routine}() returns trigger language plpgsql
      ${sql.raw(isRestricted ? 'security definer set search_path from current' : '')} as $$
    begin
      if tg_op <> 'INSERT' then
        delete from search_names s using (select old.*) as t, ${found}
        where s.workspace_id = t.workspace_id and s.source = ${of} and s.id = e.id;
      end if;
      if tg_op <> 'DELETE' then
        ${insert} from (select new.*) as t, ${found} ${added};
      end if;
      return null;
    end $$`.execute(db);
  const on = sql.table(table);
  const trigger = (suffix: string) => sql.ref(`search_${source}_${suffix}`);
  const isOther = sql.join(
    columns.map((column) => sql`old.${sql.ref(column)} is distinct from new.${sql.ref(column)}`),
    sql` or `,
  );
  await sql`
    create trigger ${trigger('added')} after insert or delete on ${on} for each row execute function ${routine}()`.execute(
    db,
  );
  await sql`
    create trigger ${trigger('renamed')} after update on ${on}
      for each row when (${isOther}) execute function ${routine}()`.execute(db);
  await sql`${insert} from ${on} as t, ${found} ${added}`.execute(db);
}
