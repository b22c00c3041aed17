import { sql } from 'kysely';
import type { Database, Notifications } from '#plugins/database/contract.ts';
import type { Erased, PersonalDataOwner } from '#plugins/erasure/contract.ts';

/** Processes hear there of end users that are gone. */
export const GONE = 'end_users_gone';

/** Removes end users at last; workspace role. */
export class ErasureStore implements PersonalDataOwner {
  readonly id = 'end-users';
  readonly stage = 'user';
  readonly #database: Database;
  readonly #notifications: Notifications;

  constructor(database: Database, notifications: Notifications) {
    this.#database = database;
    this.#notifications = notifications;
  }

  async exists({ workspaceId, appId, of, id }: Erased): Promise<boolean> {
    if (of === 'conversation') return false;
    const { rows } = await sql`
      select from end_users where id = ${id}::uuid and app_id = ${appId}::uuid`.execute(
      this.#database.workspace<never>(workspaceId),
    );
    return rows.length > 0;
  }

  async removeRest({ workspaceId, appId, of, id }: Erased): Promise<void> {
    if (of === 'conversation') return;
    await sql`delete from end_users where id = ${id}::uuid and app_id = ${appId}::uuid`.execute(
      this.#database.workspace<never>(workspaceId),
    );
    await this.#notifications.send(GONE, id);
  }
}
