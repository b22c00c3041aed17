import { type Kysely, type Selectable, sql, type Updateable } from 'kysely';
import { currentTime, newId } from '#kernel';
import { type Database, inIndexOrder, type OpenTransaction, only } from '#plugins/database/contract.ts';
import type { DeliveryQuery, EndpointName, EndpointSettings, WebhookDelivery, WebhookEndpoint } from './contract.ts';
import type { WebhookTables } from './tables.ts';

/** What a message is made of, for each endpoint that is to be told. */
export interface NewDelivery {
  readonly runId: string | null;
  readonly type: string;
  readonly occurredAt: Date;
  readonly body: string;
}

/** A delivery with what it takes to send it. */
export interface Outgoing {
  readonly id: string;
  readonly appId: string;
  readonly endpointId: string;
  readonly url: string;
  readonly enabled: boolean;
  readonly type: string;
  readonly body: string;
  readonly attempts: number;
  /** Sealed; the second one is the one before the last rotation, as long as it counts. */
  readonly secrets: readonly string[];
}

/** What became of an attempt. */
export interface Outcome {
  readonly status: WebhookDelivery['status'];
  readonly lastStatus: number | null;
  readonly lastError: string | null;
}

const KEPT_DAYS = 30;
const OLD_SECRET_HOURS = 24;

type EndpointRow = Selectable<WebhookTables['webhook_endpoints']>;
type DeliveryRow = Omit<Selectable<WebhookTables['webhook_deliveries']>, 'body' | 'workspace_id' | 'occurred_at'>;

const deliveryColumns = [
  'id',
  'app_id',
  'endpoint_id',
  'run_id',
  'type',
  'status',
  'attempts',
  'last_status',
  'last_error',
  'created_at',
  'last_attempt_at',
] as const;

