import { type Kysely, type Selectable, sql } from 'kysely';
import type { Database } from '#plugins/database/contract.ts';
import { defaultSettings, type SiteSettings, type StoredSite } from './settings.ts';
import type { SiteTables } from './tables.ts';

interface Place {
  readonly workspaceId: string;
  readonly appId: string;
}

/** All SQL of sites. */
export class SiteStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async find({ workspaceId, appId }: Place): Promise<StoredSite> {
    const { rows } = await sql<Row>`
      select *, settings::text as settings from app_sites where app_id = ${appId}::uuid`.execute(this.#db(workspaceId));
    return toSite({ workspaceId, appId }, rows[0]);
  }

  /** Two who change different settings at the same time both succeed. `token`: for a site that is new. */
  async save(place: Place, changes: Partial<SiteSettings>, token: string): Promise<StoredSite> {
    const text = JSON.stringify(changes);
    const { rows } = await sql<Row>`
      insert into app_sites as s (app_id, workspace_id, settings, embed_token)
      values (${place.appId}::uuid, ${place.workspaceId}::uuid, ${text}::jsonb, ${token})
      on conflict (app_id) do update set settings = s.settings || excluded.settings, updated_at = now()
      returning *, settings::text as settings`.execute(this.#db(place.workspaceId));
    return toSite(place, rows[0]);
  }

  async renewToken(place: Place, token: string): Promise<StoredSite> {
    const { rows } = await sql<Row>`
      insert into app_sites as s (app_id, workspace_id, embed_token)
      values (${place.appId}::uuid, ${place.workspaceId}::uuid, ${token})
      on conflict (app_id) do update
        set embed_token = excluded.embed_token, embed_number = s.embed_number + 1, updated_at = now()
      returning *, settings::text as settings`.execute(this.#db(place.workspaceId));
    return toSite(place, rows[0]);
  }

  /** `sealed`: the new secret. */
  async renewSecret(place: Place, sealed: string, token: string): Promise<void> {
    await sql`
      insert into app_sites as s (app_id, workspace_id, embed_token, visitor_secret, secret_number)
      values (${place.appId}::uuid, ${place.workspaceId}::uuid, ${token}, ${sealed}, 1)
      on conflict (app_id) do update
        set visitor_secret = excluded.visitor_secret, secret_number = s.secret_number + 1, updated_at = now()`.execute(
      this.#db(place.workspaceId),
    );
  }

  /** System: an embed token leads to its workspace, so the workspace can't be known before. */
  async appOf(embedToken: string): Promise<string | null> {
    const row = await this.#database
      .system<SiteTables>()
      .selectFrom('app_sites')
      .select('app_id')
      .where('embed_token', '=', embedToken)
      .executeTakeFirst();
    return row?.app_id ?? null;
  }

  #db(workspaceId: string): Kysely<SiteTables> {
    return this.#database.workspace<SiteTables>(workspaceId);
  }
}

type Row = Selectable<SiteTables['app_sites']>;

function toSite({ workspaceId, appId }: Place, row: Row | undefined): StoredSite {
  return {
    workspaceId,
    appId,
    settings: { ...defaultSettings, ...(row !== undefined && (JSON.parse(row.settings) as Partial<SiteSettings>)) },
    embedToken: row?.embed_token ?? null,
    embedNumber: row?.embed_number ?? 0,
    visitorSecret: row?.visitor_secret ?? null,
    secretNumber: row?.secret_number ?? 0,
  };
}
