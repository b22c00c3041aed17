import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import { Kysely, PGliteDialect } from 'kysely';
import type { Database } from '#plugins/database/contract.ts';
import { findMigrationSets, readMigrations } from '#plugins/database/migration-files.ts';

const migrations = new URL('../../../../migrations/', import.meta.url);

/** A database with pgvector, in memory, with the tables of one plugin. All its sessions are one: `enter` says whose it is. */
export interface PgvectorDatabase {
  readonly database: Database;
  /** null: that of the system. */
  enter(workspaceId: string | null): Promise<void>;
  run<Row>(query: string): Promise<readonly Row[]>;
  close(): Promise<void>;
}

export async function openPgvectorDatabase(plugin: string): Promise<PgvectorDatabase> {
  const pglite = await PGlite.create({ extensions: { vector } });
  await pglite.exec('create role weft_app nologin');
  const db = new Kysely<never>({ dialect: new PGliteDialect({ pglite }) });
  const sets = (await findMigrationSets(migrations)).filter(({ id }) => id === plugin);
  for (const [, migration] of await readMigrations(sets)) await migration.up(db);
  return {
    database: {
      kind: 'postgres',
      system: <Tables>() => db as unknown as Kysely<Tables>,
      workspace: <Tables>() => db as unknown as Kysely<Tables>,
    },
    async enter(workspaceId) {
      await pglite.exec('reset role');
      if (workspaceId === null) return;
      await pglite.query(`select set_config('weft.workspace_id', $1, false)`, [workspaceId]);
      await pglite.exec('set role weft_app');
    },
    run: async <Row>(query: string) => (await pglite.query<Row>(query)).rows,
    close: () => db.destroy(),
  };
}
