import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { greetingWorkflow, modelChat, promptApp } from '#engine/testing/app-document.ts';
import { type JsonAnswer, testClient } from '#http/testing/client.ts';
import { Database, GroupCommit } from '#plugins/database/contract.ts';
import { runQuery } from '#plugins/database/testing/run-query.ts';
import { silentLogger } from '#plugins/database/testing/silent-logger.ts';
import { failingChat, failingWorkflow, speakingWorkflow } from '#plugins/delivery-api/testing/documents.ts';
import { type ImportedApp, sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { IdempotencyService } from './idempotency-service.ts';
import type { KeyStore } from './store.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await sharedPlatform();
});
afterAll(() => platform.dispose());

const body = { inputs: { name: 'Ada', topic: 'plants' }, query: 'Tell me of plants', user: 'u1' };

function post(app: ImportedApp, path: string, key: string, more = {}): Promise<JsonAnswer> {
  const headers = { 'idempotency-key': key };
  return testClient(platform.url, app.key).request(path, { headers, body: { ...body, ...more } });
}

async function runsOf({ appId }: ImportedApp): Promise<number> {
  const answer = await platform.management.request(`/console/api/runs?app_id=${appId}`);
  return (answer.body as { data: unknown[] }).data.length;
}

function dataFrames(text: string): string[] {
  return text.split('\n\n').filter((frame) => frame.startsWith('data: '));
}

const apps = [
  { mode: 'workflow', path: '/v1/workflows/run', yaml: greetingWorkflow() },
  { mode: 'workflow that fails', path: '/v1/workflows/run', yaml: failingWorkflow() },
  { mode: 'completion', path: '/v1/completion-messages', yaml: promptApp('completion') },
  { mode: 'chat', path: '/v1/chat-messages', yaml: promptApp('chat') },
  { mode: 'advanced-chat', path: '/v1/chat-messages', yaml: modelChat() },
  { mode: 'advanced-chat that fails', path: '/v1/chat-messages', yaml: failingChat() },
];

describe.each(apps)('a request that is repeated, $mode', ({ path, yaml }) => {
  it.each(['blocking', 'async'])('is answered the same by one run, %s', async (response_mode) => {
    const app = await platform.importApp(yaml);
    const key = randomUUID();
    const first = await post(app, path, key, { response_mode });
    const second = await post(app, path, key, { response_mode });
    // What goes on by itself may have got on in between.
    const goesOn = response_mode === 'async' ? { status: expect.any(String) } : {};
    expect([second.status, second.body]).toEqual([first.status, { ...(first.body as object), ...goesOn }]);
    expect(first.headers.get('idempotency-replayed')).toBeNull();
    if (first.status < 300) expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(await runsOf(app)).toBe(1);
  });

  it('is streamed the same by one run', async () => {
    const app = await platform.importApp(yaml);
    const key = randomUUID();
    const first = await post(app, path, key, { response_mode: 'streaming' });
    const second = await post(app, path, key, { response_mode: 'streaming' });
    expect(dataFrames(second.text)).toEqual(dataFrames(first.text));
    expect(dataFrames(first.text).length).toBeGreaterThan(1);
    expect(await runsOf(app)).toBe(1);
  });
});

describe('an idempotency key', () => {
  it('makes one run of 16 requests at the same time, and all are answered by it', async () => {
    const app = await platform.importApp(speakingWorkflow(10, 20));
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 16 }, () => post(app, '/v1/workflows/run', key)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(
      new Set(answers.map(({ body: answer }) => (answer as { workflow_run_id: string }).workflow_run_id)).size,
    ).toBe(1);
    expect(await runsOf(app)).toBe(1);
  });

  it('tells what became of a run that goes on by itself', async () => {
    const app = await platform.importApp(greetingWorkflow());
    const key = randomUUID();
    const send = () => post(app, '/v1/workflows/run', key, { response_mode: 'async' });
    const first = await send();
    expect(first).toMatchObject({ status: 202, body: { status: 'running' } });
    const status = async () => ((await send()).body as { status: string }).status;
    await expect.poll(status).toBe('succeeded');
    const { status: _status, ...ids } = first.body as { status: string };
    expect((await send()).body).toEqual({ ...ids, status: 'succeeded' });
  });

  it('goes on with a stream whose reader lost it', async () => {
    const app = await platform.importApp(speakingWorkflow(20, 20));
    const headers = { 'idempotency-key': randomUUID() };
    const request = { headers, body: { ...body, response_mode: 'streaming' } };
    const leave = new AbortController();
    const lost = await platform.open(app.key, '/v1/workflows/run', { ...request, signal: leave.signal });
    expect(lost.status).toBe(200);
    leave.abort();
    const again = await testClient(platform.url, app.key).stream('/v1/workflows/run', request);
    expect(again.events[0]?.event).toBe('workflow_started');
    expect(again.events.at(-1)).toMatchObject({ event: 'workflow_finished', data: { status: 'succeeded' } });
    expect(await runsOf(app)).toBe(1);
  });

  it('is refused for another request, and stays with the first', async () => {
    const app = await platform.importApp(greetingWorkflow());
    const key = randomUUID();
    const first = await post(app, '/v1/workflows/run', key);
    for (const more of [{ inputs: { name: 'Eve' } }, { user: 'u2' }, { response_mode: 'streaming' }]) {
      const other = await post(app, '/v1/workflows/run', key, more);
      expect(other).toMatchObject({ status: 409, body: { code: 'idempotency_key_reused', status: 409 } });
    }
    expect((await post(app, '/v1/workflows/run', key)).body).toEqual(first.body);
    expect(await runsOf(app)).toBe(1);
  });

  it('belongs to an app key: what others name the same is theirs', async () => {
    const app = await platform.importApp(greetingWorkflow());
    const other = await platform.importApp(greetingWorkflow());
    const made = await platform.management.request(`/console/api/apps/${app.appId}/keys`, { body: { name: 'two' } });
    const second = { ...app, key: (made.body as { api_key: string }).api_key };
    const key = randomUUID();
    const answers = await Promise.all([app, other, second].map((one) => post(one, '/v1/workflows/run', key)));
    const ids = answers.map(({ body: answer }) => (answer as { workflow_run_id: string }).workflow_run_id);
    expect(new Set(ids).size).toBe(3);
  });

  it('is free again when its request was refused', async () => {
    const app = await platform.importApp(greetingWorkflow());
    const key = randomUUID();
    expect((await post(app, '/v1/workflows/run', key, { inputs: { name: 7 } })).status).toBe(400);
    expect((await post(app, '/v1/workflows/run', key)).status).toBe(200);
  });

  it.each(['', ' ', 'a b', 'x'.repeat(256), 'ä'])('must be a name: %j', async (key) => {
    const app = await platform.importApp(greetingWorkflow());
    const answer = await post(app, '/v1/workflows/run', key);
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_param' } });
    expect(await runsOf(app)).toBe(0);
  });
});