/** Endpoints and deliveries, of one workspace at a time. */
export class WebhookStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** System: which apps have somebody to tell, and what; of all workspaces, for runs end in all of them. */
  async interests(): Promise<readonly { readonly appId: string; readonly events: readonly string[] }[]> {
    const rows = await this.#database
      .system<WebhookTables>()
      .selectFrom('webhook_endpoints')
      .select(['app_id', 'events'])
      .where('enabled', '=', true)
      .execute();
    return rows.map((row) => ({ appId: row.app_id, events: row.events }));
  }

  async list(workspaceId: string, appId: string): Promise<WebhookEndpoint[]> {
    const rows = await this.#db(workspaceId)
      .selectFrom('webhook_endpoints')
      .selectAll()
      .where('app_id', '=', appId)
      .orderBy('id')
      .execute();
    return rows.map(toEndpoint);
  }

  /** Null: the app has as many as it may. Two who add at the same time are counted one after the other. */
  async add(
    name: Omit<EndpointName, 'endpointId'>,
    given: EndpointSettings & { readonly sealedSecret: string; readonly most: number },
  ): Promise<WebhookEndpoint | null> {
    const { workspaceId, appId } = name;
    return this.#db(workspaceId)
      .transaction()
      .execute(async (transaction) => {
        await sql`select pg_advisory_xact_lock(hashtext(${`webhooks ${appId}`}))`.execute(transaction);
        const { count } = await transaction
          .selectFrom('webhook_endpoints')
          .select((select) => select.fn.countAll<number>().as('count'))
          .where('app_id', '=', appId)
          .executeTakeFirstOrThrow();
        if (count >= given.most) return null;
        const row = await transaction
          .insertInto('webhook_endpoints')
          .values({
            id: newId(),
            workspace_id: workspaceId,
            app_id: appId,
            url: given.url,
            events: [...given.events],
            enabled: given.enabled,
            sealed_secret: given.sealedSecret,
          })
          .returningAll()
          .executeTakeFirstOrThrow();
        return toEndpoint(row);
      });
  }

  async change(name: EndpointName, changes: Partial<EndpointSettings>): Promise<WebhookEndpoint | null> {
    const { url, events, enabled } = changes;
    return this.#update(name, {
      ...(url !== undefined && { url }),
      ...(events !== undefined && { events: [...events] }),
      ...(enabled !== undefined && { enabled, disabled_reason: null }),
    });
  }

  async rotate(name: EndpointName, sealedSecret: string): Promise<WebhookEndpoint | null> {
    const row = await this.#db(name.workspaceId)
      .updateTable('webhook_endpoints')
      .set({
        previous_secret: sql`sealed_secret`,
        previous_until: sql`now() + make_interval(hours => ${OLD_SECRET_HOURS})`,
        sealed_secret: sealedSecret,
        updated_at: new Date(currentTime()),
      })
      .where('id', '=', name.endpointId)
      .where('app_id', '=', name.appId)
      .returningAll()
      .executeTakeFirst();
    return row === undefined ? null : toEndpoint(row);
  }

  async disable(name: EndpointName, reason: string): Promise<void> {
    await this.#update(name, { enabled: false, disabled_reason: reason });
  }

  async remove({ workspaceId, appId, endpointId }: EndpointName): Promise<boolean> {
    const row = await this.#db(workspaceId)
      .deleteFrom('webhook_endpoints')
      .where('id', '=', endpointId)
      .where('app_id', '=', appId)
      .returning('id')
      .executeTakeFirst();
    return row !== undefined;
  }

  /**
   * One delivery for each endpoint that wants the event, or for the one named. `added` becomes durable with them; told
   * again of the same event, nothing is added.
   */
  async addDeliveries(
    to: { readonly workspaceId: string; readonly appId: string; readonly endpointId?: string },
    delivery: NewDelivery,
    added: (id: string, within: OpenTransaction) => Promise<void>,
  ): Promise<WebhookDelivery[]> {
    const { workspaceId, appId, endpointId } = to;
    return this.#db(workspaceId)
      .transaction()
      .execute(async (transaction) => {
        const endpoints = await transaction
          .selectFrom('webhook_endpoints')
          .select('id')
          .where('app_id', '=', appId)
          .where((where) =>
            endpointId === undefined
              ? where.and([where('enabled', '=', true), sql<boolean>`${delivery.type} = any(events)`])
              : where('id', '=', endpointId),
          )
          .execute();
        const rows = await Promise.all(
          endpoints.map(({ id }) => insertDelivery(transaction, { workspaceId, appId, endpointId: id }, delivery)),
        );
        const deliveries = rows.flatMap((row) => (row === undefined ? [] : [toDelivery(row)]));
        for (const { id } of deliveries) await added(id, transaction);
        return deliveries;
      });
  }

  async outgoing(workspaceId: string, id: string): Promise<Outgoing | null> {
    const row = await this.#db(workspaceId)
      .selectFrom('webhook_deliveries as d')
      .innerJoin('webhook_endpoints as e', 'e.id', 'd.endpoint_id')
      .select(['d.id', 'd.app_id', 'd.endpoint_id', 'd.type', 'd.body', 'd.attempts', 'e.url', 'e.enabled'])
      .select(['e.sealed_secret', 'e.previous_secret', 'e.previous_until'])
      .where('d.id', '=', id)
      .where('d.status', '=', 'pending')
      .executeTakeFirst();
    if (row === undefined) return null;
    const isOldGood = row.previous_secret !== null && (row.previous_until?.getTime() ?? 0) > currentTime();
    return {
      id: row.id,
      appId: row.app_id,
      endpointId: row.endpoint_id,
      url: row.url,
      enabled: row.enabled,
      type: row.type,
      body: row.body,
      attempts: row.attempts,
      secrets: [row.sealed_secret, ...(isOldGood && row.previous_secret !== null ? [row.previous_secret] : [])],
    };
  }

  async attempted(workspaceId: string, id: string, { status, lastStatus, lastError }: Outcome): Promise<void> {
    await this.#db(workspaceId)
      .updateTable('webhook_deliveries')
      .set({
        status,
        last_status: lastStatus,
        last_error: lastError,
        attempts: sql`attempts + 1`,
        last_attempt_at: new Date(currentTime()),
      })
      .where('id', '=', id)
      .execute();
  }

  async deliveries(
    workspaceId: string,
    appId: string,
    { endpointId, status, limit, before }: DeliveryQuery,
  ): Promise<WebhookDelivery[]> {
    const found = await inIndexOrder(this.#db(workspaceId), (db) => {
      let query = db.selectFrom('webhook_deliveries').select(deliveryColumns).where(only('app_id', appId));
      if (endpointId !== undefined) query = query.where('endpoint_id', '=', endpointId);
      if (status !== undefined) query = query.where('status', '=', status);
      if (before !== undefined) query = query.where('id', '<', before);
      return query.orderBy('id', 'desc').limit(limit).execute();
    });
    return found.map(toDelivery);
  }

  /** Null: there is no such delivery. `added` becomes durable with it. */
  async redeliver(
    to: { readonly workspaceId: string; readonly appId: string; readonly deliveryId: string },
    added: (within: OpenTransaction) => Promise<void>,
  ): Promise<WebhookDelivery | null> {
    return this.#db(to.workspaceId)
      .transaction()
      .execute(async (transaction) => {
        const row = await transaction
          .updateTable('webhook_deliveries')
          .set({ status: 'pending', attempts: 0 })
          .where('id', '=', to.deliveryId)
          .where('app_id', '=', to.appId)
          .returning(deliveryColumns)
          .executeTakeFirst();
        if (row === undefined) return null;
        await added(transaction);
        return toDelivery(row);
      });
  }

  /** System: old ones of all workspaces go, some at a time. True: there may be more. */
  async removeOld(): Promise<boolean> {
    const { rows } = await sql`
      delete from webhook_deliveries where id in (
        select id from webhook_deliveries where created_at < now() - make_interval(days => ${KEPT_DAYS}) limit 1000
      ) returning id`.execute(this.#database.system<WebhookTables>());
    return rows.length === 1_000;
  }

  async #update(
    { workspaceId, appId, endpointId }: EndpointName,
    changes: Updateable<WebhookTables['webhook_endpoints']>,
  ): Promise<WebhookEndpoint | null> {
    const row = await this.#db(workspaceId)
      .updateTable('webhook_endpoints')
      .set({ ...changes, updated_at: new Date(currentTime()) })
      .where('id', '=', endpointId)
      .where('app_id', '=', appId)
      .returningAll()
      .executeTakeFirst();
    return row === undefined ? null : toEndpoint(row);
  }

  #db(workspaceId: string): Kysely<WebhookTables> {
    return this.#database.workspace<WebhookTables>(workspaceId);
  }
}

