import { type Kysely, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { currentTime } from '#kernel';
import type { Database } from '#plugins/database/contract.ts';
import type { PackageManifest, PackagePermissions, PluginPackage } from '#plugins/plugin-packages/contract.ts';
import type { Trust } from './contract.ts';
import { type Identity, ownerOf } from './name-owners.ts';
import type { PluginInstallTables } from './tables.ts';

/** An installation with all versions that ever counted, the newest last. */
export interface InstallationRow {
  readonly id: string;
  readonly workspaceId: string;
  readonly name: string;
  readonly pluginId: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly secrets: string | null;
  readonly isEnabled: boolean;
  readonly endpointKey: string | null;
  readonly installedBy: string | null;
  readonly createdAt: Date;
  readonly versions: readonly VersionRow[];
}

/** What never changes of a version. */
interface KeptPackage {
  readonly version: string;
  readonly integrity: string;
  readonly manifest: PackageManifest;
}

export interface VersionRow extends KeptPackage {
  readonly granted: PackagePermissions;
  readonly trust: Trust;
  /** Key that vouches for it; null: the source does, or nobody. */
  readonly signer: string | null;
  readonly source: string;
  readonly activatedAt: number;
}

/** What becomes the version that counts. */
export interface NewVersion extends Identity {
  readonly package: Pick<PluginPackage, 'name' | 'id' | 'version' | 'integrity' | 'manifest'>;
  readonly granted: PackagePermissions;
  /** Who stood for the name when it was looked at; null: nobody ever did. */
  readonly before: Identity | null;
  /** An installation that ends with it: what another one stood for. */
  readonly replaces: string | null;
}

/** What a version of an owner was, when it last began to count in a workspace. */
export interface Pin extends Identity {
  readonly owner: string;
  readonly version: string;
  readonly integrity: string;
}

/** Versions of an installation that are looked at: those before are of runs that are long over. */
const mostVersions = 20;

/** Packages that are known by heart. */
const MAX_KNOWN = 2_000;

/** Rows of installations. */
export class InstallStore {
  readonly #database: Database;
  /** By integrity: they never change, and many workspaces share them. */
  readonly #known = new LRUCache<string, KeptPackage>({ max: MAX_KNOWN });

  constructor(database: Database) {
    this.#database = database;
  }

  async list(workspaceId: string): Promise<readonly InstallationRow[]> {
    const db = this.#db(workspaceId);
    const rows = await db
      .selectFrom('plugin_installations')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .orderBy('name')
      .execute();
    if (rows.length === 0) return [];
    const versions = await db
      .selectFrom('plugin_installation_versions')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .orderBy('activated_at')
      .execute();
    const packages = await this.#packages([...new Set(versions.map(({ integrity }) => integrity))]);
    return rows.map((row) => ({
      id: row.id,
      workspaceId,
      name: row.name,
      pluginId: row.plugin_id,
      settings: JSON.parse(row.settings),
      secrets: row.secrets,
      isEnabled: row.is_enabled,
      endpointKey: row.endpoint_key,
      installedBy: row.installed_by,
      createdAt: row.created_at,
      versions: versions
        .filter((version) => version.installation_id === row.id)
        .slice(-mostVersions)
        .flatMap(({ integrity, granted, trust, signer, source, activated_at }) => {
          const known = packages.get(integrity);
          if (known === undefined) return [];
          const activatedAt = activated_at.getTime();
          return [{ ...known, granted: JSON.parse(granted), trust: trust as Trust, signer, source, activatedAt }];
        }),
    }));
  }

  /** The workspace of an endpoint's key. By the system: the key is all that is known. */
  async workspaceOf(endpointKey: string): Promise<{ readonly workspaceId: string; readonly id: string } | null> {
    const row = await this.#system()
      .selectFrom('plugin_installations')
      .select(['workspace_id', 'id'])
      .where('endpoint_key', '=', endpointKey)
      .executeTakeFirst();
    return row === undefined ? null : { workspaceId: row.workspace_id, id: row.id };
  }

  /** Who hears of events, in all workspaces. By the system: ends of runs of all workspaces ask. */
  async listening(): Promise<
    readonly { readonly workspaceId: string; readonly id: string; readonly events: readonly string[] }[]
  > {
    const rows = await this.#system()
      .selectFrom('plugin_installations')
      .select(['workspace_id', 'id', 'events'])
      .where('events', '!=', sql<string[]>`'{}'::text[]`)
      .where('is_enabled', '=', true)
      .execute();
    return rows.map(({ workspace_id, ...row }) => ({ workspaceId: workspace_id, ...row }));
  }

  async code(integrity: string): Promise<string | null> {
    const row = await this.#system()
      .selectFrom('plugin_packages')
      .select('code')
      .where('integrity', '=', integrity)
      .executeTakeFirst();
    return row?.code ?? null;
  }

  /** Keeps a package: bytes are the same for all. */
  async keep({ name, version, integrity, manifest, code }: PluginPackage): Promise<void> {
    await this.#system()
      .insertInto('plugin_packages')
      .values({ name, version, integrity, manifest: JSON.stringify(manifest), code })
      .onConflict((same) => same.doNothing())
      .execute();
  }

  /** All that a workspace ever had under a name, what counted last at the end. */
  pins(workspaceId: string, name: string): Promise<readonly Pin[]> {
    return pinsOf(this.#db(workspaceId), workspaceId, name);
  }

  /**
   * A new installation, or another version of one; the package is kept already. False, and nothing is changed: since it was
   * looked at, somebody else came to stand for the name, or its owner's version is another package.
   */
  async activate(
    workspaceId: string,
    given: NewVersion & {
      readonly id: string;
      readonly endpointKey: string | null;
      readonly installedBy: string | null;
    },
  ): Promise<boolean> {
    return this.#db(workspaceId)
      .transaction()
      .execute(async (db) => {
        const { name } = given.package;
        await sql`select pg_advisory_xact_lock(hashtextextended(${`plugin ${name} of ${workspaceId}`}, 0))`.execute(db);
        if (!(await pin(db, workspaceId, given))) return false;
        if (given.replaces !== null) {
          await db
            .deleteFrom('plugin_installations')
            .where('id', '=', given.replaces)
            .where('workspace_id', '=', workspaceId)
            .execute();
        }
        await count(db, workspaceId, given);
        return true;
      });
  }

  async change(
    workspaceId: string,
    id: string,
    change: {
      readonly settings?: Readonly<Record<string, string>>;
      readonly secrets?: string | null;
      readonly isEnabled?: boolean;
      readonly endpointKey?: string;
    },
  ): Promise<void> {
    const values = {
      ...(change.settings !== undefined && { settings: JSON.stringify(change.settings) }),
      ...(change.secrets !== undefined && { secrets: change.secrets }),
      ...(change.isEnabled !== undefined && { is_enabled: change.isEnabled }),
      ...(change.endpointKey !== undefined && { endpoint_key: change.endpointKey }),
    };
    if (Object.keys(values).length === 0) return;
    await this.#db(workspaceId)
      .updateTable('plugin_installations')
      .set(values)
      .where('id', '=', id)
      .where('workspace_id', '=', workspaceId)
      .execute();
  }

  async remove(workspaceId: string, id: string): Promise<void> {
    await this.#db(workspaceId)
      .deleteFrom('plugin_installations')
      .where('id', '=', id)
      .where('workspace_id', '=', workspaceId)
      .execute();
  }

  /** Reads those that are not known by heart. */
  async #packages(integrities: readonly string[]): Promise<ReadonlyMap<string, KeptPackage>> {
    const found = new Map(
      integrities.flatMap((integrity) => {
        const known = this.#known.get(integrity);
        return known === undefined ? [] : [[integrity, known] as const];
      }),
    );
    const missing = integrities.filter((integrity) => !found.has(integrity));
    if (missing.length === 0) return found;
    const rows = await this.#system()
      .selectFrom('plugin_packages')
      .select(['integrity', 'version', 'manifest'])
      .where('integrity', 'in', missing)
      .execute();
    for (const { integrity, version, manifest } of rows) {
      const kept = { integrity, version, manifest: JSON.parse(manifest) };
      found.set(integrity, kept);
      this.#known.set(integrity, kept);
    }
    return found;
  }

  #db(workspaceId: string) {
    return this.#database.workspace<PluginInstallTables>(workspaceId);
  }

  /** Packages belong to no workspace; a key of an endpoint is all that is known of one. */
  #system() {
    return this.#database.system<PluginInstallTables>();
  }
}

