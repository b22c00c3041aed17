import { sql } from 'kysely';
import type { Database } from '#plugins/database/contract.ts';
import type { StripeTables } from './tables.ts';

/** Customers and events. An event names a customer only, so its workspace is found as the system. */
export class StripeStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async customerOf(workspaceId: string): Promise<string | null> {
    const query = this.#database.workspace<StripeTables>(workspaceId).selectFrom('stripe_customers');
    const row = await query.select('customer_id').where('workspace_id', '=', workspaceId).executeTakeFirst();
    return row?.customer_id ?? null;
  }

  /** A number for a question to Stripe, higher than those of all questions before, of whatever process. */
  async question(workspaceId: string): Promise<{ readonly customer: string; readonly question: number } | null> {
    const query = this.#database.workspace<StripeTables>(workspaceId).updateTable('stripe_customers');
    const row = await query
      .set({ questions: sql<number>`questions + 1` })
      .where('workspace_id', '=', workspaceId)
      .returning(['customer_id', 'questions'])
      .executeTakeFirst();
    return row === undefined ? null : { customer: row.customer_id, question: row.questions };
  }

  /** The first one stays, should two have been made at a time. */
  async keepCustomer(workspaceId: string, customerId: string): Promise<string> {
    await this.#database
      .workspace<StripeTables>(workspaceId)
      .insertInto('stripe_customers')
      .values({ workspace_id: workspaceId, customer_id: customerId, ordering_until: null })
      .onConflict((conflict) => conflict.column('workspace_id').doNothing())
      .execute();
    return (await this.customerOf(workspaceId)) ?? customerId;
  }

  /** Whether the caller may order for the workspace: nobody else may until they are done, or for the time a dead one would need. */
  async beginOrder(workspaceId: string): Promise<boolean> {
    const query = this.#database.workspace<StripeTables>(workspaceId).updateTable('stripe_customers');
    const row = await query
      .set({ ordering_until: sql<Date>`now() + interval '3 minutes'` })
      .where('workspace_id', '=', workspaceId)
      .where(sql<boolean>`coalesce(ordering_until < now(), true)`)
      .returning('workspace_id')
      .executeTakeFirst();
    return row !== undefined;
  }

  async endOrder(workspaceId: string): Promise<void> {
    const query = this.#database.workspace<StripeTables>(workspaceId).updateTable('stripe_customers');
    await query.set({ ordering_until: null }).where('workspace_id', '=', workspaceId).execute();
  }

  async workspaceOf(customerId: string): Promise<string | null> {
    const query = this.#database.system<StripeTables>().selectFrom('stripe_customers');
    const row = await query.select('workspace_id').where('customer_id', '=', customerId).executeTakeFirst();
    return row?.workspace_id ?? null;
  }

  async isKnown(eventId: string): Promise<boolean> {
    const query = this.#database.system<StripeTables>().selectFrom('stripe_events').select('id');
    return (await query.where('id', '=', eventId).executeTakeFirst()) !== undefined;
  }

  /** Events of three months ago are forgotten: Stripe sends none for longer than days, and none passes the tolerance. */
  async noteEvent(eventId: string): Promise<void> {
    const db = this.#database.system<StripeTables>();
    await db
      .insertInto('stripe_events')
      .values({ id: eventId })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const old = sql<Date>`now() - interval '90 days'`;
    await db.deleteFrom('stripe_events').where('received_at', '<', old).execute();
  }
}
