import { type Kysely, sql } from 'kysely';
import type { Database } from '#plugins/database/contract.ts';
import { clean, cleanJson } from './clean-text.ts';
import type { ConversationOwner, ConversationVariable, KeptVariable } from './contract.ts';
import type { ConversationTables } from './tables.ts';

/** What callers change of conversations; workspace role. */
export class ChangeStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  rename(
    owner: ConversationOwner,
    id: string,
    name: string,
    { was }: { readonly was?: string } = {},
  ): Promise<boolean> {
    return this.#change(owner, id, { name: clean(name) }, was);
  }

  pin(owner: ConversationOwner, id: string, pinned: boolean): Promise<boolean> {
    return this.#change(owner, id, { pinned });
  }

  archive(owner: ConversationOwner, id: string, archived: boolean): Promise<boolean> {
    return this.#change(owner, id, { archived });
  }

  remove(owner: ConversationOwner, id: string): Promise<boolean> {
    return this.#change(owner, id, { deleted_at: sql<Date>`now()` });
  }

  async setVariable(
    workspaceId: string,
    conversationId: string,
    { name, valueType, value }: ConversationVariable,
  ): Promise<KeptVariable> {
    const { rows } = await sql<{ value: string; created_at: Date; updated_at: Date }>`
      insert into conversation_variables (conversation_id, name, workspace_id, value_type, value)
      values (${conversationId}, ${name}, ${workspaceId}, ${valueType}, ${cleanJson(value)}::json)
      on conflict (conversation_id, name) do update set
        value_type = excluded.value_type, value = excluded.value, updated_at = now()
      returning value::text as value, created_at, updated_at`.execute(this.#db(workspaceId));
    const [row] = rows;
    const [createdAt, updatedAt] = [row?.created_at.getTime() ?? 0, row?.updated_at.getTime() ?? 0];
    return { name, valueType, value: row?.value ?? value, createdAt, updatedAt };
  }

  async #change(
    owner: ConversationOwner,
    id: string,
    values:
      | { readonly name: string }
      | { readonly pinned: boolean }
      | { readonly archived: boolean }
      | { readonly deleted_at: ReturnType<typeof sql<Date>> },
    was?: string,
  ): Promise<boolean> {
    const change = this.#db(owner.workspaceId)
      .updateTable('conversations')
      .set(values)
      .where('id', '=', id)
      .where('app_id', '=', owner.appId)
      .where('end_user_id', '=', owner.endUserId)
      .where('deleted_at', 'is', null);
    const result = await (was === undefined ? change : change.where('name', '=', clean(was))).executeTakeFirst();
    return result.numUpdatedRows > 0n;
  }

  #db(workspaceId: string): Kysely<ConversationTables> {
    return this.#database.workspace<ConversationTables>(workspaceId);
  }
}
