import { randomBytes, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { type TestClient, testClient } from '#http/testing/client.ts';
import { temporaryFolder } from '#kernel/testing/temporary-folder.ts';
import { withDatabase } from '#plugins/database/testing/open-environment.ts';
import { type TestDatabaseEnvironment, testDatabaseEnvironment } from '#plugins/database/testing/test-database.ts';
import { killLeftovers, type ServerProcess, startServer } from '#plugins/runs/testing/server-process.ts';
import type { Secrets } from '#plugins/secrets/contract.ts';
import { secretsOf, secretsWith } from '#plugins/secrets/testing/home-secrets.ts';

/** More than a few steps of a rotation. */
const SECRETS = 2_600;

interface Tables {
  readonly model_credentials: { workspace_id: string; provider: string; sealed: string };
}

let environment: TestDatabaseEnvironment;
const workspaceId = randomUUID();
beforeEach(async () => {
  environment = await testDatabaseEnvironment();
});
afterEach(async () => {
  await killLeftovers();
  await environment.dispose();
});

async function seal(secrets: Secrets, count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, index) => ({
    workspace_id: workspaceId,
    provider: `p${index}`,
    sealed: secrets.seal(workspaceId, `models.credentials.p${index}`, JSON.stringify({ key: `secret ${index}` })),
  }));
  await withDatabase(environment, (database) =>
    database.system<Tables>().insertInto('model_credentials').values(rows).execute(),
  );
}

async function expectReadable(secrets: Secrets, count: number): Promise<void> {
  const rows = await withDatabase(environment, (database) =>
    database.system<Tables>().selectFrom('model_credentials').selectAll().execute(),
  );
  const own = rows.filter((row) => row.workspace_id === workspaceId);
  expect(own).toHaveLength(count);
  for (const { provider, sealed } of own) {
    const plain = secrets.open(workspaceId, `models.credentials.${provider}`, sealed);
    expect(plain).toBe(JSON.stringify({ key: `secret ${provider.slice(1)}` }));
  }
}

async function managementOf({ address }: ServerProcess, home = environment.home): Promise<TestClient> {
  return testClient(address, (await readFile(join(home, 'management-token'), 'utf8')).trim());
}

interface State {
  readonly left: number;
  readonly unreadable: number;
  readonly sealing_key: string;
  readonly previous_keys: readonly string[];
}

async function ask(client: TestClient, path: string, method = 'GET'): Promise<State> {
  const answer = await client.request(`/console/api/master-key${path}`, { method });
  if (answer.status !== 200) throw new Error(`${answer.status}: ${answer.text}`);
  return answer.body as State;
}

async function rotateToEnd(client: TestClient): Promise<State> {
  for (;;) {
    const state = await ask(client, '/rotate', 'POST');
    if (state.left === 0) return state;
  }
}

it('a rotation that kill -9 ended goes on, with the same new key and nothing lost', { timeout: 120_000 }, async () => {
  await seal(await secretsOf(environment.home), SECRETS);
  const first = await startServer(environment.env);
  const client = await managementOf(first);
  const { sealing_key: old } = await ask(client, '');
  const begun = await ask(client, '/rotate', 'POST');
  expect(begun.left).toBeGreaterThan(1_000);
  const cut = ask(client, '/rotate', 'POST').catch(() => null);
  await first.kill();
  await cut;

  const second = await startServer(environment.env);
  const again = await managementOf(second);
  const state = await ask(again, '');
  expect(state).toMatchObject({ sealing_key: begun.sealing_key, previous_keys: [old], unreadable: 0 });
  expect(state.left).toBeGreaterThan(0);
  expect(await rotateToEnd(again)).toMatchObject({
    sealing_key: begun.sealing_key,
    previous_keys: [old],
    unreadable: 0,
  });
  expect(await ask(again, '/forget-previous', 'POST')).toMatchObject({ previous_keys: [], left: 0, unreadable: 0 });
  await second.stop();

  await expectReadable(await secretsOf(environment.home, { isAlone: true }), SECRETS);
});

describe.skipIf(inject('testDatabaseUrl') === '')('several processes on one database', () => {
  const [oldKey, newKey] = [randomBytes(32), randomBytes(32)];
  const text = (key: Buffer) => key.toString('base64');
  const oldFirst = { WEFT_SECRET_KEY: text(oldKey), WEFT_PREVIOUS_SECRET_KEYS: text(newKey) };
  const newFirst = { WEFT_SECRET_KEY: text(newKey), WEFT_PREVIOUS_SECRET_KEYS: text(oldKey) };

  it('read with either key, and end when all of them seal with the new one', { timeout: 180_000 }, async () => {
    const home = await temporaryFolder();
    await seal(secretsWith(oldKey), 20);
    const behind = await startServer({ ...environment.env, WEFT_SECRET_KEY: text(oldKey) });
    const ahead = await startServer({ ...environment.env, ...newFirst, WEFT_HOME: home });
    const client = await managementOf(ahead, home);
    const refused = await client.request('/console/api/master-key/rotate', { method: 'POST' });
    expect(refused).toMatchObject({ status: 409, body: { code: 'others_lack_key' } });
    expect(refused.text).toContain('WEFT_PREVIOUS_SECRET_KEYS');
    await behind.stop();

    const following = await startServer({ ...environment.env, ...oldFirst });
    const other = await managementOf(following);
    expect(await rotateToEnd(client)).toMatchObject({ left: 0, unreadable: 0 });
    // It reads what the other sealed, and goes on sealing with the old key.
    const put = { method: 'PUT', body: { credentials: { openai_api_key: 'sk-of-the-other' } } };
    expect((await other.request('/console/api/providers/openai', put)).status).toBe(200);
    const shown = await client.request('/console/api/providers');
    expect(shown.text).toContain('••••');
    const early = await client.request('/console/api/master-key/forget-previous', { method: 'POST' });
    expect(early).toMatchObject({ status: 409, body: { code: 'unfinished' } });
    await following.stop();

    const followed = await startServer({ ...environment.env, ...newFirst });
    expect(await rotateToEnd(client)).toMatchObject({ left: 0, unreadable: 0 });
    expect(await ask(client, '/forget-previous', 'POST')).toMatchObject({ previous_keys: [], left: 0 });
    await Promise.all([ahead.stop(), followed.stop()]);
    await expectReadable(secretsWith(newKey), 20);
  });
});
