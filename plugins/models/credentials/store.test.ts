import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#plugins/database/testing/test-database.ts';
import { createCredentialStore } from './store.ts';

interface Tables {
  model_credentials: { workspace_id: string; provider: string; sealed: string };
}

let test: TestDatabase;

beforeAll(async () => {
  test = await createTestDatabase();
});

afterAll(() => test.dispose());

describe('stored credentials', () => {
  const one = randomUUID();
  const two = randomUUID();

  it('are saved, replaced, read per workspace, and removed', async () => {
    const store = createCredentialStore(test.database, 'model_credentials');
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
    await createCredentialStore(test.database, 'model_credentials').save(two, 'openai', 'foreign');
    const database = test.database.workspace<Tables>(one);
    const rows = await database.selectFrom('model_credentials').select('workspace_id').execute();
    expect(rows.every((row) => row.workspace_id === one)).toBe(true);
    const foreign = { workspace_id: two, provider: 'p', sealed: 's' };
    await expect(database.insertInto('model_credentials').values(foreign).execute()).rejects.toThrow(
      /row-level security/,
    );
  });
});