type Db = Kysely<PluginInstallTables>;

async function pinsOf(db: Db, workspaceId: string, name: string): Promise<readonly Pin[]> {
  const rows = await db
    .selectFrom('plugin_pins')
    .select(['owner', 'version', 'integrity', 'trust', 'signer', 'source'])
    .where('workspace_id', '=', workspaceId)
    .where('name', '=', name)
    .orderBy('pinned_at')
    .execute();
  return rows.map((row) => ({ ...row, trust: row.trust as Trust }));
}

/** Whether it is still whose it was when it was looked at, and what its owner's version is here; then it is written down. */
async function pin(db: Db, workspaceId: string, given: NewVersion): Promise<boolean> {
  const { before, trust, signer, source } = given;
  const { name, version, integrity } = given.package;
  const own: Identity = { trust, signer, source };
  const owner = ownerOf(own);
  const pins = await pinsOf(db, workspaceId, name);
  const holder = pins.at(-1);
  if (holder !== undefined && !isSame(holder, own) && (before === null || !isSame(holder, before))) return false;
  const known = pins.find((one) => one.owner === owner && one.version === version);
  if (known !== undefined && known.integrity !== integrity) return false;
  const row = { integrity, ...own, pinned_at: new Date(currentTime()) };
  await db
    .insertInto('plugin_pins')
    .values({ workspace_id: workspaceId, name, owner, version, ...row })
    .onConflict((same) => same.columns(['workspace_id', 'name', 'owner', 'version']).doUpdateSet(row))
    .execute();
  return true;
}

