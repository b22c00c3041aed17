import { type Kysely, type Selectable, sql, type Updateable } from 'kysely';
import { currentTime, newId } from '#kernel';
import { type Database, inIndexOrder, only } from '#plugins/database/contract.ts';
import type { Firing, FiringStatus, Trigger, TriggerName } from './contract.ts';
import type { TriggerDefinition } from './definitions.ts';
import type { StoredSignature, TriggerTables } from './tables.ts';

export type TriggerRow = Selectable<TriggerTables['triggers']>;
export type FiringRow = Selectable<TriggerTables['trigger_firings']>;

/** What `sync` brings the triggers of an app in line with. */
export interface SyncedApp {
  readonly versionId: string | null;
  readonly definitions: readonly TriggerDefinition[];
  /** The next time of a schedule after it fired last, or after now. */
  next(schedule: { readonly cron: string; readonly timezone: string }, lastDue: Date | null): Date | null;
  /** What an address of a webhook is made of. */
  newToken(): { readonly hash: string; readonly sealed: string };
  readonly now: Date;
}

/** Triggers whose nodes are gone stay this long, should a version with them come back. */
const ABSENT_DAYS = 30;
const OLD_SECRET_HOURS = 24;
const NIL = '00000000-0000-0000-0000-000000000000';
/** Newest occasions among which failures are counted. */
const COUNTED = 100;

