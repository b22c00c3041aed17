import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { greetingWorkflow, promptApp } from '#engine/testing/app-document.ts';
import { type ImportedApp, sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { EndUsers } from '#plugins/end-users/contract.ts';
import { rememberingChat } from '#plugins/history-api/testing/documents.ts';
import { newMember } from '#plugins/members/testing/people.ts';

let platform: TestPlatform;
let app: ImportedApp;
let runs: string[];

beforeAll(async () => {
  platform = await sharedPlatform();
  app = await platform.importApp(greetingWorkflow());
  runs = [];
  for (const [name, user] of [
    ['Nora', 'u1'],
    ['Eve "the 1st"', 'u2'],
    ['Zoë', 'u1'],
  ]) {
    const body = { inputs: { name }, user };
    const answer = await platform.post(app.key, '/v1/workflows/run', body);
    runs.unshift((answer.body as { workflow_run_id: string }).workflow_run_id);
  }
});
afterAll(() => platform.dispose());

interface Logs {
  readonly total: number;
  readonly has_more: boolean;
  readonly data: readonly { readonly id: string; readonly created_by_end_user: { readonly id: string } }[];
}

const logs = (query: Record<string, string> = {}, key = app.key) =>
  platform.get(key, `/v1/workflows/logs?${new URLSearchParams(query)}`);
const found = async (query: Record<string, string>) =>
  ((await logs(query)).body as Logs).data.map(({ id }) => runs.indexOf(id));

const member = () => newMember(platform, 'editor', platform.workspaceId);

describe('the log of a workflow', () => {
  it('is its runs, newest first, with who ran them', async () => {
    const answer = await logs();
    expect(answer.body).toMatchObject({ page: 1, limit: 20, total: 3, has_more: false });
    expect((answer.body as Logs).data.map(({ id }) => id)).toEqual(runs);
    expect((answer.body as Logs).data[1]).toEqual({
      id: runs[1],
      workflow_run: {
        id: runs[1],
        version: expect.stringMatching(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}\.\d{6}$/),
        status: 'succeeded',
        error: null,
        elapsed_time: expect.any(Number),
        total_tokens: 0,
        total_steps: 3,
        created_at: expect.any(Number),
        finished_at: expect.any(Number),
        exceptions_count: 0,
        triggered_from: 'app-run',
      },
      details: null,
      created_from: 'service-api',
      created_by_role: 'end_user',
      created_by_account: null,
      created_by_end_user: {
        id: expect.any(String),
        type: 'service-api',
        is_anonymous: false,
        session_id: 'u2',
      },
      created_at: expect.any(Number),
    });
  });

  it('comes in pages', async () => {
    const first = (await logs({ limit: '2' })).body as Logs;
    expect([first.total, first.has_more, first.data.map(({ id }) => id)]).toEqual([3, true, runs.slice(0, 2)]);
    const second = (await logs({ limit: '2', page: '2' })).body as Logs;
    expect([second.total, second.has_more, second.data.map(({ id }) => id)]).toEqual([3, false, runs.slice(2)]);
    expect((await logs({ page: '99999' })).body).toMatchObject({ total: 3, has_more: false, data: [] });
  });

  const hour = 3_600_000;
  const at = (shift: number, cut = 24) => new Date(Date.now() + shift).toISOString().slice(0, cut);

  it.each<[Record<string, string>, number[]]>([
    [{ keyword: 'nora' }, [2]],
    [{ keyword: 'HELLO' }, [0, 1, 2]],
    [{ keyword: '"the' }, [1]],
    [{ keyword: 'zoë' }, [0]],
    [{ keyword: '%' }, []],
    [{ keyword: "'; drop table workflow_runs; --" }, []],
    [{ keyword: '' }, [0, 1, 2]],
    [{ status: 'succeeded' }, [0, 1, 2]],
    [{ status: 'failed' }, []],
    [{ created_by_end_user_session_id: 'u1' }, [0, 2]],
    [{ created_by_end_user_session_id: 'nobody' }, []],
    // What no user can be called is no missing filter.
    [{ created_by_end_user_session_id: '\0' }, []],
    [{ created_by_end_user_session_id: '' }, [0, 1, 2]],
    [{ created_by_account: 'ada@example.com' }, []],
    [{ created_at__after: at(-hour), created_at__before: at(hour) }, [0, 1, 2]],
    [{ created_at__after: at(-hour, 19) }, [0, 1, 2]],
    [{ created_at__after: `${at(hour, 19)}+00:00` }, []],
    [{ created_at__before: '2020-01-01' }, []],
  ])('is searched with %j', async (query, expected) => {
    expect(await found(query)).toEqual(expected);
  });

  it('is searched for a run', async () => {
    expect(await found({ keyword: runs[1] ?? '' })).toEqual([1]);
  });

  it.each([
    { limit: '0' },
    { limit: '101' },
    { page: '0' },
    { page: '100000' },
    { status: 'paused' },
    { created_at__after: 'yesterday' },
    { created_at__before: '2026-13-01T00:00:00Z' },
    { created_at__after: '2026-02-30T00:00:00Z' },
    { keyword: 'x'.repeat(513) },
  ])('is refused with %j', async (query) => {
    expect(await logs(query as Record<string, string>)).toMatchObject({ status: 400, body: { code: 'invalid_param' } });
  });

  it('tells a run of the console as one of an account', async () => {
    const { appId, key } = await platform.importApp(greetingWorkflow());
    const body = { inputs: { name: 'Ada' } };
    const run = await platform.management.request(`/console/api/apps/${appId}/run`, { body });
    expect(run.status).toBe(200);
    const { total, data } = (await logs({}, key)).body as Logs;
    expect(total).toBe(1);
    expect(data[0]).toMatchObject({
      workflow_run: { status: 'succeeded', triggered_from: 'app-run' },
      created_from: 'installed-app',
      created_by_role: 'account',
      created_by_account: null,
      created_by_end_user: null,
    });
  });

  it('names the account that ran the app in the console, and finds its runs by the address', async () => {
    const { appId, key } = await platform.importApp(greetingWorkflow());
    const [ada, eve] = [await member(), await member()];
    for (const { client } of [ada, eve]) {
      const run = await client.request(`/console/api/apps/${appId}/run`, { body: { inputs: { name: 'Ada' } } });
      expect(run.status, run.text).toBe(200);
    }
    await platform.post(key, '/v1/workflows/run', { inputs: { name: 'Zoë' }, user: ada.accountId });
    const { total, data } = (await logs({ created_by_account: ada.email.toUpperCase() }, key)).body as Logs;
    expect(total).toBe(1);
    expect(data[0]).toMatchObject({
      created_from: 'installed-app',
      created_by_role: 'account',
      created_by_account: { id: ada.accountId, name: 'Ada', email: ada.email },
      created_by_end_user: null,
    });
    expect((await logs({}, key)).body).toMatchObject({ total: 3 });
    const both = { created_by_account: ada.email, created_by_end_user_session_id: ada.accountId };
    expect((await logs(both, key)).body).toMatchObject({ total: 0, data: [] });
  });

  it('is kept for chatflows, and for no other mode', async () => {
    const chat = await platform.importApp(rememberingChat());
    await platform.post(chat.key, '/v1/chat-messages', { inputs: {}, query: 'Hi', user: 'u1' });
    expect((await logs({}, chat.key)).body).toMatchObject({ total: 1 });
    const completion = await platform.importApp(promptApp('completion'));
    expect(await logs({}, completion.key)).toMatchObject({ status: 400, body: { code: 'not_workflow_app' } });
  });
});

