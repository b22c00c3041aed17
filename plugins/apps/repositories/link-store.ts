import { type Kysely, type Selectable, sql, type Updateable } from 'kysely';
import { currentTime, newId, PlatformError } from '#kernel';
import { type Database, isRefusal } from '#plugins/database/contract.ts';
import type { Link, LinkSettings } from './link.ts';
import type { RepositoryTables } from './tables.ts';

export type LinkRow = Selectable<RepositoryTables['repository_links']>;
export type LinkChanges = Omit<Updateable<RepositoryTables['repository_links']>, 'id' | 'workspace_id' | 'lease'>;
export type NewLink = LinkSettings &
  Pick<
    Link,
    | 'id'
    | 'workspaceId'
    | 'provider'
    | 'accountId'
    | 'url'
    | 'repository'
    | 'publicKey'
    | 'hostKey'
    | 'createdBy'
    | 'authorName'
    | 'sealedKey'
    | 'sealedHookSecret'
  >;

/** Links of a workspace, at most. */
export const MAX_LINKS = 50;
/** Milliseconds between two looks that nothing else begins. */
export const EVERY = 180_000;
/** Milliseconds for which one process has a link to itself, unless it says that it still works on it. */
export const LEASE = 30_000;

/** Links of workspaces. */
export class LinkStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async list(workspaceId: string): Promise<Link[]> {
    const rows = await this.#db(workspaceId)
      .selectFrom('repository_links')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .orderBy('id')
      .execute();
    return rows.map(toLink);
  }

  async has(workspaceId: string): Promise<boolean> {
    const query = this.#db(workspaceId).selectFrom('repository_links').select('id');
    return (await query.where('workspace_id', '=', workspaceId).limit(1).executeTakeFirst()) !== undefined;
  }

  /** Throws `repositories.not_found`. */
  async get(workspaceId: string, id: string): Promise<Link> {
    const query = this.#db(workspaceId).selectFrom('repository_links').selectAll();
    const row = await query.where('workspace_id', '=', workspaceId).where('id', '=', id).executeTakeFirst();
    if (row === undefined) throw noLink();
    return toLink(row);
  }

  /** Of whatever workspace, for deliveries, which name nothing else. */
  async find(id: string): Promise<Link | null> {
    const db = this.#database.system<RepositoryTables>();
    const row = await db.selectFrom('repository_links').selectAll().where('id', '=', id).executeTakeFirst();
    return row === undefined ? null : toLink(row);
  }

  /** Throws `repositories.linked` (conflict) for a place that is linked already, or when there are too many. */
  async add(link: NewLink): Promise<void> {
    const { workspaceId } = link;
    await this.#refusing(() =>
      this.#db(workspaceId)
        .transaction()
        .execute(async (db) => {
          await sql`select pg_advisory_xact_lock(hashtext(${`repository links ${workspaceId}`}))`.execute(db);
          const found = await db.selectFrom('repository_links').select('id').execute();
          if (found.length >= MAX_LINKS) throw tooMany();
          if (link.takesNew) await db.updateTable('repository_links').set({ takes_new: false }).execute();
          await db
            .insertInto('repository_links')
            .values({
              id: link.id,
              workspace_id: workspaceId,
              provider: link.provider,
              account_id: link.accountId,
              url: link.url,
              repository: link.repository,
              ...columnsOf(link),
              sealed_key: link.sealedKey,
              public_key: link.publicKey,
              host_key: link.hostKey,
              sealed_hook_secret: link.sealedHookSecret,
              reason: null,
              head: null,
              environment_blob: null,
              approved: null,
              seen_at: null,
              wanted_at: null,
              next_look_at: new Date(currentTime() + EVERY),
              lease: null,
              leased_until: null,
              created_by: link.createdBy,
              author_name: link.authorName,
            })
            .execute();
        }),
    );
  }

  /** Throws `repositories.not_found`, `repositories.linked`. */
  async change(workspaceId: string, id: string, settings: LinkSettings): Promise<void> {
    await this.#refusing(() =>
      this.#db(workspaceId)
        .transaction()
        .execute(async (db) => {
          if (settings.takesNew) {
            await db.updateTable('repository_links').set({ takes_new: false }).where('id', '!=', id).execute();
          }
          const now = new Date(currentTime());
          const set = { ...columnsOf(settings), head: null, branches: null, approved: null, next_look_at: now };
          const done = await db.updateTable('repository_links').set(set).where('id', '=', id).executeTakeFirst();
          if (done.numUpdatedRows === 0n) throw noLink();
          // What was said of pull requests was said of other apps, or of another branch.
          await db.deleteFrom('repository_plans').where('link_id', '=', id).execute();
        }),
    );
  }

  async note(workspaceId: string, id: string, changes: LinkChanges): Promise<void> {
    const set = { ...changes, updated_at: new Date(currentTime()) };
    await this.#db(workspaceId).updateTable('repository_links').set(set).where('id', '=', id).execute();
  }

  /** Somebody waits for a look from now on. */
  async want(workspaceId: string, id: string): Promise<void> {
    await this.note(workspaceId, id, { wanted_at: new Date(currentTime()) });
  }

  /** What was waited for until then is done. */
  async served(workspaceId: string, id: string, until: number): Promise<void> {
    const query = this.#db(workspaceId).updateTable('repository_links').set({ wanted_at: null });
    await query.where('id', '=', id).where('wanted_at', '<=', new Date(until)).execute();
  }

  async remove(workspaceId: string, id: string): Promise<void> {
    const done = await this.#db(workspaceId).deleteFrom('repository_links').where('id', '=', id).executeTakeFirst();
    if (done.numDeletedRows === 0n) throw noLink();
  }

  /** Takes a link for one process; null: another has it. `lease`: the one that is prolonged. */
  async lease(workspaceId: string, id: string, lease: string = newId()): Promise<string | null> {
    const now = new Date(currentTime());
    const done = await this.#db(workspaceId)
      .updateTable('repository_links')
      .set({ lease, leased_until: new Date(currentTime() + LEASE) })
      .where('id', '=', id)
      .where((is) => is.or([is('leased_until', 'is', null), is('leased_until', '<', now), is('lease', '=', lease)]))
      .executeTakeFirst();
    return done.numUpdatedRows === 0n ? null : lease;
  }

  async release(workspaceId: string, id: string, lease: string): Promise<void> {
    const query = this.#db(workspaceId).updateTable('repository_links').set({ lease: null, leased_until: null });
    await query.where('id', '=', id).where('lease', '=', lease).execute();
  }

  /** Of all workspaces: those that are to be looked at. The next time is set with it, so that one process asks. */
  async due(next: number, limit: number): Promise<readonly Pick<Link, 'id' | 'workspaceId'>[]> {
    const db = this.#database.system<RepositoryTables>();
    const now = new Date(currentTime());
    const rows = await db
      .updateTable('repository_links')
      .set({ next_look_at: new Date(next) })
      .where('id', 'in', (query) =>
        query
          .selectFrom('repository_links')
          .select('id')
          .where('next_look_at', '<=', now)
          .where('state', '!=', 'paused')
          .orderBy('next_look_at')
          .limit(limit)
          .forUpdate()
          .skipLocked(),
      )
      .returning(['id', 'workspace_id as workspaceId'])
      .execute();
    return rows;
  }

  async #refusing<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (isRefusal(error) || (error as { code?: string }).code === '23505') throw linked();
      throw error;
    }
  }

  #db(workspaceId: string): Kysely<RepositoryTables> {
    return this.#database.workspace<RepositoryTables>(workspaceId);
  }
}

