import { type Kysely, type Selectable, sql } from 'kysely';
import { currentTime, newId } from '#kernel';
import type { Database } from '#plugins/database/contract.ts';
import type { OpenOrder, Subscription, SubscriptionChange, SubscriptionEvent, SubscriptionFacts } from './contract.ts';
import { nextChangeAt, planOf } from './subscription-machine.ts';
import type { BillingTables } from './tables.ts';

type Row = Selectable<BillingTables['subscriptions']>;

interface OrderRow {
  readonly id: string;
  readonly source: string;
  readonly at: Date;
  readonly workspace_id: string;
  readonly provider: string;
  readonly ordered_plan: string;
  readonly plan: string;
  readonly state: string;
}

/** What an event is to change. */
export interface Change {
  readonly workspaceId: string;
  readonly event: SubscriptionEvent;
  readonly source: string;
  /** The plan the workspace is on. */
  readonly plan: string;
  next(current: SubscriptionFacts | null): SubscriptionFacts | null;
}

/** A plan that is to be given to its workspace. */
export interface Unapplied {
  readonly plan: string;
  readonly version: number;
}

/** Subscriptions. Those that are due are found as the system: clocks know no workspaces. */
export class BillingStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async find(workspaceId: string): Promise<Subscription | null> {
    const query = this.#db(workspaceId).selectFrom('subscriptions').selectAll();
    const row = await query.where('workspace_id', '=', workspaceId).executeTakeFirst();
    return row === undefined ? null : toSubscription(row);
  }

  /** Changes of one workspace wait for each other. */
  async change({ workspaceId, event, source, plan, next }: Change): Promise<Subscription | null> {
    return this.#db(workspaceId)
      .transaction()
      .execute(async (db) => {
        await sql`select pg_advisory_xact_lock(hashtextextended(${`subscription of ${workspaceId}`}, 0))`.execute(db);
        const query = db.selectFrom('subscriptions').selectAll().where('workspace_id', '=', workspaceId);
        const row = await query.executeTakeFirst();
        const current = row === undefined ? null : toSubscription(row);
        const answer = event.type === 'synced' ? event.question : (row?.answer ?? 0);
        // Asked before the answer that is there already: it may tell of what was.
        if (event.type === 'synced' && row !== undefined && row.answer > answer) return current;
        const facts = next(current);
        if (facts === null) {
          if (row?.answer === answer) return current;
          await db.updateTable('subscriptions').set({ answer }).where('workspace_id', '=', workspaceId).execute();
          return current;
        }
        const values = { ...columnsOf(facts, row, plan), answer };
        const stored = await db
          .insertInto('subscriptions')
          .values({ workspace_id: workspaceId, applied_plan: null, ...values })
          .onConflict((conflict) => conflict.column('workspace_id').doUpdateSet({ ...values, updated_at: sql`now()` }))
          .returningAll()
          .executeTakeFirstOrThrow();
        const line = { event: event.type, source: source.slice(0, 254), plan: facts.plan, at: new Date(currentTime()) };
        await db
          .insertInto('subscription_changes')
          .values({
            id: newId(),
            workspace_id: workspaceId,
            from_state: current?.state ?? null,
            to_state: facts.state,
            ...line,
          })
          .execute();
        return toSubscription(stored);
      });
  }

  /** null: the workspace is on the plan its subscription means, or that means none. */
  async unapplied(workspaceId: string): Promise<Unapplied | null> {
    const row = await this.#db(workspaceId)
      .selectFrom('subscriptions')
      .select(['effective_plan', 'version'])
      .where('workspace_id', '=', workspaceId)
      .where(sql<boolean>`effective_plan is distinct from applied_plan`)
      .executeTakeFirst();
    return row?.effective_plan == null ? null : { plan: row.effective_plan, version: row.version };
  }

  /** The plan the subscription means, applied or not. */
  async effective(workspaceId: string): Promise<Unapplied | null> {
    const query = this.#db(workspaceId).selectFrom('subscriptions').select(['effective_plan', 'version']);
    const row = await query.where('workspace_id', '=', workspaceId).executeTakeFirst();
    return row?.effective_plan == null ? null : { plan: row.effective_plan, version: row.version };
  }

  /** False: the subscription has changed meanwhile. */
  async applied(workspaceId: string, { plan, version }: Unapplied): Promise<boolean> {
    const query = this.#db(workspaceId).updateTable('subscriptions').set({ applied_plan: plan });
    const result = await query
      .where('workspace_id', '=', workspaceId)
      .where('version', '=', version)
      .executeTakeFirst();
    return result.numUpdatedRows === 1n;
  }

  /** Workspaces whose subscription time changes, or whose plan was not applied. */
  async due(at: Date): Promise<readonly string[]> {
    const { rows } = await sql<{ readonly id: string }>`
      select id from (
        select workspace_id as id, next_change_at from subscriptions where next_change_at <= ${at}
        union
        select workspace_id, next_change_at from subscriptions
        where effective_plan is not null and effective_plan is distinct from applied_plan
      ) due order by next_change_at limit 200`.execute(this.#database.system<BillingTables>());
    return rows.map(({ id }) => id);
  }

  /** System: of all workspaces, for whoever bills them. */
  async orders({ limit, before }: { limit: number; before?: string | undefined }): Promise<OpenOrder[]> {
    const { rows } = await sql<OrderRow>`
      select c.id, c.source, c.at, s.workspace_id, s.provider, s.ordered_plan, s.plan, s.state
      from subscriptions s, lateral (
        select id, source, at from subscription_changes
        where workspace_id = s.workspace_id and event = 'ordered' order by id desc limit 1) c
      where s.ordered_plan is not null ${before === undefined ? sql`` : sql`and c.id < ${before}::uuid`}
      order by c.id desc limit ${limit}`.execute(this.#database.system<BillingTables>());
    return rows.map((row) => ({
      id: row.id,
      workspaceId: row.workspace_id,
      provider: row.provider,
      plan: row.ordered_plan,
      currentPlan: row.state === 'pending' ? null : row.plan,
      by: row.source,
      at: row.at.getTime(),
    }));
  }

  async changes(workspaceId: string, { limit, before }: { limit: number; before?: string | undefined }) {
    let query = this.#db(workspaceId).selectFrom('subscription_changes').selectAll();
    query = query.where('workspace_id', '=', workspaceId);
    if (before !== undefined) query = query.where('id', '<', before);
    const rows = await query.orderBy('id', 'desc').limit(limit).execute();
    return rows.map(
      (row): SubscriptionChange => ({
        id: row.id,
        event: row.event,
        source: row.source,
        fromState: row.from_state,
        toState: row.to_state,
        plan: row.plan,
        at: row.at.getTime(),
      }),
    );
  }

  #db(workspaceId: string): Kysely<BillingTables> {
    return this.#database.workspace<BillingTables>(workspaceId);
  }
}

