import { type Kysely, sql, type Transaction } from 'kysely';
import { type Contributions, currentTime } from '#kernel';
import type { PlanRoom } from '#plugins/workspaces/contract.ts';
import { clean, cleanIcon } from './clean-text.ts';
import type { App, PublishWitness } from './contract.ts';
import type { AppTables } from './tables.ts';
import { claimTags } from './tag-store.ts';

/** A document as it is stored: the tree without secret values, and those sealed. */
export interface StoredDocument {
  readonly tree: string;
  readonly secrets: string;
}

export type NewApp = Omit<App, 'createdAt' | 'updatedAt'>;

/** A version on its way in. */
export interface NewVersion {
  readonly id: string;
  readonly document: StoredDocument;
  readonly name: string;
  readonly note: string;
  readonly publishedBy: string;
  readonly accountId: string | null;
}

/** Who hears of versions. */
export type Witnesses = Pick<Contributions<PublishWitness>, 'all'>;

/** Before a transaction in which `insertVersion` is called. */
export async function prepareWitnesses(witnesses: Witnesses, workspaceId: string): Promise<void> {
  for (const witness of witnesses.all()) await witness.prepare(workspaceId);
}

export interface StoredVersion extends StoredDocument {
  readonly id: string;
  readonly number: number;
  readonly publishedAt: number;
}

/** Runs `add` where the plan leaves room for one more app; however many try at a time, they wait for each other. */
export async function withinPlan<Result>(
  db: Kysely<AppTables>,
  workspaceId: string,
  room: PlanRoom | null,
  add: (db: Kysely<AppTables>) => Promise<Result>,
): Promise<Result> {
  if (room === null) return add(db);
  return db.transaction().execute(async (transaction) => {
    await claimRoom(transaction, workspaceId, room);
    return add(transaction);
  });
}

/** Waits for those who add apps in other transactions; throws where the plan leaves no room for one more. */
export async function claimRoom(db: Transaction<AppTables>, workspaceId: string, room: PlanRoom): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`apps of ${workspaceId}`}, 0))`.execute(db);
  const used = await countApps(db, workspaceId);
  if (used >= room.limit) throw room.refusal(used);
}

export async function countApps(db: Kysely<AppTables>, workspaceId: string): Promise<number> {
  const { count } = await db
    .selectFrom('apps')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('workspace_id', '=', workspaceId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

/** Adds a version and points the app, whose row is locked, at it. */
export async function insertVersion(
  transaction: Transaction<AppTables>,
  {
    workspaceId,
    appId,
    version,
    witnesses,
  }: {
    readonly workspaceId: string;
    readonly appId: string;
    readonly version: NewVersion;
    readonly witnesses: Witnesses;
  },
): Promise<StoredVersion> {
  const { id, document } = version;
  const last = await transaction
    .selectFrom('app_versions')
    .select(sql<number>`coalesce(max(number), 0)::integer`.as('number'))
    .where('app_id', '=', appId)
    .executeTakeFirstOrThrow();
  const number = last.number + 1;
  const { created_at: publishedAt } = await transaction
    .insertInto('app_versions')
    .values({
      id,
      app_id: appId,
      workspace_id: workspaceId,
      number,
      document: document.tree,
      secrets: document.secrets,
      is_sealed: true,
      name: clean(version.name),
      note: clean(version.note),
      published_by: clean(version.publishedBy),
    })
    .returning('created_at')
    .executeTakeFirstOrThrow();
  await transaction
    .updateTable('apps')
    // A paused app stays paused: publishing is no word to its callers.
    .set({
      published_version_id: id,
      status: sql`case when status = 'paused' then status else 'active' end`,
      updated_at: new Date(currentTime()),
    })
    .where('id', '=', appId)
    .execute();
  const { note, publishedBy, accountId } = version;
  for (const witness of witnesses.all()) {
    await witness.published(transaction, { workspaceId, appId, versionId: id, number, note, publishedBy, accountId });
  }
  return { id, number, publishedAt: publishedAt.getTime(), ...document };
}

export async function insertApp(
  db: Kysely<AppTables>,
  app: NewApp,
  draft: StoredDocument,
  codeKey: string | null = null,
): Promise<void> {
  if (app.tags.length > 0 && !db.isTransaction) {
    return db.transaction().execute((transaction) => insertApp(transaction, app, draft, codeKey));
  }
  await claimTags(db as Transaction<AppTables>, app.workspaceId, app.tags);
  await db
    .insertInto('apps')
    .values({
      id: app.id,
      workspace_id: app.workspaceId,
      name: clean(app.name),
      description: clean(app.description),
      mode: app.mode,
      icon: cleanIcon(app.icon),
      icon_type: clean(app.iconType),
      icon_background: clean(app.iconBackground),
      status: app.status,
      tags: JSON.stringify(app.tags),
      author_name: app.authorName,
      draft: draft.tree,
      draft_secrets: draft.secrets,
      is_sealed: true,
      published_version_id: null,
      deleted_at: null,
      code_key: codeKey,
    })
    .execute();
}
