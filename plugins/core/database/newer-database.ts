import { type Kysely, sql } from 'kysely';
import { PlatformError } from '#kernel';

/** What is kept of a migration for releases that do not have it. */
export interface MigrationRecord {
  readonly name: string;
  /** The release that applied it, or that first kept records. */
  readonly version: string;
  /** False: of a plugin from elsewhere. */
  readonly isHouse: boolean;
  /** Whether the release before it can go on writing. */
  readonly olderCanWrite: boolean;
}

/** Migrations in the database that this release does not have although it has their folder. */
export interface NewerDatabase {
  readonly names: readonly string[];
  /** Of the database: the version that brought the last of them; null when nobody kept it. */
  readonly version: string | null;
  readonly canWrite: boolean;
}

/** Empty where no release kept records yet. */
export async function readRecords(db: Kysely<unknown>): Promise<Map<string, MigrationRecord>> {
  const { rows } = await sql<{ isThere: boolean }>`
    select to_regclass('migration_releases') is not null as "isThere"`.execute(db);
  if (rows[0]?.isThere !== true) return new Map();
  const records = await sql<MigrationRecord>`
    select name, version, is_house as "isHouse", older_can_write as "olderCanWrite"
    from migration_releases order by recorded_at, name`.execute(db);
  return new Map(records.rows.map((record) => [record.name, record]));
}

export async function writeRecords(db: Kysely<unknown>, records: readonly MigrationRecord[]): Promise<void> {
  await sql`
    insert into migration_releases (name, version, is_house, older_can_write)
    select name, version, "isHouse", "olderCanWrite" from json_to_recordset(${JSON.stringify(records)}::json)
      as r(name text, version text, "isHouse" boolean, "olderCanWrite" boolean)
    on conflict do nothing`.execute(db);
}

/**
 * Compares what was applied with what is here. Migrations of a plugin that is not loaded count as none of ours: nobody writes its
 * tables. `isHouse`: `known` are those of the house; `sets` the folders they are in.
 */
export function findNewer(
  { known, sets, isHouse }: { known: ReadonlySet<string>; sets: ReadonlySet<string>; isHouse: boolean },
  applied: ReadonlySet<string>,
  records: ReadonlyMap<string, MigrationRecord>,
): NewerDatabase | null {
  const isOurs = (name: string) =>
    sets.has(name.split('/')[0] ?? '') || (isHouse && records.get(name)?.isHouse === true);
  const names = [...applied].filter((name) => !known.has(name) && isOurs(name)).sort();
  if (names.length === 0) return null;
  const found = [...records.values()].filter(({ name }) => names.includes(name));
  return {
    names,
    version: found.at(-1)?.version ?? null,
    canWrite: names.every((name) => records.get(name)?.olderCanWrite === true),
  };
}

/** Which two versions meet, in words. */
export function newerInWords({ names, version }: NewerDatabase, own: string): string {
  const [first = ''] = names;
  const more = names.length > 1 ? ` and ${names.length - 1} more` : '';
  const its =
    version === null ? 'a newer version of Weft, which kept no record of itself' : `version ${version} of Weft`;
  return `The database was migrated by ${its}, and this is version ${own}: it does not know ${first}${more}.`;
}

export function refuseNewer(newer: NewerDatabase, own: string): PlatformError {
  const target = newer.version === null ? 'the version that migrated it' : `version ${newer.version} or later`;
  const message = `${newerInWords(newer, own)} By what those migrations say this version can't write to it any more. Nothing was changed. Start ${target}, or restore the backup from before the update; DATABASE_ALLOW_NEWER=true starts all the same, at the risk of the data.`;
  return new PlatformError('conflict', 'database.newer', message);
}