/** A workspace that comes under a subscription goes back to the plan it had when that ends. */
function columnsOf(facts: SubscriptionFacts, row: Row | undefined, plan: string) {
  const given = planOf(facts);
  const wasGiven = row !== undefined && planOf(toSubscription(row)) !== null;
  const base = row !== undefined && (wasGiven || given === null) ? row.base_plan : plan;
  const date = (at: number | null) => (at === null ? null : new Date(at));
  return {
    provider: facts.provider,
    state: facts.state,
    plan: facts.plan,
    ordered_plan: facts.orderedPlan,
    external_id: facts.externalId,
    period_start: date(facts.periodStart),
    period_end: date(facts.periodEnd),
    trial_end: date(facts.trialEnd),
    grace_until: date(facts.graceUntil),
    cancel_at_period_end: facts.cancelAtPeriodEnd,
    paused_at: date(facts.pausedAt),
    base_plan: base,
    effective_plan: given ?? (wasGiven ? base : (row?.effective_plan ?? null)),
    next_change_at: date(nextChangeAt(facts)),
    version: (row?.version ?? 0) + 1,
  };
}

function toSubscription(row: Row): Subscription {
  return {
    workspaceId: row.workspace_id,
    provider: row.provider,
    state: row.state,
    plan: row.plan,
    orderedPlan: row.ordered_plan,
    externalId: row.external_id,
    periodStart: row.period_start?.getTime() ?? null,
    periodEnd: row.period_end?.getTime() ?? null,
    trialEnd: row.trial_end?.getTime() ?? null,
    graceUntil: row.grace_until?.getTime() ?? null,
    cancelAtPeriodEnd: row.cancel_at_period_end,
    pausedAt: row.paused_at?.getTime() ?? null,
    updatedAt: row.updated_at.getTime(),
  };
}
