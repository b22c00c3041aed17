import { type Kysely, type Selectable, sql } from 'kysely';
import type { Database, Sink } from '#plugins/database/contract.ts';
import type { PlanRoom } from '#plugins/workspaces/contract.ts';
import type { StoredFile } from './contract.ts';
import type { FileTables } from './tables.ts';

/** Reads the rows of files. */
export class FileStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async find(workspaceId: string, id: string): Promise<StoredFile | null> {
    const row = await this.#database
      .workspace<FileTables>(workspaceId)
      .selectFrom('uploaded_files')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst();
    return row === undefined ? null : toFile(row);
  }

  /** Of any workspace, so as the system: for signed addresses, whose signature is then checked for its workspace. */
  async findAnywhere(id: string): Promise<StoredFile | null> {
    const row = await this.#database
      .system<FileTables>()
      .selectFrom('uploaded_files')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst();
    return row === undefined ? null : toFile(row);
  }

  /** Bytes that the files of a workspace take. */
  async storageUsed(workspaceId: string): Promise<number> {
    return (await storageOf(this.#database.workspace<FileTables>(workspaceId), [workspaceId])).get(workspaceId) ?? 0;
  }

  /** Those keys that a row of any workspace names, so as the system: the sweep of blobs knows no workspaces. */
  async named(keys: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await this.#database
      .system<FileTables>()
      .selectFrom('uploaded_files')
      .select('blob_key')
      .where('blob_key', 'in', keys)
      .execute();
    return new Set(rows.map((row) => row.blob_key));
  }
}

/** A file on its way in, and what its workspace's plan leaves; null: any amount. */
export interface FileRow {
  readonly file: StoredFile;
  readonly room: PlanRoom | null;
}

/**
 * Writes files that were just stored. What they take is added up by the insert itself, which then holds the row of the
 * sum: a workspace that would have too much is refused, however many write at a time, and its group is rolled back.
 */
export const fileSink: Sink<FileRow> = {
  id: 'files.uploaded-files',
  async write(db, rows) {
    const values = rows.map(
      ({
        file,
      }) => sql`(${file.id}::uuid, ${file.workspaceId}::uuid, ${file.appId}::uuid, ${file.endUserId}::uuid, ${file.runId}::uuid,
        ${file.method}, ${file.name}, ${file.extension}, ${file.declaredType}, ${file.mediaType},
        ${file.blob.size}::bigint, ${file.blob.sha256}, ${file.blob.store}, ${file.blob.key},
        ${new Date(file.createdAt)}::timestamptz, ${file.isUsed ? new Date(file.createdAt) : null}::timestamptz)`,
    );
    await sql`
      insert into uploaded_files (id, workspace_id, app_id, end_user_id, run_id, method, name, extension, declared_type,
        media_type, size, sha256, blob_store, blob_key, created_at, used_at)
      values ${sql.join(values)}
      on conflict (id) do nothing`.execute(db);
    await checkStorage(db as unknown as Kysely<FileTables>, rows);
  },
};

async function checkStorage(db: Kysely<FileTables>, rows: readonly FileRow[]): Promise<void> {
  const rooms = new Map(rows.flatMap(({ file, room }) => (room === null ? [] : [[file.workspaceId, room] as const])));
  if (rooms.size === 0) return;
  const uses = await storageOf(db, [...rooms.keys()]);
  for (const [workspaceId, room] of rooms) {
    const used = uses.get(workspaceId) ?? 0;
    if (used <= room.limit) continue;
    const added = rows.filter(({ file }) => file.workspaceId === workspaceId);
    throw room.refusal(used - added.reduce((sum, { file }) => sum + file.blob.size, 0));
  }
}

async function storageOf(db: Kysely<FileTables>, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const query = db.selectFrom('storage_uses').selectAll().where('workspace_id', 'in', ids);
  return new Map((await query.execute()).map((row) => [row.workspace_id, row.bytes]));
}

/** A file that a message or run of its app takes. */
export interface FileUse {
  readonly id: string;
  readonly workspaceId: string;
  readonly appId: string;
}

/** Notes the first use. Ids come out of inputs, which a caller may have written: workspace and app must be the file's. */
export const fileUseSink: Sink<FileUse> = {
  id: 'files.uses',
  isSingleStatement: true,
  async write(db, uses) {
    const values = uses.map((use) => sql`(${use.id}::uuid, ${use.workspaceId}::uuid, ${use.appId}::uuid)`);
    await sql`
      update uploaded_files set used_at = now()
      from (values ${sql.join(values)}) as used (id, workspace_id, app_id)
      where uploaded_files.id = used.id and uploaded_files.workspace_id = used.workspace_id
        and uploaded_files.app_id = used.app_id and used_at is null`.execute(db);
  },
};

function toFile(row: Selectable<FileTables['uploaded_files']>): StoredFile {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    appId: row.app_id,
    endUserId: row.end_user_id,
    runId: row.run_id,
    method: row.method === 'tool_file' ? 'tool_file' : 'local_file',
    name: row.name,
    extension: row.extension,
    declaredType: row.declared_type,
    mediaType: row.media_type,
    blob: { store: row.blob_store, key: row.blob_key, size: Number(row.size), sha256: row.sha256 },
    createdAt: row.created_at.getTime(),
    isUsed: row.used_at !== null,
  };
}
