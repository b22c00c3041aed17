import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { openDatabase } from '#plugins/database/open-database.ts';
import { migrationHash } from './migration-hash.ts';
import { silentLogger } from './silent-logger.ts';

const lockKey = 8_211_073_522;
const hourSeconds = 3_600;

/** Names tell when a database was made: what a killed run left behind can be told from what is in use. */
const stamp = () => Math.floor(Date.now() / 1_000).toString(36);
let count = 0;

/** Makes a database on the test server, a copy of a template that holds all migrations, and gives its address. */
export async function cloneDatabase(server: string): Promise<string> {
  const name = `weft_test_${stamp()}_${process.pid}_${++count}`;
  await withAdmin(server, async (admin) => {
    // Held by all who copy: creating, copying and dropping databases get in each other's way.
    await admin.query(`select pg_advisory_lock(${lockKey})`);
    const template = await templateDatabase(admin, server);
    await admin.query(`create database "${name}" template "${template}"`);
  });
  return addressOf(server, name);
}

/** An empty database, without any migration. */
export async function createEmptyDatabase(server: string): Promise<string> {
  const name = `weft_test_${stamp()}_${process.pid}_${++count}`;
  await withAdmin(server, (admin) => admin.query(`create database "${name}"`));
  return addressOf(server, name);
}

export async function dropDatabase(server: string, url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  await withAdmin(server, (admin) => admin.query(`drop database if exists "${name}" with (force)`));
}

/** Drops what killed runs left behind, and templates of earlier migrations. */
export async function dropOldDatabases(server: string): Promise<void> {
  const current = templateName(await migrationHash());
  await withAdmin(server, async (admin) => {
    await admin.query(`select pg_advisory_lock(${lockKey})`);
    const { rows } = await admin.query<{ datname: string }>(
      `select datname from pg_database where datname like 'weft\\_test\\_%' or datname like 'weft\\_template\\_%'`,
    );
    const old = Math.floor(Date.now() / 1_000) - hourSeconds;
    for (const { datname } of rows) {
      const made = Number.parseInt(datname.split('_')[2] ?? '', 36);
      if (!datname.endsWith(current) && made < old)
        await admin.query(`drop database if exists "${datname}" with (force)`);
    }
  });
}

/** The name of a finished template; one that still takes connections is half-made. */
async function templateDatabase(admin: pg.Client, server: string): Promise<string> {
  const suffix = templateName(await migrationHash());
  const { rows } = await admin.query<{ datname: string; datallowconn: boolean }>(
    'select datname, datallowconn from pg_database where datname like $1',
    [`weft\\_template\\_%${suffix}`],
  );
  for (const { datname, datallowconn } of rows) {
    if (!datallowconn) return datname;
    await admin.query(`drop database if exists "${datname}" with (force)`);
  }
  const name = `weft_template_${stamp()}${suffix}`;
  await admin.query(`create database "${name}"`);
  await migrateOnce(addressOf(server, name));
  await admin.query(`alter database "${name}" allow_connections false`);
  return name;
}

function templateName(hash: string): string {
  return `_${hash}`;
}

async function migrateOnce(url: string): Promise<void> {
  const home = await mkdtemp(join(tmpdir(), 'weft-test-'));
  const opened = await openDatabase({ home, url, poolSize: 2, logger: silentLogger });
  try {
    await opened.ready;
  } finally {
    await opened.close();
    await rm(home, { recursive: true, force: true });
  }
}

function addressOf(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

async function withAdmin<T>(server: string, use: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  try {
    return await use(admin);
  } finally {
    await admin.end();
  }
}
