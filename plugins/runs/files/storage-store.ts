import { sql } from 'kysely';
import type { Database } from '#plugins/database/contract.ts';
import type { StorageDays, StoragePlace } from './contract.ts';

/** What files took at the end of days; of one workspace at a time. */
export class StorageStore implements StorageDays {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async at(workspaceId: string, places: readonly StoragePlace[]): Promise<readonly number[]> {
    if (places.length === 0) return [];
    const asked = places.map(({ appId, day }, place) => ({ place, app_id: appId, day }));
    const { rows } = await sql<{ readonly bytes: number }>`
      select coalesce(case when a.app_id is null
        then (select bytes from storage_days d
          where d.workspace_id = ${workspaceId}::uuid and d.day <= a.day order by d.day desc limit 1)
        else (select bytes from storage_app_days d
          where d.workspace_id = ${workspaceId}::uuid and d.app_id = a.app_id and d.day <= a.day order by d.day desc limit 1)
        end, 0)::bigint as bytes
      from json_to_recordset(${JSON.stringify(asked)}::json) as a(place integer, app_id uuid, day date)
      order by place`.execute(this.#database.workspace<never>(workspaceId));
    return rows.map(({ bytes }) => bytes);
  }
}
