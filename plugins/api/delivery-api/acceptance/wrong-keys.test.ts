import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { greetingWorkflow } from '#engine/testing/app-document.ts';
import { newId } from '#kernel';
import { Database } from '#plugins/database/contract.ts';
import { type ImportedApp, startPlatform, type TestPlatform } from '#plugins/delivery-api/testing/platform.ts';
import { Secrets } from '#plugins/secrets/contract.ts';

let platform: TestPlatform;
let app: ImportedApp;

beforeAll(async () => {
  platform = await startPlatform({
    threads: 0,
    config: { http: { trustedProxies: ['127.0.0.1'], failuresPerMinute: 40 } },
  });
  app = await platform.importApp(greetingWorkflow());
});
afterAll(() => platform.dispose());

const randomKey = () => `app-${randomBytes(12).toString('hex')}`;

async function ask(key: string, caller: string) {
  const headers = { authorization: `Bearer ${key}`, 'x-forwarded-for': caller };
  const answer = await fetch(`${platform.url}/v1/info`, { headers });
  return { status: answer.status, code: ((await answer.json()) as { code?: string }).code };
}

/** Makes a key as another process on the database would. */
async function keyFromElsewhere(): Promise<string> {
  const secret = randomKey();
  const hash = platform.kernel.resolve(Secrets).hash(secret);
  const row = {
    id: newId(),
    workspace_id: platform.workspaceId,
    app_id: app.appId,
    name: 'x',
    hash,
    last_four: 'xxxx',
  };
  const db = platform.kernel.resolve(Database).system<{ app_keys: Record<string, string> }>();
  await db.insertInto('app_keys').values(row).execute();
  return secret;
}

describe('wrong keys', () => {
  it('are refused, and many at once keep no right one out', async () => {
    const guesses = Array.from({ length: 200 }, (_, index) => ask(randomKey(), `198.51.100.${index}`));
    const right = ask(app.key, '192.0.2.1');
    expect(new Set((await Promise.all(guesses)).map(({ code }) => code))).toEqual(new Set(['unauthorized']));
    expect((await right).status).toBe(200);
  });

  it('from one address are heard no more after so many of them; keys that were in use go on', async () => {
    const guesses = await Promise.all(Array.from({ length: 40 }, () => ask(randomKey(), '203.0.113.1')));
    expect(guesses.every(({ status }) => status === 401)).toBe(true);
    expect(await ask(randomKey(), '203.0.113.1')).toEqual({ status: 429, code: 'too_many_requests' });
    expect((await ask(app.key, '203.0.113.1')).status).toBe(200);
    await platform.importApp(greetingWorkflow());
    expect((await ask(app.key, '203.0.113.1')).status).toBe(200);
    const listed = await fetch(`${platform.url}/console/api/apps`, {
      headers: { authorization: `Bearer ${platform.token}`, 'x-forwarded-for': '203.0.113.1' },
    });
    expect(listed.status).toBe(200);
  });
});

describe('a key that another process made', () => {
  it('works at once, also in the middle of wrong ones', async () => {
    const key = await keyFromElsewhere();
    const guesses = Array.from({ length: 100 }, (_, index) => ask(randomKey(), `198.51.100.${index}`));
    expect((await ask(key, '192.0.2.2')).status).toBe(200);
    await Promise.all(guesses);
  });
});