/** Triggers and what became of their occasions, of one workspace at a time. */
export class TriggerStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** System: apps whose triggers are of another version than the one that is called, or not of what they are by now. */
  async stale(
    limit: number,
    after?: string,
  ): Promise<readonly { readonly workspaceId: string; readonly appId: string }[]> {
    const { rows } = await sql<{ workspaceId: string; appId: string }>`
      select a.workspace_id as "workspaceId", a.id as "appId" from apps a left join trigger_apps t on t.app_id = a.id
      where a.mode = 'workflow' and a.published_version_id is not null and a.id > coalesce(${after ?? null}::uuid, ${NIL}::uuid)
        and (t.version_id is distinct from a.published_version_id
          or t.is_live is distinct from (a.status = 'active' and a.deleted_at is null))
      order by a.id limit ${limit}`.execute(this.#database.system<TriggerTables>());
    return rows;
  }

  /** False: the app is at another version by now, which is to be read first. */
  async sync({ workspaceId, appId }: Omit<TriggerName, 'triggerId'>, synced: SyncedApp): Promise<boolean> {
    const { versionId, definitions, now } = synced;
    return this.#db(workspaceId)
      .transaction()
      .execute(async (db) => {
        const app = await db
          .selectFrom('apps')
          .select(['published_version_id', 'status', 'deleted_at'])
          .where('id', '=', appId)
          .forUpdate()
          .executeTakeFirst();
        if (app === undefined) return true;
        if (app.published_version_id !== versionId) return false;
        const isLive = app.status === 'active' && app.deleted_at === null;
        const known = await db.selectFrom('triggers').selectAll().where('app_id', '=', appId).forUpdate().execute();
        for (const definition of definitions) {
          const { nodeId, kind, title, schedule } = definition;
          const row = known.find((item) => item.node_id === nodeId && item.kind === kind);
          const cron = schedule?.cron ?? null;
          const timezone = schedule?.timezone ?? null;
          const fires = isLive && (row?.enabled ?? true) && schedule !== null;
          const isSame = row?.next_at != null && row.cron === cron && row.timezone === timezone;
          const nextAt = fires ? (isSame ? row.next_at : synced.next(schedule, row?.last_due_at ?? null)) : null;
          const values = { title, cron, timezone, next_at: nextAt, absent_since: null, updated_at: now };
          if (row !== undefined) await db.updateTable('triggers').set(values).where('id', '=', row.id).execute();
          else {
            const token = kind === 'webhook' ? synced.newToken() : null;
            const names = { id: newId(), workspace_id: workspaceId, app_id: appId, node_id: nodeId, kind };
            // A node of this id that was another kind of trigger before gives way.
            await db.deleteFrom('triggers').where('app_id', '=', appId).where('node_id', '=', nodeId).execute();
            await db
              .insertInto('triggers')
              .values({
                ...names,
                ...values,
                last_due_at: null,
                token_hash: token?.hash ?? null,
                sealed_token: token?.sealed ?? null,
              })
              .execute();
          }
        }
        const present = definitions.map(({ nodeId }) => nodeId);
        await sql`
          update triggers set absent_since = coalesce(absent_since, ${now}), next_at = null
          where app_id = ${appId}::uuid and node_id <> all(${present}::text[])`.execute(db);
        await sql`
          delete from triggers where app_id = ${appId}::uuid
            and absent_since < ${now}::timestamptz - make_interval(days => ${ABSENT_DAYS})`.execute(db);
        await sql`
          insert into trigger_apps (app_id, workspace_id, version_id, is_live)
          values (${appId}, ${workspaceId}, ${versionId}, ${isLive})
          on conflict (app_id) do update set version_id = excluded.version_id, is_live = excluded.is_live`.execute(db);
        return true;
      });
  }

  /** Of an app that was deleted: nothing fires, and all is kept. */
  async stop(workspaceId: string, appId: string): Promise<void> {
    const db = this.#db(workspaceId);
    await db.updateTable('triggers').set({ next_at: null }).where('app_id', '=', appId).execute();
    await db.updateTable('trigger_apps').set({ is_live: false }).where('app_id', '=', appId).execute();
  }

  /** Of an app, or of all; only those of versions that are called. */
  async list(
    workspaceId: string,
    { appId, limit, before }: { readonly appId?: string; readonly limit: number; readonly before?: string | undefined },
  ): Promise<readonly (TriggerRow & { readonly app_name: string; readonly app_status: string })[]> {
    let query = this.#db(workspaceId)
      .selectFrom('triggers as t')
      .innerJoin('apps as a', 'a.id', 't.app_id')
      .selectAll('t')
      .select(['a.name as app_name', 'a.status as app_status'])
      .where('t.workspace_id', '=', workspaceId)
      .where('t.absent_since', 'is', null)
      .where('a.deleted_at', 'is', null);
    if (appId !== undefined) query = query.where('t.app_id', '=', appId);
    if (before !== undefined) query = query.where('t.id', '<', before);
    return query.orderBy('t.id', 'desc').limit(limit).execute();
  }

  /** The newest occasion of each, and how many of its last ones failed. */
  async standing(
    workspaceId: string,
    triggerIds: readonly string[],
  ): Promise<ReadonlyMap<string, { readonly last: Firing; readonly failures: number }>> {
    if (triggerIds.length === 0) return new Map();
    const { rows } = await sql<FiringRow & { failures: number }>`
      select l.*, (
          select count(*)::integer from (
            select f.status from trigger_firings f where f.trigger_id = wanted.id order by f.id desc limit ${COUNTED}
          ) n where n.status in ('failed', 'refused')
        ) as failures
      from unnest(${[...triggerIds]}::uuid[]) wanted (id), lateral (
        select * from trigger_firings f where f.trigger_id = wanted.id order by f.id desc limit 1
      ) l`.execute(this.#db(workspaceId));
    return new Map(rows.map((row) => [row.trigger_id, { last: toFiring(row), failures: row.failures }]));
  }

  async get({ workspaceId, appId, triggerId }: TriggerName): Promise<TriggerRow | null> {
    const query = this.#db(workspaceId).selectFrom('triggers').selectAll().where('id', '=', triggerId);
    return (await query.where('app_id', '=', appId).where('absent_since', 'is', null).executeTakeFirst()) ?? null;
  }

  /** System: an address leads to its workspace, so the workspace can't be known before. Of apps that are there. */
  async byToken(hash: string): Promise<TriggerRow | null> {
    const row = await this.#database
      .system<TriggerTables>()
      .selectFrom('triggers as t')
      .innerJoin('apps as a', 'a.id', 't.app_id')
      .selectAll('t')
      .where('t.token_hash', '=', hash)
      .where('t.absent_since', 'is', null)
      .where('a.deleted_at', 'is', null)
      .executeTakeFirst();
    return row ?? null;
  }

  async setEnabled(name: TriggerName, enabled: boolean, nextAt: Date | null): Promise<boolean> {
    return this.#update(name, { enabled, next_at: nextAt });
  }

  async setToken(name: TriggerName, token: { readonly hash: string; readonly sealed: string }): Promise<boolean> {
    return this.#update(name, { token_hash: token.hash, sealed_token: token.sealed });
  }

  /** `sealedSecret` null: from now on nothing is signed. */
  async setSignature(
    name: TriggerName,
    {
      signature,
      sealedSecret,
      revoke,
    }: {
      readonly signature: StoredSignature | null;
      readonly sealedSecret: string | null;
      readonly revoke: boolean;
    },
  ): Promise<boolean> {
    const old = revoke || sealedSecret === null;
    return this.#update(name, {
      signature: signature === null ? null : (sql`${JSON.stringify(signature)}::json` as never),
      previous_secret: old ? null : (sql`sealed_secret` as never),
      previous_until: old ? null : (sql`now() + make_interval(hours => ${OLD_SECRET_HOURS})` as never),
      sealed_secret: sealedSecret,
    });
  }

  /** System: refused calls of webhooks, which are counted in memory first. */
  async noteRefusals(
    refusals: readonly { readonly id: string; readonly count: number; readonly reason: string; readonly at: Date }[],
  ): Promise<void> {
    await sql`
      update triggers t set refused = t.refused + r.count, last_refusal = r.reason, last_refused_at = r.at
      from json_to_recordset(${JSON.stringify(refusals)}::json) as r(id uuid, count integer, reason text, at timestamptz)
      where t.id = r.id`.execute(this.#database.system<TriggerTables>());
  }

  async firing(workspaceId: string, id: string): Promise<FiringRow | null> {
    const query = this.#db(workspaceId).selectFrom('trigger_firings').selectAll().where('id', '=', id);
    return (await query.executeTakeFirst()) ?? null;
  }

  /** Whether a delivery was taken before. */
  async hasFiring(workspaceId: string, triggerId: string, key: string): Promise<boolean> {
    const query = this.#db(workspaceId).selectFrom('trigger_firings').select('id').where('trigger_id', '=', triggerId);
    return (await query.where('key', '=', key).executeTakeFirst()) !== undefined;
  }

  async firings(
    { workspaceId, triggerId }: TriggerName,
    {
      limit,
      status,
      before,
    }: {
      readonly limit: number;
      readonly status?: FiringStatus | undefined;
      readonly before?: string | undefined;
    },
  ): Promise<readonly Firing[]> {
    const rows = await inIndexOrder(this.#db(workspaceId), (db) => {
      let query = db.selectFrom('trigger_firings').selectAll().where(only('trigger_id', triggerId));
      if (status !== undefined) query = query.where('status', '=', status);
      if (before !== undefined) query = query.where('id', '<', before);
      return query.orderBy('id', 'desc').limit(limit).execute();
    });
    return rows.map(toFiring);
  }

  async #update(
    { workspaceId, appId, triggerId }: TriggerName,
    changes: Updateable<TriggerTables['triggers']>,
  ): Promise<boolean> {
    const row = await this.#db(workspaceId)
      .updateTable('triggers')
      .set({ ...changes, updated_at: new Date(currentTime()) })
      .where('id', '=', triggerId)
      .where('app_id', '=', appId)
      .returning('id')
      .executeTakeFirst();
    return row !== undefined;
  }

  #db(workspaceId: string): Kysely<TriggerTables> {
    return this.#database.workspace<TriggerTables>(workspaceId);
  }
}

export function toFiring(row: FiringRow): Firing {
  return {
    id: row.id,
    triggerId: row.trigger_id,
    source: row.source,
    dueAt: row.due_at.getTime(),
    status: row.status as FiringStatus,
    runId: row.run_id,
    error: row.error,
    finishedAt: row.finished_at?.getTime() ?? null,
  };
}

/** Which part of `Trigger` a row tells by itself. */
export function toTrigger(row: TriggerRow & { readonly app_name: string; readonly app_status: string }) {
  const isAppPaused = row.app_status !== 'active';
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    appId: row.app_id,
    appName: row.app_name,
    nodeId: row.node_id,
    title: row.title,
    kind: row.kind,
    enabled: row.enabled,
    pausedBy: isAppPaused ? 'app' : row.enabled ? null : 'trigger',
    cron: row.cron,
    timezone: row.timezone,
    nextAt: row.next_at?.getTime() ?? null,
    missed: Number(row.missed),
    signature: row.signature,
    refused: Number(row.refused),
    lastRefusal: row.last_refusal,
    lastRefusedAt: row.last_refused_at?.getTime() ?? null,
  } satisfies Omit<Trigger, 'last' | 'failures' | 'path'>;
}
