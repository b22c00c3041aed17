import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testContributions } from '#http/testing/server.ts';
import { createTestDatabase, type TestDatabase } from '#plugins/database/testing/test-database.ts';
import { readPlans } from './plans.ts';
import { WorkspaceStore } from './store.ts';
import type { WorkspaceTables } from './tables.ts';

let test: TestDatabase;
let store: WorkspaceStore;

beforeAll(async () => {
  test = await createTestDatabase();
  store = new WorkspaceStore(test.database, testContributions(readPlans({})));
});
afterAll(() => test.dispose());

describe('workspaces', () => {
  it('get one first workspace, however many ask for it at the same time', async () => {
    const values = { name: 'First', plan: 'unlimited', ownerName: 'Ada' };
    const made = await Promise.all([1, 2, 3, 4].map(() => store.createFirst(values)));
    const [first, ...others] = made.filter((workspace) => workspace !== null);
    expect(others).toEqual([]);
    expect(first).toMatchObject(values);
    expect(await store.first()).toEqual(first);
    await test.database.system<WorkspaceTables>().deleteFrom('workspaces').execute();
  });

  it('are found by id, and the first one made stays the first', async () => {
    expect(await store.first()).toBeNull();
    const before = Date.now() - 60_000;
    const first = await store.create({ name: 'One', plan: 'unlimited', ownerName: 'Ada' });
    const second = await store.create({ name: 'Two', description: 'other', plan: 'team', ownerName: 'Bob' });
    expect(first).toMatchObject({ name: 'One', description: '', plan: 'unlimited', ownerName: 'Ada' });
    expect(first.createdAt).toBeGreaterThan(before);
    expect(await store.first()).toEqual(first);
    expect(await store.get(second.id)).toEqual(second);
  });

  it('are made by an account as many as it may, however many it asks for at the same time', async () => {
    const maker = { accountId: randomUUID(), most: 3 };
    const values = { name: 'Mine', plan: 'sandbox', ownerName: 'Ada' };
    const make = () => store.createBy(maker, values);
    const made = await Promise.all(Array.from({ length: 8 }, make));
    expect(made.filter((workspace) => workspace !== null)).toHaveLength(3);
    const closed = made.find((workspace) => workspace !== null)?.id ?? '';
    await store.create(values);
    await store.close(closed, { by: 'Ada', purgeAt: new Date(0) }, async () => {});
    expect(await make()).toBeNull();
    await store.remove(closed);
    expect(await make()).toMatchObject({ name: 'Mine' });
    expect(await store.createBy({ ...maker, accountId: randomUUID() }, values)).toMatchObject({ name: 'Mine' });
    await test.database.system<WorkspaceTables>().deleteFrom('workspaces').execute();
  });

  it('keep code from the network until they allow it', async () => {
    const { id, codeNetwork } = await store.create({ name: 'Net', plan: 'team', ownerName: 'Eve' });
    expect(codeNetwork).toBe(false);
    expect(await store.update(id, { codeNetwork: true })).toMatchObject({ id, codeNetwork: true });
    expect(await store.update(id, {})).toMatchObject({ codeNetwork: true });
    expect(await store.get(id)).toMatchObject({ codeNetwork: true });
    expect(await store.update(randomUUID(), { codeNetwork: true })).toBeNull();
    expect(await store.update('x', { codeNetwork: true })).toBeNull();
  });

  it.each([randomUUID(), 'x', '', "' or true --"])('are not found by %j', async (id) => {
    expect(await store.get(id)).toBeNull();
  });

  it('are allowed what their plan says, and what was agreed on with them', async () => {
    const { id } = await store.create({ name: 'Big', plan: 'enterprise', ownerName: 'Fay' });
    expect(await store.planOf(id)).toMatchObject({ id: 'enterprise', name: 'Enterprise', apps: null });
    await store.update(id, { planTerms: { apps: 7, requestsPerMinute: 9000 } });
    expect(await store.planOf(id)).toMatchObject({ apps: 7, requestsPerMinute: 9000, members: null });
    await store.update(id, { planTerms: null });
    expect(await store.planOf(id)).toMatchObject({ apps: null });
    const sandbox = { id: 'sandbox', requestsPerMinute: 100, requestsPerDay: 10_000, apps: 10 };
    for (const plan of ['golden', '__proto__', 'constructor']) {
      await store.update(id, { plan });
      expect(await store.planOf(id)).toMatchObject(sandbox);
    }
    expect(await store.planOf(randomUUID())).toMatchObject(sandbox);
  });

  it('see themselves only', async () => {
    const one = await store.create({ name: 'Mine', plan: 'team', ownerName: 'Cleo' });
    const other = await store.create({ name: 'Other', plan: 'team', ownerName: 'Dan' });
    const db = test.database.workspace<WorkspaceTables>(one.id);
    expect(await db.selectFrom('workspaces').select('id').execute()).toEqual([{ id: one.id }]);
    const renamed = await db.updateTable('workspaces').set({ name: 'x' }).where('id', '=', other.id).executeTakeFirst();
    expect(renamed.numUpdatedRows).toBe(0n);
  });
});
