import { type Kysely, type Selectable, sql } from 'kysely';
import { currentTime, newId } from '#kernel';
import type { Database } from '#plugins/database/contract.ts';
import type { PageStatus, SourcePage } from './contract.ts';
import type { StoredSource } from './row-store.ts';
import type { PageResult, PageRole, RunPage, RunTotals } from './source-reader.ts';
import type { SourceTables } from './tables.ts';

/** Of pages that no link leads to: they are looked at last. */
export const UNLINKED = 1_000_000;

type Of = Pick<StoredSource, 'workspaceId' | 'datasetId' | 'id' | 'run'>;
type PageRow = Selectable<SourceTables['dataset_source_pages']>;

/** Pages of sources: those that wait are what a run still has to do. */
export class PageStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Each comes once into a run, at the least depth it is met with before it is read. */
  async queue(source: Of, addresses: readonly string[], at: { readonly role: PageRole; readonly depth: number }) {
    const pages = [...new Set(addresses)].map((address) => ({ id: newId(), address }));
    await sql`
      insert into dataset_source_pages as p (id, workspace_id, dataset_id, source_id, address, role, depth, run, status)
      select r.id, ${source.workspaceId}::uuid, ${source.datasetId}::uuid, ${source.id}::uuid, r.address, ${at.role},
        ${at.depth}, ${source.run}, 'waiting'
      from json_to_recordset(${JSON.stringify(pages)}::json) as r(id uuid, address text)
      on conflict (source_id, address) do update
        set run = excluded.run, status = 'waiting', role = excluded.role, depth = excluded.depth, tries = 0, message = null
        where p.run < excluded.run or (p.status = 'waiting' and p.depth > excluded.depth)`.execute(
      this.#db(source.workspaceId),
    );
  }

  /** Those with a document come into the run, also where no link leads to them any more. */
  async queueKnown(source: Of): Promise<void> {
    await sql`
      update dataset_source_pages
      set run = ${source.run}, status = 'waiting', depth = ${UNLINKED}, tries = 0, message = null
      where workspace_id = ${source.workspaceId}::uuid and source_id = ${source.id}::uuid and run < ${source.run}
        and document_id is not null and status <> 'vanished'`.execute(this.#db(source.workspaceId));
  }

  async next(source: Of, { onlyUnlinked = false } = {}): Promise<RunPage | null> {
    let query = this.#of(source).where('run', '=', source.run).where('status', '=', 'waiting');
    if (onlyUnlinked) query = query.where('depth', '=', UNLINKED);
    const row = await query.orderBy('depth').orderBy('id').limit(1).executeTakeFirst();
    return row === undefined ? null : toStored(row);
  }

  async totals(source: Of): Promise<RunTotals> {
    const { rows } = await sql<RunTotals>`
      select count(*) as all, count(*) filter (where role = 'sitemap') as sitemaps,
        count(*) filter (where status <> 'waiting' and depth < ${UNLINKED}) as done,
        count(*) filter (where status in ('added', 'changed', 'unchanged') and depth < ${UNLINKED}) as documents
      from dataset_source_pages
      where workspace_id = ${source.workspaceId}::uuid and source_id = ${source.id}::uuid and run = ${source.run}`.execute(
      this.#db(source.workspaceId),
    );
    return rows[0] ?? { all: 0, done: 0, documents: 0, sitemaps: 0 };
  }

  async write(source: Of, pageId: string, result: PageResult): Promise<void> {
    await this.#db(source.workspaceId)
      .updateTable('dataset_source_pages')
      .set({
        status: result.status,
        document_id: result.documentId,
        ...(result.contentHash !== undefined && { content_hash: result.contentHash }),
        ...(result.isDisabled !== undefined && { disabled: result.isDisabled }),
        message: result.message?.slice(0, 1_000) ?? null,
        version: result.isPassing === true ? null : sql<string | null>`found_version`,
        run: source.run,
        read_at: new Date(currentTime()),
      })
      .where('workspace_id', '=', source.workspaceId)
      .where('source_id', '=', source.id)
      .where('id', '=', pageId)
      .execute();
  }

  async countTry(source: Of, pageId: string): Promise<void> {
    await this.#db(source.workspaceId)
      .updateTable('dataset_source_pages')
      .set(({ eb }) => ({ tries: eb('tries', '+', 1) }))
      .where('workspace_id', '=', source.workspaceId)
      .where('id', '=', pageId)
      .execute();
  }

  /** Another page of the run with the same content, which became a document. */
  async sameContent(source: Of, page: RunPage, hash: string): Promise<string | null> {
    const row = await this.#of(source)
      .where('run', '=', source.run)
      .where('content_hash', '=', hash)
      .where('id', '<>', page.id)
      .where('status', 'in', ['added', 'changed', 'unchanged'])
      .limit(1)
      .executeTakeFirst();
    return row?.address ?? null;
  }

  async byAddress(source: Of, address: string): Promise<RunPage | null> {
    const row = await this.#of(source).where('address', '=', address).executeTakeFirst();
    return row === undefined ? null : toStored(row);
  }

  /** Pages with documents that the run did not come to. */
  async unseen(source: Of, limit: number): Promise<readonly RunPage[]> {
    const rows = await this.#of(source)
      .where('run', '<', source.run)
      .where('document_id', 'is not', null)
      .where('status', '<>', 'vanished')
      .orderBy('id')
      .limit(limit)
      .execute();
    return rows.map(toStored);
  }

  async addresses(source: Of): Promise<readonly string[]> {
    return (await this.#of(source).where('role', '=', 'page').execute()).map(({ address }) => address);
  }

  async documentCount(source: Of): Promise<number> {
    const { count } = await this.#of(source)
      .where('document_id', 'is not', null)
      .clearSelect()
      .select((select) => select.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return count;
  }

  /** What was met in former runs and has no document is of no use any more; nor what a run left unread. */
  async clean(source: Of): Promise<void> {
    await sql`
      delete from dataset_source_pages
      where workspace_id = ${source.workspaceId}::uuid and source_id = ${source.id}::uuid and document_id is null
        and (run < ${source.run} or status = 'waiting')`.execute(this.#db(source.workspaceId));
  }

  /** By address; web pages and files, without sitemaps. */
  async list(
    source: Of,
    { page, limit, status }: { readonly page: number; readonly limit: number; readonly status?: PageStatus },
  ): Promise<{ readonly pages: readonly SourcePage[]; readonly total: number }> {
    let query = this.#of(source).where('role', '=', 'page');
    if (status !== undefined) query = query.where('status', '=', status);
    const { total } = await query
      .clearSelect()
      .select((select) => select.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    const rows = await query
      .orderBy(sql`coalesce(name, address) collate "C"`)
      .orderBy('id')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute();
    return { pages: rows.map(toPage), total };
  }

  /** What was told of one. */
  async messageOf(source: Of, address: string): Promise<string | null> {
    return (await this.#of(source).where('address', '=', address).executeTakeFirst())?.message ?? null;
  }

  #db(workspaceId: string): Kysely<SourceTables> {
    return this.#database.workspace<SourceTables>(workspaceId);
  }

  #of({ workspaceId, id }: Pick<Of, 'workspaceId' | 'id'>) {
    return this.#db(workspaceId)
      .selectFrom('dataset_source_pages')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('source_id', '=', id);
  }
}

function toStored(row: PageRow): RunPage {
  return {
    id: row.id,
    address: row.address,
    role: row.role as PageRole,
    depth: row.depth,
    run: row.run,
    status: row.status as RunPage['status'],
    documentId: row.document_id,
    isDisabled: row.disabled,
    tries: row.tries,
  };
}

function toPage(row: PageRow): SourcePage {
  return {
    id: row.id,
    address: row.address,
    name: row.name,
    status: row.status as PageStatus,
    documentId: row.document_id,
    message: row.message,
    readAt: row.read_at?.getTime() ?? null,
  };
}