describe('an end user', () => {
  it('is told by their id', async () => {
    const { data } = (await logs({ created_by_end_user_session_id: 'u2' })).body as Logs;
    const id = data[0]?.created_by_end_user.id ?? '';
    const answer = await platform.get(app.key, `/v1/end-users/${id.toUpperCase()}`);
    expect(answer.body).toEqual({
      id,
      tenant_id: platform.workspaceId,
      app_id: app.appId,
      type: 'service-api',
      external_user_id: 'u2',
      name: null,
      is_anonymous: false,
      session_id: 'u2',
      created_at: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/),
      updated_at: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/),
    });
  });

  it('is none who runs the app in the console, or tries its draft', async () => {
    const { appId, key } = await platform.importApp(greetingWorkflow());
    const { accountId, client } = await member();
    for (const path of ['run', 'draft/run']) {
      const run = await client.request(`/console/api/apps/${appId}/${path}`, { body: { inputs: { name: 'Ada' } } });
      expect(run.status, run.text).toBe(200);
    }
    const endUsers = platform.kernel.resolve(EndUsers);
    for (const type of ['console', 'debugging'] as const) {
      const of = { workspaceId: platform.workspaceId, appId, type, sessionId: accountId };
      const { id } = endUsers.identify(of).user;
      expect(await endUsers.find(platform.workspaceId, appId, [id])).toHaveLength(1);
      const answer = await platform.get(key, `/v1/end-users/${id}`);
      expect(answer).toMatchObject({ status: 404, body: { code: 'end_user_not_found' } });
    }
  });

  it('is not found elsewhere, and not by what is no id', async () => {
    const answer = await platform.get(app.key, `/v1/end-users/${crypto.randomUUID()}`);
    expect(answer).toMatchObject({ status: 404, body: { code: 'end_user_not_found' } });
    const odd = await platform.get(app.key, '/v1/end-users/u2');
    expect(odd).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });
});
