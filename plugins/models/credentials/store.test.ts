import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#plugins/database/testing/test-database.ts';
import { SetStore } from './set-store.ts';
import { createCredentialStore } from './store.ts';

interface Tables {
  tool_credentials: { workspace_id: string; provider: string; sealed: string };
}

let test: TestDatabase;

beforeAll(async () => {
  test = await createTestDatabase();
});

afterAll(() => test.dispose());

const one = randomUUID();
const two = randomUUID();

describe('stored credentials', () => {
  it('are saved, replaced, read per workspace, and removed', async () => {
    const store = createCredentialStore(test.database, 'tool_credentials');
    await store.save(one, 'openai', 'first');
    await store.save(one, 'openai', 'second');
    await store.save(one, 'other', 'x');
    await store.save(two, 'openai', 'foreign');
    expect(await store.all(one)).toEqual(
      new Map([
        ['openai', 'second'],
        ['other', 'x'],
      ]),
    );
    await store.remove(one, 'openai');
    expect([...(await store.all(one)).keys()]).toEqual(['other']);
    expect(await store.all(two)).toEqual(new Map([['openai', 'foreign']]));
  });

  it('of another workspace are neither seen nor written, also by a query without a condition', async () => {
    await createCredentialStore(test.database, 'tool_credentials').save(two, 'openai', 'foreign');
    const database = test.database.workspace<Tables>(one);
    const rows = await database.selectFrom('tool_credentials').select('workspace_id').execute();
    expect(rows.every((row) => row.workspace_id === one)).toBe(true);
    const foreign = { workspace_id: two, provider: 'p', sealed: 's' };
    await expect(database.insertInto('tool_credentials').values(foreign).execute()).rejects.toThrow(
      /row-level security/,
    );
  });
});

describe('stored sets of credentials', () => {
  const provider = 'openai';
  const named = async (store: SetStore) =>
    (await store.all(one)).map(({ name, sealed, isDefault }) => [name, sealed, isDefault]);

  it('have one default, names of their own, and no say in other workspaces', async () => {
    const store = new SetStore(test.database);
    await store.save(one, provider, 'a');
    await store.save(one, provider, 'b');
    const id = await store.create(one, provider, { name: 'EU', sealed: 'c' });
    expect(await named(store)).toEqual([
      ['Default', 'b', true],
      ['EU', 'c', false],
    ]);
    await expect(store.create(one, provider, { name: 'eu', sealed: 'd' })).rejects.toMatchObject({
      code: 'credentials.name_taken',
    });
    await expect(store.change(one, provider, { id, name: 'DEFAULT' })).rejects.toMatchObject({
      code: 'credentials.name_taken',
    });
    // Ids of others are of nobody here; nor are those of another provider.
    expect(await store.change(two, provider, { id, name: 'taken' })).toBe(false);
    expect(await store.change(one, 'other', { id, name: 'taken' })).toBe(false);
    expect(await store.removeSet(two, provider, id)).toBe(false);
    expect(await store.removeSet(one, 'other', id)).toBe(false);
    expect(await store.change(one, provider, { id, isDefault: true })).toBe(true);
    await store.save(one, provider, 'e');
    expect(await named(store)).toEqual([
      ['Default', 'b', false],
      ['EU', 'e', true],
    ]);
    expect(await store.removeSet(one, provider, id)).toBe(false);
    await store.remove(one, provider);
    expect(await named(store)).toEqual([]);
    expect(await store.create(one, provider, { name: 'First', sealed: 'f' })).toEqual(expect.any(String));
    expect(await named(store)).toEqual([['First', 'f', true]]);
  });
});
