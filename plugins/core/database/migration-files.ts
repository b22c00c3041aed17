import { readdir } from 'node:fs/promises';
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { PlatformError } from '#kernel';
import type { MigrationSet } from './contract.ts';

const fileName = /^\d{4}-[a-z0-9-]+\.(ts|js|mjs)$/;

/** Sets of the house: each folder of `migrations/` is named after its plugin. */
export async function findMigrationSets(root: URL): Promise<MigrationSet[]> {
  const folders = await readdir(root, { withFileTypes: true });
  return folders
    .filter((folder) => folder.isDirectory())
    .map(({ name }) => ({ id: name, folder: new URL(`${name}/`, root) }));
}

/** A migration that is not loaded before it has to be. */
export interface FoundMigration extends Migration {
  /** What it exports of that name: whether the release before it can go on writing. Undefined: it does not say. */
  olderCanWrite(): Promise<unknown>;
}

/** Migrations by name, `<plugin>/<file without ending>`. */
export async function readMigrations(sets: readonly MigrationSet[]): Promise<Map<string, FoundMigration>> {
  const migrations = new Map<string, FoundMigration>();
  const listings = await Promise.all(sets.map(async (set) => ({ set, names: await readdir(folderOf(set)) })));
  for (const { set, names } of listings) {
    for (const name of names.filter((candidate) => fileName.test(candidate))) {
      const url = new URL(name, folderOf(set));
      migrations.set(`${set.id}/${name.slice(0, name.lastIndexOf('.'))}`, {
        up: (db) => run(url, db),
        olderCanWrite: async () => ((await import(url.href)) as { olderCanWrite?: unknown }).olderCanWrite,
      });
    }
  }
  return migrations;
}

function folderOf({ folder }: MigrationSet): URL {
  return folder.href.endsWith('/') ? folder : new URL(`${folder.href}/`);
}

async function run(url: URL, db: Kysely<unknown>): Promise<void> {
  const module: { up?: unknown } = await import(url.href);
  if (typeof module.up !== 'function') {
    throw new PlatformError('internal', 'database.invalid_migration', `The migration ${url.pathname} exports no "up".`);
  }
  await module.up(db);
}