function isSame(one: Identity, other: Identity): boolean {
  return one.trust === other.trust && one.signer === other.signer && one.source === other.source;
}

/** Its row tells which of two that came at once was first. */
async function count(
  db: Db,
  workspaceId: string,
  given: NewVersion & { readonly id: string; readonly endpointKey: string | null; readonly installedBy: string | null },
): Promise<void> {
  const { trust, signer, source, endpointKey } = given;
  const { name, id: pluginId, integrity, manifest } = given.package;
  const events = [...manifest.events];
  const row = { ...{ id: given.id, workspace_id: workspaceId, name, plugin_id: pluginId }, endpoint_key: endpointKey };
  const { id } = await db
    .insertInto('plugin_installations')
    .values({ ...row, settings: '{}', secrets: null, is_enabled: true, events, installed_by: given.installedBy })
    .onConflict((same) =>
      same.columns(['workspace_id', 'name']).doUpdateSet((old) => ({
        events,
        endpoint_key: sql`coalesce(${old.ref('plugin_installations.endpoint_key')}, ${endpointKey}::text)`,
      })),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  // By the clock that ids of runs are made with.
  const counted = {
    integrity,
    granted: JSON.stringify(given.granted),
    trust,
    signer,
    source,
    activated_at: new Date(currentTime()),
  };
  await db
    .insertInto('plugin_installation_versions')
    .values({ workspace_id: workspaceId, installation_id: id, ...counted })
    .onConflict((same) => same.doNothing())
    .execute();
}
