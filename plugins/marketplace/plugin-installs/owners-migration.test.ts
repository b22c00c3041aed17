import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrateAgain } from '#plugins/database/testing/migrate-again.ts';
import { runQuery } from '#plugins/database/testing/run-query.ts';
import { createTestDatabase, type TestDatabase } from '#plugins/database/testing/test-database.ts';

const [here, there] = [randomUUID(), randomUUID()];
let test: TestDatabase;
const query = <Row = object>(text: string) => runQuery<Row>(test.database, text);

/** The tables as they were before names had owners. */
async function goBack(): Promise<void> {
  await query('drop table plugin_pins');
  await query('alter table plugin_trusted_keys drop column scopes');
  await query('alter table plugin_packages add constraint plugin_packages_name_version_key unique (name, version)');
}

const packages = async (...rows: readonly (readonly [integrity: string, name: string, version: string])[]) => {
  for (const [integrity, name, version] of rows) {
    await query(`insert into plugin_packages values ('${integrity}', '${name}', '${version}', '{}', '')`);
  }
};
const keys = async (...rows: readonly (readonly [id: string, kind: string])[]) => {
  for (const [id, kind] of rows)
    await query(`insert into plugin_trusted_keys values ('${id}', '${kind}', '${id}', '')`);
};

interface Kept {
  readonly integrity: string;
  readonly trust: 'trusted' | 'unsigned' | 'unverified';
  readonly signer?: string;
  readonly source: string;
  readonly day: number;
}

/** An installation with the versions that counted, the last of which counts. */
async function installed(workspaceId: string, name: string, versions: readonly Kept[]): Promise<void> {
  const id = randomUUID();
  await query(
    `insert into plugin_installations values ('${id}', '${workspaceId}', '${name}', '${name.replace('@', '')}', '{}', null, true, null, '{}')`,
  );
  for (const { integrity, trust, signer, source, day } of versions) {
    const by = signer === undefined ? 'null' : `'${signer}'`;
    await query(
      `insert into plugin_installation_versions values ('${workspaceId}', '${id}', '${integrity}', '[]', '${trust}', ${by}, '${source}', '2026-01-0${day}')`,
    );
  }
}

beforeAll(async () => {
  test = await createTestDatabase();
  await goBack();
  await packages(
    ['a1', '@acme/a', '1.0.0'],
    ['a2', '@acme/a', '1.1.0'],
    ['b1', '@Both/b', '1.0.0'],
    ['c1', '@shop/c', '1.0.0'],
    ['w1', '@weft/audio', '1.0.0'],
  );
  await keys(['acme', 'publisher'], ['idle', 'publisher'], ['weft', 'publisher'], ['npm', 'registry']);
  const signed = { trust: 'trusted', signer: 'acme', source: 'shop' } as const;
  // Rolled back to its first version, which counts again.
  await installed(here, '@acme/a', [
    { ...signed, integrity: 'a1', day: 1 },
    { ...signed, integrity: 'a2', day: 2 },
    { ...signed, integrity: 'a1', day: 3 },
  ]);
  await installed(here, '@Both/b', [
    { trust: 'unsigned', source: 'upload', integrity: 'b1', day: 1 },
    { ...signed, integrity: 'b1', source: 'upload', day: 2 },
  ]);
  await installed(there, '@acme/a', [{ trust: 'unsigned', source: 'upload', integrity: 'a1', day: 4 }]);
  await installed(there, '@shop/c', [
    { trust: 'unverified', signer: 'stranger', source: 'shop', integrity: 'c1', day: 1 },
    // Its package is not kept any more.
    { trust: 'unsigned', source: 'upload', integrity: 'gone', day: 2 },
  ]);
  await installed(there, '@weft/audio', [
    { trust: 'trusted', signer: 'weft', source: 'weft', integrity: 'w1', day: 1 },
  ]);
  await migrateAgain(test.database, 'plugin-installs/0002-owners');
});
afterAll(() => test.dispose());

describe('an installation from before names had owners', () => {
  it('keeps what each workspace had of a name, by whose it was', async () => {
    const pins = await query<{ pin: string }>(
      `select concat_ws(' ', case workspace_id when '${here}' then 'here' else 'there' end, name, version, owner, integrity,
         trust, signer, source, extract(day from pinned_at at time zone 'UTC')) as pin from plugin_pins order by 1`,
    );
    expect(pins.map(({ pin }) => pin)).toEqual([
      'here @Both/b 1.0.0 key:acme b1 trusted acme upload 2',
      'here @Both/b 1.0.0 upload b1 unsigned upload 1',
      'here @acme/a 1.0.0 key:acme a1 trusted acme shop 3',
      'here @acme/a 1.1.0 key:acme a2 trusted acme shop 2',
      'there @acme/a 1.0.0 upload a1 unsigned upload 4',
      'there @shop/c 1.0.0 source:shop c1 unverified stranger shop 1',
      'there @weft/audio 1.0.0 key:weft w1 trusted weft weft 1',
    ]);
  });

  it('trusts keys for what they have signed and is installed, and none for the scope of the server', async () => {
    const rows = await query<{ id: string; scopes: readonly string[] }>(
      'select id, scopes from plugin_trusted_keys order by id',
    );
    expect(rows.map(({ id, scopes }) => [id, ...scopes])).toEqual([
      ['acme', '@acme', '@both'],
      ['idle'],
      ['npm'],
      ['weft'],
    ]);
  });

  it('lets a workspace see its own pins only, and others have the same name and version', async () => {
    const seen = await test.database
      .workspace<{ plugin_pins: { name: string } }>(here)
      .selectFrom('plugin_pins')
      .selectAll()
      .execute();
    expect(seen).toHaveLength(4);
    await packages(['other', '@acme/a', '1.0.0']);
  });
});
