import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#plugins/database/testing/test-database.ts';
import { AssertionStore } from './assertion-store.ts';
import type { Connection } from './connection.ts';
import { ConnectionStore } from './connection-store.ts';
import type { SsoTables } from './tables.ts';

let test: TestDatabase;
let store: AssertionStore;
let connections: Connection[] = [];
const workspaceId = crypto.randomUUID();

beforeAll(async () => {
  test = await createTestDatabase();
  store = new AssertionStore(test.database);
  const values = {
    kind: 'oidc',
    name: 'Test',
    settings: { issuer: 'https://login.example.com', clientId: 'weft', scopes: [] },
    sealedSecret: null,
    domains: [],
    approvedDomains: [],
    defaultRole: null,
    roleClaim: null,
    roleMapping: [],
    enabled: true,
  } as const;
  const insert = () => new ConnectionStore(test.database).insert(workspaceId, crypto.randomUUID(), values);
  connections = [await insert(), await insert()];
});
afterAll(() => test.dispose());

const kept = async () => {
  const rows = await test.database.system<SsoTables>().selectFrom('sso_assertions').select('id_hash').execute();
  return rows.map(({ id_hash }) => id_hash).sort();
};
const inAnHour = () => new Date(Date.now() + 3_600_000);

it('an assertion is used once for each connection, whoever asks at the same time', async () => {
  const [one, other] = connections as [Connection, Connection];
  const uses = await Promise.all(Array.from({ length: 8 }, () => store.use(one, 'a', inAnHour())));
  expect(uses.filter(Boolean)).toHaveLength(1);
  expect(await store.use(other, 'a', inAnHour())).toBe(true);
  expect(await store.use(other, 'a', inAnHour())).toBe(false);
});

it('what is over is removed, and nothing else', async () => {
  const [one] = connections as [Connection];
  await store.use(one, 'over', new Date(Date.now() - 1_000));
  await store.use(one, 'good', inAnHour());
  expect(await kept()).toContain('over');
  expect(await store.sweep()).toBe(false);
  expect(await kept()).toEqual(['a', 'a', 'good']);
});
