import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '#plugins/database/contract.ts';

/** A window of 24 hours of one limit. */
export interface KeptWindow {
  readonly workspaceId: string;
  /** Whose. */
  readonly key: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly used: number;
}

interface WindowRow {
  readonly key: string;
  readonly started_at: Date;
  readonly used: number;
}

/** Windows of a day, so that they survive a restart. Writes are system: one statement has windows of many workspaces. */
export class WindowStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async find(workspaceId: string, key: string): Promise<KeptWindow | undefined> {
    const { rows } = await sql<WindowRow>`
      select key, started_at, used from limit_windows
      where workspace_id = ${workspaceId}::uuid and key = ${hashOf(key)}`.execute(
      this.#database.workspace<never>(workspaceId),
    );
    const [row] = rows;
    return row && { workspaceId, key, startedAt: row.started_at.getTime(), used: row.used };
  }

  /**
   * Adds what was used to windows that go on, and begins others. Answers with the windows as they are now, with what other
   * processes have added, in the order given.
   */
  async add(added: readonly KeptWindow[]): Promise<readonly KeptWindow[]> {
    const sent = added.map(({ workspaceId, key, startedAt, used }) => ({
      workspace_id: workspaceId,
      key: hashOf(key),
      started_at: new Date(startedAt).toISOString(),
      used,
    }));
    const { rows } = await sql<WindowRow>`
      insert into limit_windows as w (workspace_id, key, started_at, used)
      select workspace_id, key, started_at, used
      from json_to_recordset(${JSON.stringify(sent)}::json) as r(workspace_id uuid, key text, started_at timestamptz, used bigint)
      order by workspace_id, key
      on conflict (workspace_id, key) do update set
        used = case when w.started_at > excluded.started_at - interval '1 day' then w.used else 0 end + excluded.used,
        started_at = case when w.started_at > excluded.started_at - interval '1 day' then w.started_at else excluded.started_at end
      returning key, started_at, used`.execute(this.#database.system<never>());
    const byKey = new Map(rows.map((row) => [row.key, row]));
    return added.map((window, index) => {
      const row = byKey.get(sent[index]?.key ?? '');
      return row === undefined ? window : { ...window, startedAt: row.started_at.getTime(), used: row.used };
    });
  }

  /** System: of all workspaces. */
  async forget(before: number): Promise<void> {
    await sql`delete from limit_windows where started_at < ${new Date(before)}`.execute(this.#database.system<never>());
  }
}

function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}
