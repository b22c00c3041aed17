import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

/** What else decides how a fresh database looks. */
const makers = [
  'app-role.ts',
  'early-migrations.ts',
  'migrate.ts',
  'newer-database.ts',
  'pglite-worker.ts',
  'testing/small-folder.ts',
];

/** Changes with any migration and with the code that applies them, so that a prepared database is never out of date. */
export async function migrationHash(): Promise<string> {
  const hash = createHash('sha256');
  const migrations = await sourcesIn(join(root, 'migrations'));
  const own = makers.map((name) => join(root, 'plugins/core/database', name));
  for (const path of [...migrations, ...own]) {
    hash
      .update(path.slice(root.length))
      .update('\0')
      .update(await readFile(path))
      .update('\0');
  }
  return hash.digest('hex').slice(0, 12);
}

async function sourcesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  return names
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .sort()
    .map((name) => join(folder, name));
}
