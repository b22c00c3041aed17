/**
 * The database, as plugins see it: one Postgres dialect (a server when DATABASE_URL is set, PGlite in the data folder
 * otherwise) behind Kysely.
 *
 * Glossary
 * - system: the role that owns the tables; sees every workspace. For boot, journals and look-ups by secret hash.
 * - workspace: the role `weft_app`, under row-level security: sees the rows of one workspace only.
 * - sink: a table-shaped destination of group commit.
 */
import type { Expression, Kysely, QueryExecutorProvider } from 'kysely';
import { type Contribution, extensionPoint, token } from '#kernel';

/**
 * Queries wait until the database is open and migrated. Inside a transaction await only queries of that transaction:
 * PGlite has one connection, so a query on the outer instance would wait for ever. Values come out the same on both
 * kinds: int8 → number, timestamptz → Date, date → text, json and jsonb → parsed, numeric → text, bytea → Buffer. An
 * array given for a json column must be turned into text first (`JSON.stringify`), for it means a Postgres array.
 */
export interface Database {
  readonly kind: 'postgres' | 'pglite';
  /** All workspaces. A store that takes this says why. */
  system<Tables>(): Kysely<Tables>;
  /**
   * Rows of one workspace: queries run as `weft_app` with `weft.workspace_id` set for the session, so a forgotten
   * `where` shows nothing foreign and a foreign `workspace_id` can't be written. Throws `database.invalid_workspace_id`
   * (kind invalid) for anything but a UUID. Instances are cached; asking again costs nothing.
   */
  workspace<Tables>(workspaceId: string): Kysely<Tables>;
}

export const Database = token<Database>('database.database');

/**
 * A folder of migrations: files `NNNN-name.ts`, each exporting `up(db: Kysely<unknown>)`, applied once, in the order of
 * their names, under a lock. The sets of the house run before any query of a plugin does; contributed ones when every
 * plugin is set up, before the ready hooks of plugins that need `Database`: their owner queries from there on.
 */
export interface MigrationSet extends Contribution {
  /** The plugin's id. */
  readonly id: string;
  readonly folder: URL;
}

/** A transaction that is open, of whatever tables: for those who add rows of their own to it. */
export type OpenTransaction = QueryExecutorProvider;

/** A part of a query that a store of one plugin makes, and a store of another takes into its own; nobody else reads it. */
export type QueryPart = Expression<unknown>;

/** Where group commit writes rows of one kind. */
export interface Sink<Row> {
  readonly id: string;
  /**
   * True when `write` runs exactly one statement, whatever the rows, and refuses nothing once that is answered: it is
   * committed by then. A batch of such sinks takes one trip to the database; one for this sink alone needs no transaction.
   */
  readonly isSingleStatement?: true;
  /**
   * Writes all rows with as few statements as possible (system role, inside the batch's transaction), in the order
   * given; there may be several for one key. Must be idempotent (by primary key, `on conflict`): after a lost
   * connection nobody knows whether the commit came through, so the same rows are written again.
   */
  write(db: Kysely<never>, rows: readonly Row[]): Promise<void>;
  /**
   * For a partitioned table: makes the partitions that the rows lack, on the system session and in a transaction of its own.
   * Called when the database has refused rows for want of one; then they are written again.
   */
  makeRoom?(db: Kysely<never>, rows: readonly Row[]): Promise<void>;
  /** Characters of a row's texts, about; for sinks whose rows may be large. Absent: they are small. */
  weigh?(row: Row): number;
}

/** A row on its way to a sink; made with `entry`, which keeps the two of one type. */
export interface CommitEntry<Row = unknown> {
  readonly sink: Sink<Row>;
  readonly row: Row;
}

/** Pairs a row with its sink, keeping the type. */
export function entry<Row>(sink: Sink<Row>, row: Row): CommitEntry {
  return { sink, row } as CommitEntry;
}

/**
 * Group commit: rows of many runs go to the database in one transaction per batch. A batch starts as soon as the one
 * before it is committed, so a lone caller waits for one commit and many callers share it.
 */
export interface GroupCommit {
  /**
   * Queues entries that become durable together (all or none). Resolves after the commit. A failed batch is tried
   * again entry group by entry group, so that one bad row fails only its own group; a lost connection is retried until
   * the database is back. `delay`: may wait up to this many milliseconds for a batch.
   */
  add(entries: readonly CommitEntry[], options?: { readonly delay?: number }): Promise<void>;
  /** Rows queued or being written; for back-pressure. */
  readonly pending: number;
  /** Characters of the rows that are queued or being written, about: memory that only the database's progress frees. */
  readonly backlog: number;
}

export const GroupCommit = token<GroupCommit>('database.group-commit');

/**
 * Group commit for rows that nobody waits for (records of who did what). Apart from the other, so that a table which is
 * locked or slow never holds up the ends of runs.
 */
export const BackgroundCommit = token<GroupCommit>('database.background-commit');

/** What the database is busy with, for those who watch it. */
export interface DatabaseActivity {
  /** Connections of this process, and who waits for one. */
  readonly connections: { readonly open: number; readonly idle: number; readonly waiting: number };
  /** Hears of each batch of group commit, once it is written. Must not throw. The result ends it. */
  onBatch(listener: (batch: CommittedBatch) => void): () => void;
}

/** What was written together. */
export interface CommittedBatch {
  readonly rows: number;
  /** Seconds. */
  readonly elapsed: number;
}

export const DatabaseActivity = token<DatabaseActivity>('database.activity');

/**
 * Short messages between the processes on one database (LISTEN and NOTIFY; within the process on the embedded one).
 * They make things quicker and are never what keeps them right: nobody hears what is sent while their connection is
 * down, so whoever listens also looks by themselves now and then.
 */
export interface Notifications {
  /**
   * Tells every process, this one included. Channels are names like `runs_stop` (a-z, 0-9, _ and :); the payload has at most
   * 7900 bytes. Rejects when the database can't be reached.
   */
  send(channel: string, payload: string): Promise<void>;
  /** Hears what is sent from soon after this call on. The result ends it. */
  listen(channel: string, listener: (payload: string) => void): () => void;
}

export const Notifications = token<Notifications>('database.notifications');

/** Migrations are found as `migrations/<plugin id>/`; plugins from elsewhere contribute their folder here. */
export const Migrations = extensionPoint<MigrationSet>('database.migrations');

/** For look-ups of keys: of however many callers guess, the database hears one query after the other. */
export { BatchedLookup } from './batched-lookup.ts';
export { isRefusal } from './database-error.ts';
export { few, inIndexOrder, only } from './only-store.ts';
export { withRetry } from './with-retry.ts';
export { WorkspaceCache } from './workspace-cache.ts';