function insertDelivery(
  transaction: Kysely<WebhookTables>,
  { workspaceId, appId, endpointId }: EndpointName,
  { runId, type, occurredAt, body }: NewDelivery,
): Promise<DeliveryRow | undefined> {
  const names = { id: newId(), workspace_id: workspaceId, app_id: appId, endpoint_id: endpointId, run_id: runId };
  return transaction
    .insertInto('webhook_deliveries')
    .values({ ...names, type, occurred_at: occurredAt, body })
    .onConflict((conflict) => conflict.doNothing())
    .returning(deliveryColumns)
    .executeTakeFirst();
}

function toEndpoint(row: EndpointRow): WebhookEndpoint {
  return {
    id: row.id,
    appId: row.app_id,
    url: row.url,
    events: row.events as WebhookEndpoint['events'],
    enabled: row.enabled,
    disabledReason: row.disabled_reason,
    createdAt: row.created_at.getTime(),
  };
}

function toDelivery(row: DeliveryRow): WebhookDelivery {
  return {
    id: row.id,
    endpointId: row.endpoint_id,
    runId: row.run_id,
    type: row.type,
    status: row.status,
    attempts: row.attempts,
    lastStatus: row.last_status,
    lastError: row.last_error,
    createdAt: row.created_at.getTime(),
    lastAttemptAt: row.last_attempt_at?.getTime() ?? null,
  };
}
