import { type Kysely, sql } from 'kysely';

/**
 * Credentials of a provider may be several sets with names; those there were become the set "Default". A model may have
 * fields of its own, sealed, and sets it is called with.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table model_credentials
      add column id uuid not null default gen_random_uuid(),
      add column name text not null default 'Default',
      add column is_default boolean not null default true`.execute(db);
  await sql`alter table model_credentials drop constraint model_credentials_pkey, add primary key (id)`.execute(db);
  await sql`
    create unique index model_credentials_name on model_credentials (workspace_id, provider, lower(name))`.execute(db);
  await sql`
    create unique index model_credentials_default on model_credentials (workspace_id, provider) where is_default`.execute(
    db,
  );
  await sql`
    alter table workspace_models
      add column sealed text,
      add column set_ids uuid[] not null default '{}',
      add column set_mode text not null default 'single' check (set_mode in ('single', 'failover', 'balance'))`.execute(
    db,
  );
}
