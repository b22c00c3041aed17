import { type QueryExecutorProvider, sql } from 'kysely';
import type { Database, OpenTransaction } from '#plugins/database/contract.ts';
import type { EntryVector, IndexPlace, VectorIndex } from '#plugins/knowledge-index/contract.ts';

/** Lengths of vectors that have an index: those of known models, as far as pgvector indexes them. Others are left to signs. */
const DIMENSIONS: readonly number[] = [256, 384, 512, 768, 1_024, 1_536];
/** Since then a search goes on until it has enough entries of the index that is asked for. */
const VERSION = [0, 8];
/** Its name among the advisory locks of the database. */
const LOCK = 7_340_118_226;

/** Candidates by pgvector: an HNSW graph for each length of vectors. */
export class PgvectorStore implements VectorIndex {
  readonly id = 'pgvector';
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * Where somebody has made the extension in this database, and only there: a graph makes writing several times as
   * expensive, so it is for them to decide. As the system: makes what is missing of the table.
   */
  async isAvailable(): Promise<boolean> {
    const { rows } = await sql<{ version: string }>`
      select extversion as version from pg_extension where extname = 'vector'`.execute(this.#database.system());
    const [major = 0, minor = 0] = rows[0]?.version.split('.').map(Number) ?? [];
    if (major * 1_000 + minor < (VERSION[0] ?? 0) * 1_000 + (VERSION[1] ?? 0)) return false;
    await this.#database.system().transaction().execute(makeTable);
    return true;
  }

  async upsert(place: IndexPlace, vectors: readonly EntryVector[], within: OpenTransaction): Promise<void> {
    const dimensions = vectors[0]?.vector.length ?? 0;
    if (!DIMENSIONS.includes(dimensions)) return;
    const texts = vectors.map(({ vector }) => `[${vector.join(',')}]`);
    await sql`
      insert into knowledge_near_vectors (workspace_id, index_id, entry_id, dimensions, vector)
      select ${place.workspaceId}::uuid, ${place.indexId}::uuid, id, ${dimensions}::integer, vector::vector
      from unnest(${vectors.map(({ id }) => id)}::uuid[], ${texts}::text[]) as v (id, vector)
      on conflict (workspace_id, index_id, entry_id) do update set vector = excluded.vector`.execute(within);
  }

  async remove(place: IndexPlace, entryIds: readonly string[], within: OpenTransaction): Promise<void> {
    await sql`
      delete from knowledge_near_vectors where workspace_id = ${place.workspaceId} and index_id = ${place.indexId}
        and entry_id = any(${entryIds}::uuid[])`.execute(within);
  }

  async drop({ workspaceId, indexId }: IndexPlace, within: OpenTransaction): Promise<void> {
    await sql`
      delete from knowledge_near_vectors where workspace_id = ${workspaceId} and index_id = ${indexId}`.execute(within);
  }

  async candidates(place: IndexPlace, query: Float32Array, count: number): Promise<readonly string[]> {
    if (!DIMENSIONS.includes(query.length)) return [];
    const as = sql.raw(`vector(${query.length})`);
    return this.#database
      .workspace(place.workspaceId)
      .transaction()
      .setAccessMode('read only')
      .execute(async (db) => {
        // A plan of its own each time: how many of all vectors are those of the index decides whether the graph is worth it.
        await sql`
          select set_config('hnsw.iterative_scan', 'strict_order', true), set_config('plan_cache_mode', 'force_custom_plan', true),
            set_config('hnsw.ef_search', ${String(Math.min(1_000, count))}, true)`.execute(db);
        const { rows } = await sql<{ id: string }>`
          select entry_id as id from knowledge_near_vectors
          where workspace_id = ${place.workspaceId} and index_id = ${place.indexId}
            and dimensions = ${sql.lit(query.length)}
          order by vector::${as} <=> ${`[${query.join(',')}]`}::${as} limit ${count}`.execute(db);
        return rows.map(({ id }) => id);
      });
  }
}

/** Not a migration: those run everywhere, and this is only where the extension is. Processes that start together wait. */
async function makeTable(db: QueryExecutorProvider): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(db);
  const { rows } = await sql<{ isThere: boolean }>`
    select to_regclass('knowledge_near_vectors') is not null as "isThere"`.execute(db);
  if (rows[0]?.isThere === true) return;
  await sql`
    create table knowledge_near_vectors (
      workspace_id uuid not null,
      index_id uuid not null,
      entry_id uuid not null,
      dimensions integer not null,
      vector vector not null,
      primary key (workspace_id, index_id, entry_id)
    )`.execute(db);
  await sql`alter table knowledge_near_vectors alter column vector set storage external`.execute(db);
  for (const dimensions of DIMENSIONS) {
    await sql`
      create index ${sql.id(`knowledge_near_vectors_${dimensions}`)} on knowledge_near_vectors
        using hnsw ((vector::vector(${sql.lit(dimensions)})) vector_cosine_ops)
        where dimensions = ${sql.lit(dimensions)}`.execute(db);
  }
  // As isolateByWorkspace of the migrations.
  const own = sql`workspace_id = nullif(current_setting('weft.workspace_id', true), '')::uuid`;
  await sql`alter table knowledge_near_vectors enable row level security`.execute(db);
  await sql`alter table knowledge_near_vectors force row level security`.execute(db);
  await sql`create policy workspace on knowledge_near_vectors to weft_app using (${own}) with check (${own})`.execute(
    db,
  );
  await sql`create policy system on knowledge_near_vectors to current_user using (true) with check (true)`.execute(db);
  await sql`grant select, insert, update, delete on knowledge_near_vectors to weft_app`.execute(db);
}
