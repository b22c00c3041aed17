import { afterEach, beforeEach, expect, it } from 'vitest';
import type { TestClient } from '#http/testing/client.ts';
import { connect, registerService } from '#plugins/connected-accounts/testing/connecting.ts';
import { type OAuthService, startOAuthService } from '#plugins/connected-accounts/testing/oauth-service.ts';
import { withDatabase } from '#plugins/database/testing/open-environment.ts';
import { runQuery } from '#plugins/database/testing/run-query.ts';
import { type Installation, testInstallation } from '#plugins/runs/testing/installation.ts';
import { managementClient } from '#plugins/runs/testing/management-client.ts';
import { killLeftovers } from '#plugins/runs/testing/server-process.ts';
import { addressOf } from '#plugins/source-drive/testing/drive-base.ts';
import { FakeDrive } from '#plugins/source-drive/testing/fake-drive.ts';

const CHANGES = 1_000;

let installation: Installation;
let service: OAuthService;
const drive = new FakeDrive();
beforeEach(async () => {
  installation = await testInstallation({ HOST: '127.0.0.1', WEFT_EGRESS_ALLOW: '127.0.0.1' });
  service = await startOAuthService();
  service.handlers.push(drive.handle);
});
afterEach(async () => {
  drive.onCall = () => undefined;
  await killLeftovers();
  await service[Symbol.asyncDispose]();
  await installation.dispose();
});

async function sent(client: TestClient, method: string, path: string, body?: object): Promise<Record<string, unknown>> {
  const answer = await client.request(`/console/api/${path}`, { method, ...(body !== undefined && { body }) });
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body as Record<string, unknown>;
}

it('loses and doubles none of a thousand changes when its server is killed between them', async () => {
  let starting = installation.start();
  let client = await managementClient(await starting, installation);
  await registerService(client, service);
  const wish = { owner: 'workspace', capabilities: ['drive.read'] } as const;
  const { id: account } = await connect({ client, cookie: '' }, service, wish);
  const { id: base } = await sent(client, 'POST', 'datasets', { name: 'base', indexing_technique: 'economy' });
  const folder = drive.folder('Handbook');
  const source = { kind: 'drive', url: addressOf(folder), account_id: account, refresh: 'never' };
  const { id } = await sent(client, 'POST', `datasets/${base}/sources`, source);
  const one = `datasets/${base}/sources/${id}`;
  const isDone = () =>
    expect.poll(async () => (await sent(client, 'GET', one)).status, { timeout: 200_000, interval: 500 });
  await isDone().toBe('completed');

  for (let index = 0; index < CHANGES; index += 1) drive.file(`f${index}.md`, `# File ${index}`, folder);
  // Several pages of the log, and a kill at its second, at the first file, and in the middle of them.
  drive.pageSize = 300;
  const killedAt = (isIt: (url: URL) => boolean, count: number): Promise<void> => {
    const dead = Promise.withResolvers<void>();
    let seen = 0;
    drive.onCall = (url) => {
      if (isIt(url)) seen += 1;
      return seen === count
        ? starting.then((server) => server.kill()).then(() => dead.resolve(), dead.reject)
        : undefined;
    };
    return dead.promise;
  };
  const isLog = ({ pathname }: URL) => pathname.endsWith('/changes');
  const isContent = ({ searchParams }: URL) => searchParams.get('alt') === 'media';
  const first = killedAt(isLog, 2);
  await sent(client, 'POST', `${one}/refresh`);
  await first;
  for (const count of [1, 300]) {
    const killed = killedAt(isContent, count);
    starting = installation.start();
    await killed;
  }
  drive.onCall = () => undefined;
  starting = installation.start();
  client = await managementClient(await starting, installation);
  await isDone().toBe('completed');
  expect((await sent(client, 'GET', one)).pages).toMatchObject({ waiting: 0, failed: 0 });
  await (await starting).stop();
  const counted = await withDatabase(installation, async (database) => {
    const text = 'select count(*)::int as all, count(distinct name)::int as names from dataset_documents';
    return (await runQuery<{ all: number; names: number }>(database, text))[0];
  });
  expect(counted).toEqual({ all: CHANGES, names: CHANGES });
}, 420_000);
