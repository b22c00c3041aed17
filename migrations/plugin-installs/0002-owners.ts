import { type Kysely, sql } from 'kysely';
import { isolateByWorkspace } from '#migrations/row-level-security.ts';

/** It would keep packages by a name and a version that are not one any more, and trust keys for every scope. */
export const olderCanWrite = false;

/**
 * Names have owners. Keys are trusted for scopes: those that are there keep the scopes of what they have signed and is installed,
 * and gain none. What a version's bytes are is pinned in each workspace, by whose it is, and no longer for the whole server.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table plugin_packages drop constraint plugin_packages_name_version_key`.execute(db);
  await sql`alter table plugin_trusted_keys add column scopes text[] not null default '{}'`.execute(db);
  // The scope of the server's own plugins is given to nobody.
  await sql`
    update plugin_trusted_keys set scopes = signed.scopes
    from (
      select version.signer, array_agg(distinct '@' || lower(split_part(installed.plugin_id, '/', 1))) as scopes
      from plugin_installation_versions version
      join plugin_installations installed on installed.id = version.installation_id
      where version.trust = 'trusted' and split_part(installed.plugin_id, '/', 1) <> 'weft'
      group by version.signer
    ) signed
    where plugin_trusted_keys.kind = 'publisher' and plugin_trusted_keys.id = signed.signer`.execute(db);
  // Not a part of an installation: whose a name was is known when it is removed, too.
  await sql`
    create table plugin_pins (
      workspace_id uuid not null,
      name text not null,
      owner text not null,
      version text not null,
      integrity text not null,
      trust text not null,
      signer text,
      source text not null,
      pinned_at timestamptz not null,
      primary key (workspace_id, name, owner, version)
    )`.execute(db);
  await sql`
    insert into plugin_pins (workspace_id, name, owner, version, integrity, trust, signer, source, pinned_at)
    select distinct on (installed.workspace_id, installed.name, kept.owner, package.version)
      installed.workspace_id, installed.name, kept.owner, package.version,
      kept.integrity, kept.trust, kept.signer, kept.source, kept.activated_at
    from (
      select *, case
        when trust = 'trusted' and signer is not null then 'key:' || signer
        when source = 'upload' then 'upload'
        else 'source:' || source
      end as owner
      from plugin_installation_versions
    ) kept
    join plugin_installations installed on installed.id = kept.installation_id
    join plugin_packages package on package.integrity = kept.integrity
    order by installed.workspace_id, installed.name, kept.owner, package.version, kept.activated_at desc`.execute(db);
  await isolateByWorkspace(db, 'plugin_pins');
}