describe('a request whose first attempt leads to nothing', () => {
  it('is answered by the one that was begun anew, when it comes back', async () => {
    const app = await platform.importApp(greetingWorkflow());
    const key = randomUUID();
    const database = platform.kernel.resolve(Database);
    // Whoever is at it stands still until somebody else has taken the claim and led it to a run.
    const lost = new Promise<JsonAnswer>((resolve) => {
      const commit = platform.kernel.resolve(GroupCommit);
      const add = commit.add.bind(commit);
      const once = vi.spyOn(commit, 'add').mockImplementationOnce(async (entries, options) => {
        once.mockRestore();
        await runQuery(database, 'update idempotency_keys set claimed_until = to_timestamp(0)');
        resolve(post(app, '/v1/workflows/run', key));
        await expect.poll(() => runsOf(app)).toBe(1);
        return add(entries, options);
      });
    });
    const first = await post(app, '/v1/workflows/run', key);
    const second = await lost;
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(first.body).toEqual(second.body);
    expect(first.headers.get('idempotency-replayed')).toBe('true');
    expect(await runsOf(app)).toBe(1);
  });

  it('is told so when it has waited long enough', async () => {
    const store = { claim: async () => null, find: async () => ({ fingerprint: null, runId: null, reply: null }) };
    const service = new IdempotencyService({
      store: store as unknown as KeyStore,
      logger: silentLogger,
      patience: 1,
    });
    const headers = { 'idempotency-key': 'k' };
    const request = { workspaceId: randomUUID(), appId: randomUUID(), headers, path: '/v1/x', bodyText: '{}' };
    const never = () => Promise.reject(new Error('it must not be made again'));
    const answer = service.run(request, { start: never, repeat: never });
    await expect(answer).rejects.toMatchObject({ code: 'idempotency.request_in_progress', retryAfter: 1 });
  });
});

describe('an upload', () => {
  function upload(app: ImportedApp, key: string, content: string, name = 'a.txt'): Promise<JsonAnswer> {
    const form = new FormData();
    form.append('user', 'u1');
    form.append('file', new Blob([content], { type: 'text/plain' }), name);
    const headers = { authorization: `Bearer ${app.key}`, 'idempotency-key': key };
    return fetch(`${platform.url}/v1/files/upload`, { method: 'POST', headers, body: form }).then(async (answer) => {
      const text = await answer.text();
      return { status: answer.status, headers: answer.headers, text, body: JSON.parse(text) };
    });
  }

  it('that is repeated is the same file, whatever separates the parts of its form', async () => {
    const app = await platform.importApp(greetingWorkflow());
    const key = randomUUID();
    const first = await upload(app, key, 'hello');
    const second = await upload(app, key, 'hello');
    expect(first.status).toBe(201);
    expect([second.status, second.text]).toEqual([201, first.text]);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
  });

  it('of other content or name, and a run, are refused under its key', async () => {
    const app = await platform.importApp(greetingWorkflow());
    const key = randomUUID();
    await upload(app, key, 'hello');
    for (const other of [
      await upload(app, key, 'hullo'),
      await upload(app, key, 'hello', 'b.txt'),
      await post(app, '/v1/workflows/run', key),
    ]) {
      expect(other).toMatchObject({ status: 409, body: { code: 'idempotency_key_reused' } });
    }
  });

  it('made several times at once is one file', async () => {
    const app = await platform.importApp(greetingWorkflow());
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 6 }, () => upload(app, key, 'hello')));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  });
});
