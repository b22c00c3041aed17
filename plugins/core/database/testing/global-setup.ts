import type { TestProject } from 'vitest/node';
import { readEnvironment } from '#kernel';

/**
 * Reads TEST_DATABASE_URL, the address of an administrator of a PostgreSQL server, for all tests, and says what the
 * suite runs on. Databases are prepared by the first test that asks for one, and kept for later runs.
 */
export function setup(project: TestProject): () => Promise<void> {
  const server = readEnvironment().TEST_DATABASE_URL ?? '';
  project.provide('testDatabaseUrl', server);
  process.stdout.write(server === '' ? onPglite : onServer(server));
  // Loaded at the end: a run without database tests needs neither driver before its first test.
  return server === '' ? removeOldFolders : () => dropOldDatabases(server);
}

async function removeOldFolders(): Promise<void> {
  const folder = await import('./prepared-folder.ts');
  await folder.removeOldFolders();
}

async function dropOldDatabases(server: string): Promise<void> {
  const prepared = await import('./prepared-server.ts');
  await prepared.dropOldDatabases(server);
}

const onPglite =
  'Database tests run on PGlite. Left out: what only a PostgreSQL server does (several processes on one database,' +
  ' restarts, ended connections, roles); set TEST_DATABASE_URL to the address of an administrator to run them.\n';

function onServer(server: string): string {
  const { host } = new URL(server);
  return `Database tests run on PostgreSQL at ${host}. PGlite is tested only in its own files.\n`;
}
