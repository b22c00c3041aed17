import { expect, it } from 'vitest';
import { HttpServer } from '#http';
import { testClient } from '#http/testing/client.ts';
import { type LogLine, recordingLogger } from '#http/testing/server.ts';
import { startTestKernel, type TestKernel } from '#kernel/testing/test-kernel.ts';
import { Accounts, Sessions } from '#plugins/accounts/contract.ts';
import { Database, type GroupCommit } from '#plugins/database/contract.ts';
import { testDatabaseEnvironment } from '#plugins/database/testing/test-database.ts';
import { Members } from '#plugins/members/contract.ts';
import { Workspaces } from '#plugins/workspaces/contract.ts';
import { ActivityStore } from './activity-store.ts';
import { AuditStore } from './audit-store.ts';
import { Recorder } from './recorder.ts';

it('an orderly stop loses no entry', async () => {
  const environment = await testDatabaseEnvironment();
  const env = {
    ...environment.env,
    PORT: '0',
    HOST: '127.0.0.1',
    WEFT_QUIET: 'true',
    WEFT_SANDBOX_PYTHON_AHEAD: 'false',
  };
  const start = () => startTestKernel({ plugins: ['engine', 'http', 'plugins'], home: environment.home, env });
  let kernel: TestKernel = await start();
  try {
    const workspaceId = (await kernel.resolve(Workspaces).first())?.id ?? '';
    const password = 'purple-otter-93-lamps';
    const account = await kernel.resolve(Accounts).create({ email: 'ada@example.com', name: 'Ada', password });
    await kernel.resolve(Members).add(workspaceId, account.id, 'admin');
    const origin = { userAgent: '', address: '' };
    const { accessToken } = await kernel.resolve(Sessions).start(account.id, origin);
    const client = testClient(kernel.resolve(HttpServer).address(), accessToken);
    for (let index = 0; index < 20; index += 1) {
      const answer = await client.request('/console/api/invitations', {
        body: { email: `${index}@example.com`, role: 'member' },
      });
      expect(answer.status).toBe(201);
    }
    await client.request('/console/api/account', { method: 'PATCH', body: { name: 'Ada B.' } });
    await kernel.stop();
    kernel = await start();
    const entries = await new AuditStore(kernel.resolve(Database)).list(workspaceId, { limit: 100 });
    const actions = entries.map(({ action }) => action);
    expect(actions.filter((action) => action === 'members.invite')).toHaveLength(20);
    expect(actions).toEqual(expect.arrayContaining(['members.joined']));
    const own = await new ActivityStore(kernel.resolve(Database)).list(account.id, { limit: 100 });
    expect(own.map(({ action }) => action)).toEqual(['accounts.update', 'accounts.signed-in']);
  } finally {
    await kernel.dispose();
    await environment.dispose();
  }
}, 60_000);

it('entries that the database does not take fill no memory, and it is told how many are missed', async () => {
  const log: LogLine[] = [];
  const waiting: (() => void)[] = [];
  const commit: GroupCommit = {
    add: () => new Promise((resolve) => waiting.push(resolve)),
    pending: 0,
    backlog: 0,
  };
  const recorder = new Recorder({ commit, logger: recordingLogger(log) });
  const facts = { accountId: null, actor: 'a', address: '', action: 'b', summary: 'c', targets: {}, details: {} };
  const item = { ...facts, workspaceId: 'w', requestId: null, status: 200 };
  for (let index = 0; index < 10_007; index += 1) recorder.record(item);
  expect(waiting).toHaveLength(10_000);
  expect(log).toHaveLength(1);
  for (const resolve of waiting) resolve();
  await expect.poll(() => log.at(-1)?.fields).toEqual({ missed: 7 });
  recorder.record(item);
  expect(waiting).toHaveLength(10_001);
});
