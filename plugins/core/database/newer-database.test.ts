import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { earlyMigration } from './early-migrations.ts';
import { versionHealthCheck } from './health-check.ts';
import { findMigrationSets, readMigrations } from './migration-files.ts';
import { type OpenedDatabase, openDatabase } from './open-database.ts';
import { bufferMb } from './testing/buffers.ts';
import { silentLogger } from './testing/silent-logger.ts';
import { type TestDatabaseEnvironment, testDatabaseEnvironment } from './testing/test-database.ts';

const house = new URL('../../../migrations/', import.meta.url);

let environment: TestDatabaseEnvironment;
beforeAll(async () => {
  environment = await testDatabaseEnvironment();
});
afterAll(() => environment.dispose());

/** Opens it as a release would; closed again whatever comes of it. */
async function start<T>(use: (opened: OpenedDatabase) => Promise<T>, allowNewer = false): Promise<T> {
  const url = environment.env.DATABASE_URL ?? '';
  const opened = await openDatabase({
    home: environment.home,
    url,
    poolSize: 2,
    bufferMb,
    version: '1.4.0',
    allowNewer,
    logger: silentLogger,
  });
  try {
    await opened.ready;
    return await use(opened);
  } finally {
    await opened.close();
  }
}

const found = ({ newer }: OpenedDatabase) => Promise.resolve(newer);

interface Left {
  readonly name: string;
  /** What was kept of it. */
  readonly record?: { readonly version: string; readonly isHouse: boolean; readonly olderCanWrite: boolean };
}

/** A release with these migrations was here, besides those that are known, and no other. */
async function leave(...left: readonly Left[]): Promise<void> {
  await start(async ({ database }) => {
    const db = database.system();
    const own = [...(await readMigrations(await findMigrationSets(house))).keys()];
    await sql`delete from kysely_migration where not name = any(${own})`.execute(db);
    await sql`delete from migration_releases where not name = any(${own})`.execute(db);
    for (const { name, record } of left) {
      await sql`insert into kysely_migration (name, timestamp) values (${name}, now()::text)`.execute(db);
      if (record === undefined) continue;
      await sql`
        insert into migration_releases (name, version, is_house, older_can_write)
        values (${name}, ${record.version}, ${record.isHouse}, ${record.olderCanWrite})`.execute(db);
    }
  }, true);
}

describe('a database of a newer version', () => {
  it('is refused with both versions, before anything is changed, where a migration says that older ones can not write', async () => {
    await leave({ name: 'runs/9999-x', record: { version: '2.0.0', isHouse: true, olderCanWrite: false } });
    const refusal = start(found);
    await expect(refusal).rejects.toMatchObject({ code: 'database.newer' });
    await expect(refusal).rejects.toThrow(
      /version 2\.0\.0 .* this is version 1\.4\.0: it does not know runs\/9999-x\./,
    );
  });

  it('is refused where nobody kept whether it can be written, and where the folder is new as well', async () => {
    const unrecorded = { name: 'runs/9999-x' };
    await leave(unrecorded);
    await expect(start(found)).rejects.toThrow(/a newer version of Weft.* this is version 1\.4\.0.*runs\/9999-x/);
    const brandNew = { version: '2.0.0', isHouse: true, olderCanWrite: true };
    await leave(unrecorded, { name: 'brand-new/0001-x', record: brandNew });
    await expect(start(found)).rejects.toThrow(/version 2\.0\.0 .*and 1 more/);
  });

  it('is taken, and told of, where all its migrations say that older ones can write', async () => {
    await leave(
      { name: 'runs/9998-x', record: { version: '1.5.0', isHouse: true, olderCanWrite: true } },
      { name: 'brand-new/0001-x', record: { version: '1.6.0', isHouse: true, olderCanWrite: true } },
    );
    const finding = await start((opened) => versionHealthCheck(opened, '1.4.0').check(AbortSignal.timeout(1_000)));
    expect(finding).toMatchObject({
      state: 'warning',
      code: 'database.newer',
      summary: expect.stringMatching(/version 1\.6\.0 .*version 1\.4\.0.*can still write/),
      next: expect.stringContaining('1.6.0'),
    });
  });

  it('is taken by whoever says so, with a warning that says what it means', async () => {
    await leave({ name: 'runs/9999-x', record: { version: '2.0.0', isHouse: true, olderCanWrite: false } });
    const finding = await start(
      (opened) => versionHealthCheck(opened, '1.4.0').check(AbortSignal.timeout(1_000)),
      true,
    );
    expect(finding).toMatchObject({ state: 'warning', summary: expect.stringContaining('can not write') });
  });

  it('is none when only a plugin from elsewhere is gone, recorded or not', async () => {
    const gone = { version: '1.4.0', isHouse: false, olderCanWrite: false };
    await leave({ name: 'elsewhere/0001-x' }, { name: 'gone/0001-x', record: gone });
    expect(await start(found)).toBeNull();
  });
});

describe('migrations of the house', () => {
  it('say whether the release before them can still write, each of them', async () => {
    const silent: string[] = [];
    for (const [name, migration] of await readMigrations(await findMigrationSets(house))) {
      const says = earlyMigration(name) ?? (await migration.olderCanWrite());
      if (typeof says !== 'boolean') silent.push(name);
    }
    expect(silent, 'export const olderCanWrite = true or false').toEqual([]);
  });

  it('are recorded with the release that applied them, also where it was there before records were kept', async () => {
    await leave();
    await start(async ({ database }) => {
      await sql`delete from migration_releases where name like 'runs/%'`.execute(database.system());
    });
    const rows = await start(
      async ({ database }) =>
        (
          await sql<{ name: string; version: string; can: boolean }>`
            select name, version, older_can_write as can from migration_releases where name like 'runs/%' order by 1`.execute(
            database.system(),
          )
        ).rows,
    );
    expect(rows.length).toBeGreaterThan(10);
    expect(rows[0]).toEqual({ name: 'runs/0001-runs', version: '1.4.0', can: true });
    expect(rows.find(({ name }) => name === 'runs/0014-shorter-nodes')).toMatchObject({ can: false });
  });
});
