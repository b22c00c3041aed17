import { type Kysely, sql } from 'kysely';
import type { Database, OpenTransaction } from '../database/contract.ts';
import type { FormTables } from './tables.ts';

/** A letter that is to go out. */
export interface NewLetter {
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

/** A letter that was not sent yet. */
export type WaitingLetter = Pick<NewLetter, 'id' | 'receiver' | 'subject' | 'body' | 'tokenSealed'>;

/** Whose form a letter's token opens. */
export interface LetterKey {
  readonly workspaceId: string;
  readonly formId: string;
  readonly receiver: string;
}

/** The table of letters. */
export class LetterStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** In the transaction that opens their form. */
  async insert(transaction: OpenTransaction, letters: readonly NewLetter[]): Promise<void> {
    const rows = letters.map(({ body, ...letter }) => ({ ...letter, body: JSON.stringify(body) }));
    const query = sql`
      insert into human_input_letters (id, workspace_id, app_id, run_id, form_id, receiver, subject, body, token_hash, token_sealed)
      select id, "workspaceId", "appId", "runId", "formId", receiver, subject, body::json, "tokenHash", "tokenSealed"
      from json_to_recordset(${JSON.stringify(rows)}::json) as r(id uuid, "workspaceId" uuid, "appId" uuid, "runId" uuid,
        "formId" uuid, receiver text, subject text, body text, "tokenHash" text, "tokenSealed" text)`;
    await query.execute(transaction);
  }

  /** Of a form that still waits for an answer. */
  async waiting(workspaceId: string, formId: string): Promise<readonly WaitingLetter[]> {
    const { rows } = await sql<WaitingLetter>`
      select l.id, l.receiver, l.subject, l.body, l.token_sealed as "tokenSealed"
      from human_input_letters l join human_input_forms f on f.id = l.form_id
      where l.form_id = ${formId}::uuid and l.workspace_id = ${workspaceId}::uuid and l.sent_at is null
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

  /** Of any workspace that is open, so as the system: a token in a link tells nothing but itself. */
  async byToken(hash: string): Promise<LetterKey | null> {
    const { rows } = await sql<LetterKey>`
      select workspace_id as "workspaceId", form_id as "formId", receiver from human_input_letters
      where token_hash = ${hash} and workspace_id not in (select id from workspaces where deleted_at is not null)`.execute(
      this.#database.system<never>(),
    );
    return rows[0] ?? null;
  }

  #db(workspaceId: string): Kysely<FormTables> {
    return this.#database.workspace<FormTables>(workspaceId);
  }
}
