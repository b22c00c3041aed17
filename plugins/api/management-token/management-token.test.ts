import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { silentLogger } from '#plugins/database/testing/silent-logger.ts';
import { createTestDatabase, type TestDatabase } from '#plugins/database/testing/test-database.ts';
import { secretsWith } from '#plugins/secrets/testing/home-secrets.ts';
import { ManagementToken } from './management-token.ts';
import { ManagementTokenStore } from './store.ts';

let database: TestDatabase;
let folders: string[];
const secrets = secretsWith(randomBytes(32));

beforeEach(async () => {
  database = await createTestDatabase();
  folders = [];
});
afterEach(async () => {
  for (const folder of folders) await rm(folder, { recursive: true });
  await database.dispose();
});

async function folder(token?: string): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'weft-test-'));
  folders.push(home);
  if (token !== undefined) await writeFile(join(home, 'management-token'), `${token}\n`, { mode: 0o644 });
  return home;
}

/** A process on the database, with a data folder. */
function process(home: string, given = ''): ManagementToken {
  const store = new ManagementTokenStore(database.database);
  return new ManagementToken({ home, given, store, secrets, logger: silentLogger });
}

const inFile = async (home: string) => (await readFile(join(home, 'management-token'), 'utf8')).trim();

it('is one for all processes that start at once, each with a folder of its own', async () => {
  const homes = await Promise.all([folder(), folder(), folder()]);
  const processes = homes.map((home) => process(home));
  await Promise.all(processes.map((each) => each.open()));
  const tokens = new Set(await Promise.all(homes.map(inFile)));
  expect(tokens.size).toBe(1);
  for (const each of processes) expect(await each.isGood([...tokens][0] ?? '')).toBe(true);
  expect((await stat(join(homes[0] ?? '', 'management-token'))).mode & 0o777).toBe(0o600);
  expect(await processes[0]?.isGood(`mgmt-${'x'.repeat(40)}`)).toBe(false);
});

it('stays good on every process where folders had one each before', async () => {
  const before = ['a', 'b'].map((letter) => `mgmt-${letter.repeat(40)}`);
  const homes = await Promise.all(before.map(folder));
  const processes = homes.map((home) => process(home));
  for (const each of processes) await each.open();
  for (const each of processes) {
    for (const token of before) await expect.poll(() => each.isGood(token)).toBe(true);
  }
  expect(await Promise.all(homes.map(inFile))).toEqual(before);
  expect((await stat(join(homes[0] ?? '', 'management-token'))).mode & 0o777).toBe(0o600);
});

it('is replaced for all processes by a new one, also for one that was down meanwhile', async () => {
  const old = `mgmt-${'o'.repeat(40)}`;
  const homes = await Promise.all([folder(old), folder(old), folder(old)]);
  const [one, other, later] = homes.map((home) => process(home));
  await one?.open();
  await other?.open();
  const renewed = (await one?.renew()) ?? '';
  expect(renewed).not.toBe(old);
  await expect.poll(() => other?.isGood(renewed)).toBe(true);
  await later?.open();
  for (const each of [one, other, later]) {
    expect(await each?.isGood(old)).toBe(false);
    expect(await each?.isGood(renewed)).toBe(true);
  }
  expect(await Promise.all(homes.map(inFile))).toEqual([renewed, renewed, renewed]);
});

it('is what the configuration says, on processes too that are not told', async () => {
  const given = `mgmt-${'9'.repeat(40)}`;
  const homes = await Promise.all([folder(), folder()]);
  const [plain, told] = [process(homes[0] ?? ''), process(homes[1] ?? '', given)];
  await plain.open();
  const first = await inFile(homes[0] ?? '');
  await told.open();
  await expect.poll(() => plain.isGood(given)).toBe(true);
  expect([await plain.isGood(first), await told.isGood(first)]).toEqual([false, false]);
  expect(await inFile(homes[1] ?? '')).toBe(given);
  await expect(told.renew()).rejects.toMatchObject({ code: 'management-token.token_in_environment' });
  await expect(process(homes[1] ?? '', 'secret').open()).rejects.toMatchObject({
    code: 'management-token.invalid_token',
  });
});

it('is kept neither in the clear nor openable by the hash', async () => {
  const home = await folder();
  await process(home).open();
  const rows = JSON.stringify(await new ManagementTokenStore(database.database).all());
  expect(rows).not.toContain(await inFile(home));
});
