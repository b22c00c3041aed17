import { type Kysely, sql } from 'kysely';
import { PlatformError } from '#kernel';
import { type Database, few, type OpenTransaction } from '#plugins/database/contract.ts';
import type { FormTables } from './tables.ts';

/** An e-mail that is to go out. */
export interface NewEmail {
  readonly id: string;
  readonly workspaceId: string;
  readonly appId: string;
  readonly runId: string;
  readonly formId: string;
  readonly receiver: string;
  readonly subject: string;
  /** The text between the places of the link. */
  readonly body: readonly string[];
  readonly tokenHash: string;
  readonly tokenSealed: string;
}

/** An e-mail that was not sent yet. */
export type WaitingEmail = Pick<NewEmail, 'id' | 'receiver' | 'subject' | 'body' | 'tokenSealed'>;

/** Whose form an e-mail's token opens. */
export interface EmailKey {
  readonly workspaceId: string;
  readonly formId: string;
  readonly receiver: string;
}

/** The table of e-mails. */
export class EmailOutbox {
  readonly #database: Database;
  readonly #perHour: number;

  /** `perHour`: e-mails of one workspace within an hour; 0: any number. */
  constructor(database: Database, perHour: number) {
    this.#database = database;
    this.#perHour = perHour;
  }

  /** In the transaction that opens their form. Throws `human-input.too_many_letters` (limited). */
  async insert(transaction: OpenTransaction, emails: readonly NewEmail[]): Promise<void> {
    const [first] = emails;
    if (first !== undefined && this.#perHour > 0)
      await this.#requireRoom(transaction, first.workspaceId, emails.length);
    const rows = emails.map(({ body, ...email }) => ({ ...email, body: JSON.stringify(body) }));
    const query = sql`
      insert into human_input_letters (id, workspace_id, app_id, run_id, form_id, receiver, subject, body, token_hash, token_sealed)
      select id, "workspaceId", "appId", "runId", "formId", receiver, subject, body::json, "tokenHash", "tokenSealed"
      from json_to_recordset(${JSON.stringify(rows)}::json) as r(id uuid, "workspaceId" uuid, "appId" uuid, "runId" uuid,
        "formId" uuid, receiver text, subject text, body text, "tokenHash" text, "tokenSealed" text)`;
    await query.execute(transaction);
  }

  /** Counted and written under one lock of the workspace. */
  async #requireRoom(transaction: OpenTransaction, workspaceId: string, more: number): Promise<void> {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`letters of ${workspaceId}`}, 0))`.execute(transaction);
    const { rows } = await sql<{ count: number; left: number }>`
      select count(*)::integer as count,
        ceil(extract(epoch from coalesce(min(created_at), now()) + interval '1 hour' - now()))::integer as left
      from human_input_letters
      where workspace_id = ${workspaceId}::uuid and created_at > now() - interval '1 hour'`.execute(transaction);
    const { count = 0, left = 0 } = rows[0] ?? {};
    if (count + more <= this.#perHour) return;
    const message = `The forms of this workspace have sent ${count} e-mails within an hour, and may send ${this.#perHour} (WEFT_FORM_LETTERS); these would be ${more} more.`;
    throw new PlatformError('limited', 'human-input.too_many_letters', message, { retryAfter: Math.max(1, left) });
  }

  /** Of a form that still waits for an answer. */
  async waiting(workspaceId: string, formId: string): Promise<readonly WaitingEmail[]> {
    const { rows } = await sql<WaitingEmail>`
      select l.id, l.receiver, l.subject, l.body, l.token_sealed as "tokenSealed"
      from human_input_letters l join human_input_forms f on f.id = l.form_id
      where ${few('l.form_id', formId)} and l.workspace_id = ${workspaceId}::uuid and l.sent_at is null
        and f.status = 'open' and f.expires_at > now()
      order by l.id`.execute(this.#db(workspaceId));
    return rows;
  }

  async noteSent(workspaceId: string, id: string): Promise<void> {
    await this.#db(workspaceId)
      .updateTable('human_input_letters')
      .set({ sent_at: sql<Date>`now()` })
      .where('id', '=', id)
      .execute();
  }

  /** Of any workspace that is open and app that is there, so as the system: a token in a link tells nothing but itself. */
  async byToken(hash: string): Promise<EmailKey | null> {
    const { rows } = await sql<EmailKey>`
      select workspace_id as "workspaceId", form_id as "formId", receiver from human_input_letters
      where token_hash = ${hash} and workspace_id not in (select id from workspaces where deleted_at is not null)
        and not exists (select from apps where apps.id = app_id and deleted_at is not null)`.execute(
      this.#database.system<never>(),
    );
    return rows[0] ?? null;
  }

  #db(workspaceId: string): Kysely<FormTables> {
    return this.#database.workspace<FormTables>(workspaceId);
  }
}
