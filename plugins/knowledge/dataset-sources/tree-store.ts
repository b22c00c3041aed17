import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { newId } from '#kernel';
import type { Database } from '#plugins/database/contract.ts';
import { leave, liveRows } from './leaving-store.ts';
import type { PageStore } from './page-store.ts';
import { isChosen } from './path-patterns.ts';
import type { StoredSource } from './row-store.ts';
import type { PageResult, PageRole } from './source-reader.ts';
import type { FoundItem, SourceTree, TreeChange, TreeRow } from './source-tree.ts';
import type { SourceTables } from './tables.ts';

type PageRow = Selectable<SourceTables['dataset_source_pages']>;
type Open = Transaction<SourceTables>;
interface Placed extends FoundItem {
  readonly path: string;
  readonly depth: number;
}

const MAX_ADDRESS = 1_000;

/** Folders and files of one source. */
export class TreeOfSource implements SourceTree {
  readonly #database: Database;
  readonly #pages: PageStore;
  readonly #source: StoredSource;

  constructor(database: Database, pages: PageStore, source: StoredSource) {
    this.#database = database;
    this.#pages = pages;
    this.#source = source;
  }

  async cursor(): Promise<unknown> {
    const row = await this.#db
      .selectFrom('dataset_sources')
      .select('cursor')
      .where('workspace_id', '=', this.#source.workspaceId)
      .where('id', '=', this.#source.id)
      .executeTakeFirst();
    return row?.cursor ?? null;
  }

  saveCursor(cursor: unknown): Promise<void> {
    return this.#saveCursor(this.#db, cursor);
  }

  carry(): Promise<void> {
    return this.#carry(this.#db);
  }

  restart(roots: readonly FoundItem[], cursor: unknown): Promise<{ readonly isFull: boolean }> {
    return this.#transaction(async (open) => {
      await this.#carry(open);
      const former = await liveRows(open, this.#source).where('parent', 'is', null).execute();
      const kept = new Set(roots.map(({ id }) => id));
      const left = former.filter(({ address }) => !kept.has(address)).map(({ address }) => address);
      await leave(open, this.#source, left, 'It is no part of the source any more.');
      const placed = roots.map((root) => ({ ...root, path: root.isFolder ? '' : root.title, depth: 0 }));
      const isFull = await this.#put(open, placed);
      await this.#saveCursor(open, cursor);
      return { isFull };
    });
  }

  async nextFolder(): Promise<TreeRow | null> {
    return (await this.#next('folder', 1))[0] ?? null;
  }

  async nextFile(): Promise<TreeRow | null> {
    return (await this.nextFiles(1))[0] ?? null;
  }

  nextFiles(limit: number): Promise<readonly TreeRow[]> {
    return this.#next('page', limit);
  }

  async files(): Promise<readonly TreeRow[]> {
    return (await liveRows(this.#db, this.#source).where('role', '=', 'page').orderBy('id').execute()).map(toRow);
  }

  listed(folder: TreeRow, children: readonly FoundItem[]): Promise<{ readonly isFull: boolean }> {
    return this.#transaction(async (open) => {
      const before = await liveRows(open, this.#source).where('parent', '=', folder.address).execute();
      const met = new Set(
        children.filter((child) => this.#wants(child, pathIn(folder.name, child))).map(({ id }) => id),
      );
      const missed = before.filter(({ address }) => !met.has(address)).map(({ address }) => address);
      await leave(open, this.#source, missed, 'The folder has it no more.');
      const placed = children.map((child) => placedIn(folder, child));
      const isFull = await this.#put(open, placed);
      await open
        .updateTable('dataset_source_pages')
        .set({ status: 'read', message: null, run: this.#source.run })
        .where('source_id', '=', this.#source.id)
        .where('id', '=', folder.id)
        .execute();
      return { isFull };
    });
  }

  apply(changes: readonly TreeChange[], cursor: unknown): Promise<{ readonly isFull: boolean }> {
    return this.#transaction(async (open) => {
      const ids = changes.map(({ id }) => id);
      const parents = await this.#folders(
        open,
        changes.flatMap((change) => change.parents),
      );
      const known = new Map((await this.#known(open, ids)).map((row) => [row.address, row]));
      const placed: Placed[] = [];
      for (const change of latest(changes)) {
        const row = known.get(change.id);
        const parent = change.parents.map((id) => parents.get(id)).find((each) => each !== undefined);
        if (change.item === null) await leave(open, this.#source, [change.id], change.reason, { withTargets: true });
        else if (parent !== undefined) placed.push(placedIn(parent, { ...change.item, parent: parent.address }));
        else if (row !== undefined && row.parent === null) {
          const item = { ...change.item, parent: null };
          placed.push({ ...item, path: item.isFolder ? '' : item.title, depth: 0 });
        } else if (row !== undefined) {
          await leave(open, this.#source, [change.id], 'It was moved out of the folder.');
        }
        if (change.item !== null) await this.#wakeShortcuts(open, change.id);
      }
      const isFull = await this.#put(open, placed);
      await this.#saveCursor(open, cursor);
      return { isFull };
    });
  }

  async isThere(id: string, except: string): Promise<boolean> {
    const row = await liveRows(this.#db, this.#source)
      .where((where) => where.or([where('address', '=', id), where('target', '=', id)]))
      .where('address', '<>', except)
      .where('status', '<>', 'duplicate')
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  }

  async roots(): Promise<readonly TreeRow[]> {
    return (await liveRows(this.#db, this.#source).where('parent', 'is', null).execute()).map(toRow);
  }

  write(row: TreeRow, result: PageResult & { readonly isPassing?: boolean }): Promise<void> {
    return this.#pages.write(this.#source, row.id, result);
  }

  get #db(): Kysely<SourceTables> {
    return this.#database.workspace<SourceTables>(this.#source.workspaceId);
  }

  #transaction<T>(work: (open: Open) => Promise<T>): Promise<T> {
    return this.#db.transaction().execute(work);
  }

  async #saveCursor(db: Kysely<SourceTables>, cursor: unknown): Promise<void> {
    await db
      .updateTable('dataset_sources')
      .set({ cursor: JSON.stringify(cursor) as never })
      .where('workspace_id', '=', this.#source.workspaceId)
      .where('id', '=', this.#source.id)
      // A run whose place another has taken says nothing any more.
      .where('run', '=', this.#source.run)
      .execute();
  }

  async #carry(db: Kysely<SourceTables>): Promise<void> {
    const { workspaceId, id, run } = this.#source;
    await sql`
      update dataset_source_pages
      set run = ${run}, tries = 0, status = case
        when status in ('added', 'changed') then 'unchanged'
        when status = 'failed' and (version is null or gone is not null) then 'waiting'
        else status end
      where workspace_id = ${workspaceId}::uuid and source_id = ${id}::uuid and run < ${run}
        and status <> 'vanished'`.execute(db);
    await sql`
      delete from dataset_source_pages
      where workspace_id = ${workspaceId}::uuid and source_id = ${id}::uuid and status = 'vanished' and document_id is null`.execute(
      db,
    );
  }

  async #next(role: PageRole, limit: number): Promise<readonly TreeRow[]> {
    const rows = await this.#all(this.#db)
      .where('run', '=', this.#source.run)
      .where('status', '=', 'waiting')
      .where('role', '=', role)
      .orderBy('depth')
      .orderBy('id')
      .limit(limit)
      .execute();
    return rows.map(toRow);
  }

  #all(db: Kysely<SourceTables>) {
    const { workspaceId, id } = this.#source;
    return db
      .selectFrom('dataset_source_pages')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('source_id', '=', id);
  }

  async #known(open: Open, ids: readonly string[]): Promise<readonly PageRow[]> {
    return ids.length === 0 ? [] : liveRows(open, this.#source).where('address', 'in', ids).execute();
  }

  /** Folders of the source, by their ids and by what shortcuts to them stand for. */
  async #folders(open: Open, ids: readonly string[]): Promise<ReadonlyMap<string, TreeRow>> {
    if (ids.length === 0) return new Map();
    const rows = await liveRows(open, this.#source)
      .where('role', '=', 'folder')
      .where('status', '<>', 'duplicate')
      .where((where) => where.or([where('address', 'in', ids), where('target', 'in', ids)]))
      .execute();
    return new Map([
      ...rows.flatMap((row) => (row.target === null ? [] : [[row.target, toRow(row)] as const])),
      ...rows.map((row) => [row.address, toRow(row)] as const),
    ]);
  }

  async #wakeShortcuts(open: Open, target: string): Promise<void> {
    const { id, workspaceId, run } = this.#source;
    await sql`
      update dataset_source_pages set status = 'waiting', run = ${run}
      where workspace_id = ${workspaceId}::uuid and source_id = ${id}::uuid and target = ${target} and gone is null
        and status <> 'vanished'`.execute(open);
  }

  #wants(item: FoundItem, path: string): boolean {
    const { includePaths, excludePaths } = this.#source.settings;
    if (item.id.length > MAX_ADDRESS) return false;
    return item.isFolder || isChosen(path, includePaths, excludePaths);
  }

  /** Whether some did not fit. */
  async #put(open: Open, placed: readonly Placed[]): Promise<boolean> {
    const wanted = [...new Map(placed.map((item) => [item.id, item])).values()].filter((item) =>
      this.#wants(item, item.path),
    );
    if (wanted.length === 0) return false;
    const { settings } = this.#source;
    const { count } = await liveRows(open, this.#source)
      .where('role', '=', 'page')
      .clearSelect()
      .select((select) => select.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    const known = new Set(
      (
        await this.#known(
          open,
          wanted.map(({ id }) => id),
        )
      ).map(({ address }) => address),
    );
    let room = settings.maxPages - Number(count);
    const fitting = wanted.filter(({ id, isFolder }) => {
      if (isFolder || known.has(id)) return true;
      room -= 1;
      return room >= 0;
    });
    if (fitting.length > 0) await this.#upsert(open, fitting);
    return fitting.length < wanted.length;
  }

  async #upsert(open: Open, items: readonly Placed[]): Promise<void> {
    const { workspaceId, datasetId, id, run } = this.#source;
    const rows = items.map((item) => ({
      id: newId(),
      address: item.id,
      role: item.isFolder ? 'folder' : 'page',
      depth: item.depth,
      parent: item.parent,
      name: clean(item.path, 2_000),
      title: clean(item.title, 500),
      version: item.version,
      target: item.target,
      details: item.details,
    }));
    await sql`
      insert into dataset_source_pages as p (id, workspace_id, dataset_id, source_id, address, role, depth, run, status,
        parent, name, title, found_version, target, details)
      select r.id, ${workspaceId}::uuid, ${datasetId}::uuid, ${id}::uuid, r.address, r.role, r.depth, ${run}, 'waiting',
        r.parent, r.name, r.title, r.version, r.target, r.details
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, address text, role text, depth integer,
        parent text, name text, title text, version text, target text, details jsonb)
      on conflict (source_id, address) do update set
        run = excluded.run, role = excluded.role, depth = excluded.depth, parent = excluded.parent, name = excluded.name,
        title = excluded.title, found_version = excluded.found_version, target = excluded.target,
        details = excluded.details, gone = null, tries = 0,
        status = case
          when excluded.role = 'folder' or p.disabled or p.status = 'vanished' or p.version is null
            or p.version is distinct from excluded.found_version or p.title is distinct from excluded.title then 'waiting'
          when p.document_id is not null then
            case when p.run = excluded.run and p.status in ('added', 'changed') then p.status else 'unchanged' end
          when p.status in ('failed', 'excluded', 'duplicate') then p.status
          else 'waiting' end`.execute(open);
  }
}

function placedIn(folder: TreeRow, item: FoundItem): Placed {
  return { ...item, parent: folder.address, path: pathIn(folder.name, item), depth: folder.depth + 1 };
}

function pathIn(folder: string, { title }: Pick<FoundItem, 'title'>): string {
  return folder === '' ? title : `${folder}/${title}`;
}

/** Of several changes of one thing the last counts. */
function latest(changes: readonly TreeChange[]): readonly TreeChange[] {
  return [...new Map(changes.map((change) => [change.id, change])).values()];
}

function clean(text: string, most: number): string {
  return text
    .replaceAll(/\p{Cc}/gu, ' ')
    .slice(0, most)
    .toWellFormed();
}

export function toRow(row: PageRow): TreeRow {
  return {
    id: row.id,
    address: row.address,
    role: row.role as PageRole,
    depth: row.depth,
    run: row.run,
    status: row.status as TreeRow['status'],
    documentId: row.document_id,
    isDisabled: row.disabled,
    tries: row.tries,
    parent: row.parent,
    name: row.name ?? '',
    title: row.title ?? '',
    version: row.found_version,
    target: row.target,
    details: row.details ?? {},
    gone: row.gone,
  };
}
