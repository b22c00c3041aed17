import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#kernel';
import { entry } from '#plugins/database/contract.ts';
import { createTestDatabase, type TestDatabase } from '#plugins/database/testing/test-database.ts';
import { boundSink, type KeyName, KeyStore } from './store.ts';
import type { IdempotencyTables } from './tables.ts';

let test: TestDatabase;
let store: KeyStore;

beforeAll(async () => {
  test = await createTestDatabase();
  store = new KeyStore(test.database);
});
afterAll(() => test.dispose());

function name(more: Partial<KeyName> = {}): KeyName {
  return { workspaceId: newId(), appId: newId(), hash: newId(), ...more };
}

async function claimed(key: KeyName): Promise<string> {
  const claim = await store.claim(key, 'f');
  if (claim === null) throw new Error('the key was taken');
  return claim;
}

function system() {
  return test.database.system<IdempotencyTables>();
}

describe('the claim of a key', () => {
  it('is given to one of many', async () => {
    const key = name();
    const claims = await Promise.all(Array.from({ length: 16 }, () => store.claim(key, 'f')));
    expect(claims.filter((claim) => claim !== null)).toHaveLength(1);
  });

  it('goes to another when nobody renewed it, and then binds no run any more', async () => {
    const key = name();
    const first = await claimed(key);
    await system()
      .updateTable('idempotency_keys')
      .set({ claimed_until: new Date(0) })
      .execute();
    const second = await claimed(key);
    const late = test.groupCommit.add([entry(boundSink, { claim: first, runId: newId(), name: key })]);
    await expect(late).rejects.toMatchObject({ code: 'idempotency.claim_lost' });
    expect(await store.find(key)).toMatchObject({ runId: null });
    const runId = newId();
    await test.groupCommit.add([entry(boundSink, { claim: second, runId, name: key })]);
    expect(await store.find(key)).toMatchObject({ runId });
  });

  it('is given back when it led to nothing, and kept when it led to a run', async () => {
    const [free, bound] = [name(), name()];
    await store.release(free, await claimed(free));
    expect(await store.find(free)).toBeNull();
    const claim = await claimed(bound);
    await test.groupCommit.add([entry(boundSink, { claim, runId: newId(), name: bound })]);
    await store.release(bound, claim);
    expect(await store.claim(bound, 'f')).toBeNull();
  });
});

describe('a key', () => {
  it('is forgotten after its time, also before it is swept', async () => {
    const key = name();
    const claim = await claimed(key);
    await store.complete(key, claim, { fingerprint: 'f', reply: '{}' });
    expect(await store.claim(key, 'f')).toBeNull();
    const past = { expires_at: new Date(0) };
    await system().updateTable('idempotency_keys').set(past).where('key_hash', '=', key.hash).execute();
    expect(await store.claim(key, 'f')).not.toBeNull();
    await system().updateTable('idempotency_keys').set(past).where('key_hash', '=', key.hash).execute();
    await store.sweep();
    expect(await store.find(key)).toBeNull();
  });

  it('belongs to its workspace and app', async () => {
    const key = name();
    await claimed(key);
    expect(await store.find({ ...key, workspaceId: newId() })).toBeNull();
    expect(await store.claim({ ...key, workspaceId: newId() }, 'f')).not.toBeNull();
    expect(await store.claim({ ...key, appId: newId() }, 'f')).not.toBeNull();
  });
});