function columnsOf(settings: LinkSettings) {
  return {
    branch: settings.branch,
    folder: settings.folder,
    environment_file: settings.environmentFile,
    direction: settings.direction,
    commits: settings.commits,
    applies: settings.applies,
    takes_new: settings.takesNew,
    plans: settings.plans,
  };
}

export function toLink(row: LinkRow): Link {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    provider: row.provider,
    accountId: row.account_id,
    url: row.url,
    repository: row.repository,
    branch: row.branch,
    folder: row.folder,
    environmentFile: row.environment_file,
    direction: row.direction as Link['direction'],
    commits: row.commits as Link['commits'],
    applies: row.applies as Link['applies'],
    takesNew: row.takes_new,
    plans: row.plans,
    publicKey: row.public_key,
    hostKey: row.host_key,
    state: row.state as Link['state'],
    reason: row.reason,
    head: row.head,
    environmentBlob: row.environment_blob,
    approved: row.approved,
    seenAt: row.seen_at?.getTime() ?? null,
    branches: row.branches,
    branchesAt: row.branches_at?.getTime() ?? null,
    isSyncing: row.wanted_at !== null || (row.leased_until?.getTime() ?? 0) > currentTime(),
    createdBy: row.created_by,
    authorName: row.author_name,
    createdAt: row.created_at.getTime(),
    sealedKey: row.sealed_key,
    sealedHookSecret: row.sealed_hook_secret,
  };
}

function noLink(): PlatformError {
  const message = 'The workspace has no such repository: weft repositories status';
  return new PlatformError('not-found', 'repositories.not_found', message);
}

function linked(): PlatformError {
  const message =
    'This folder of the branch is linked to this workspace already: change that link, or choose another folder.';
  return new PlatformError('conflict', 'repositories.linked', message);
}

function tooMany(): PlatformError {
  const message = `The workspace has ${MAX_LINKS} repositories, which is as many as it may: unlink one.`;
  return new PlatformError('conflict', 'repositories.too_many', message);
}
