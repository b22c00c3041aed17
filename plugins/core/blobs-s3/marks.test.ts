import { afterEach, describe, expect, it } from 'vitest';
import { ownershipOf } from '#plugins/blobs/testing/ownership.ts';
import { inPieces, noise } from '#plugins/blobs/testing/store-contract.ts';
import { createTestDatabase } from '#plugins/database/testing/test-database.ts';
import { S3Store } from './s3-store.ts';
import { type ConditionalServer, type Conditions, startConditionalServer } from './testing/conditional-server.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function bucket(conditions?: Conditions): Promise<ConditionalServer> {
  const server = await startConditionalServer(conditions);
  closing.push(() => server[Symbol.asyncDispose]());
  return server;
}

describe('the mark of a bucket that compares', () => {
  it('is written by the first of two who saw none, and read by both', async () => {
    const { settings, answered } = await bucket();
    const [one, two] = [new S3Store(settings, 'p/'), new S3Store(settings, 'p/')];
    const written = await Promise.all([one.writeMark('', 'one', null), two.writeMark('', 'two', null)]);
    expect([...written].sort()).toEqual([false, true]);
    expect((await two.readMark(''))?.text).toBe(written[0] ? 'one' : 'two');
    expect(await two.writeMark('', 'late', null)).toBe(false);
    expect(answered.at(-1)).toBe(412);
    expect(await one.writeMark('area-0', 'of an area', null)).toBe(true);
  });

  it('is replaced by one of two who know the same, whoever comes in the middle of the other', async () => {
    const server = await bucket();
    const [one, two] = [new S3Store(server.settings, ''), new S3Store(server.settings, '')];
    await one.writeMark('', 'first', null);
    const known = await one.readMark('');
    let inBetween: boolean | undefined;
    server.beforeWriting(async () => {
      inBetween = await two.writeMark('', 'two', known);
    });
    expect(await one.writeMark('', 'one', known)).toBe(true);
    expect([inBetween, server.answered]).toEqual([false, [200, 409, 200]]);
    expect(await two.writeMark('', 'two', known)).toBe(false);
    expect(await two.readMark('')).toMatchObject({ text: 'one' });
    expect(await two.writeMark('', 'two', await two.readMark(''))).toBe(true);
    expect(await one.readMark('')).toMatchObject({ text: 'two' });
  });

  it('is not made anew by who knew one that is gone', async () => {
    const server = await bucket();
    const store = new S3Store(server.settings, '');
    const known = { text: 'gone', version: '"0"' };
    expect(await store.writeMark('', 'mine', known)).toBe(false);
    expect([server.answered, await store.readMark('')]).toEqual([[404], null]);
  });
});

describe.each(['ignored', 'unknown'] as const)('the mark of a bucket where conditions are %s', (conditions) => {
  it('is of whoever wrote last', async () => {
    const { settings } = await bucket(conditions);
    const [one, two] = [new S3Store(settings, ''), new S3Store(settings, '')];
    expect(await one.writeMark('', 'one', null)).toBe(true);
    expect(await two.writeMark('', 'two', null)).toBe(true);
    expect(await one.readMark('')).toMatchObject({ text: 'two' });
  });
});

describe.each(['held', 'ignored', 'unknown'] as const)('two installations on a bucket, conditions %s', (conditions) => {
  it('come to one owner, and only that one removes', async () => {
    const { settings } = await bucket(conditions);
    const others = [await installation(settings, 'one'), await installation(settings, 'two')];
    // Both claim what is empty, then both take it over, at once.
    await looks(others);
    expect(statesOf(others)).toEqual(['foreign', 'own']);
    const key = `files/w/${'0'.repeat(8)}`;
    await new S3Store(settings, '').write(key, inPieces(noise(5), 5));
    for (let round = 0; round < 3; round += 1) {
      await Promise.all(others.map((each) => each.adopt()));
      await looks(others);
      expect(statesOf(others)).toEqual(['foreign', 'own']);
      const removable = await Promise.all(others.map((each) => each.stateOf(key)));
      expect(removable.sort()).toEqual(['foreign', 'own']);
    }
  });
});

type Ownership = ReturnType<typeof ownershipOf>;

async function installation(settings: ConditionalServer['settings'], holder: string): Promise<Ownership> {
  const test = await createTestDatabase();
  closing.push(() => test.dispose());
  return ownershipOf(new S3Store(settings, ''), test, holder);
}

/** At once, then one after the other: who was quicker is seen. */
async function looks(all: readonly Ownership[]): Promise<void> {
  await Promise.all(all.map((each) => each.look()));
  for (const each of all) await each.look();
}

const statesOf = (all: readonly Ownership[]) =>
  all.map((each) => each.status().find(({ area }) => area === '')?.state).sort();
