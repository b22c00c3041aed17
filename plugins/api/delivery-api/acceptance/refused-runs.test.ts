import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { appDocument, chain, node, promptApp } from '#engine/testing/app-document.ts';
import { type JsonAnswer, testClient } from '#http/testing/client.ts';
import { AnnotationClient } from '#plugins/annotations/testing/annotated-app.ts';
import {
  type EmbeddingServer,
  slowModel,
  startEmbeddingServer,
  useEmbeddingServer,
} from '#plugins/annotations/testing/embedding-server.ts';
import { watchStatements } from '#plugins/database/testing/statements.ts';
import { speakingWorkflow } from '#plugins/delivery-api/testing/documents.ts';
import { EventReader } from '#plugins/delivery-api/testing/event-reader.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';

let platform: TestPlatform;
let embeddings: EmbeddingServer;
beforeAll(async () => {
  embeddings = await startEmbeddingServer(0);
  platform = await sharedPlatform();
  await useEmbeddingServer(platform.management, embeddings);
});
afterAll(async () => {
  await platform.dispose();
  await embeddings.close();
});

async function limited(yaml: string, limits: object) {
  const app = await platform.importApp(yaml);
  const path = `/console/api/apps/${app.appId}/limits`;
  const answer = await platform.management.request(path, { method: 'PATCH', body: limits });
  expect(answer.status).toBe(200);
  return app;
}

/** A prompt app that takes pictures its callers have uploaded. */
function picturePrompt(): string {
  const tree = JSON.parse(promptApp('completion'));
  const image = { enabled: true, number_limits: 3, detail: 'high', transfer_methods: ['local_file'] };
  return JSON.stringify({ ...tree, model_config: { ...tree.model_config, file_upload: { image } } });
}

function pictureWorkflow(): string {
  const upload = { enabled: true, allowed_file_types: ['image'], allowed_file_upload_methods: ['local_file'] };
  return appDocument({
    mode: 'workflow',
    name: 'Pictures',
    features: { file_upload: { ...upload, number_limits: 3 } },
    nodes: [node('1', 'start', { variables: [] }), node('2', 'end', { outputs: [] })],
    edges: chain('1', '2'),
  });
}

const unknownFile = () => [{ type: 'image', transfer_method: 'local_file', upload_file_id: randomUUID() }];

/** For each kind of run: what it is asked, and what makes it look something up that is not there. */
const kinds = [
  {
    kind: 'chat',
    yaml: () => promptApp('chat'),
    path: () => '/v1/chat-messages',
    lookupPath: () => '/v1/chat-messages',
    body: { inputs: {}, query: 'Hello' },
    lookup: () => ({ conversation_id: randomUUID() }),
  },
  {
    kind: 'completion',
    yaml: picturePrompt,
    path: () => '/v1/completion-messages',
    lookupPath: () => '/v1/completion-messages',
    body: { inputs: { topic: 'rain' } },
    lookup: () => ({ files: unknownFile() }),
  },
  {
    kind: 'workflow',
    yaml: pictureWorkflow,
    path: () => '/v1/workflows/run',
    lookupPath: () => '/v1/workflows/run',
    body: { inputs: {} },
    lookup: () => ({ files: unknownFile() }),
  },
  {
    kind: 'pinned workflow',
    yaml: pictureWorkflow,
    path: () => '/v1/workflows/run',
    lookupPath: () => `/v1/workflows/${randomUUID()}/run`,
    body: { inputs: {} },
    lookup: () => ({}),
  },
];

/** What a generation route asks the database by itself. The rest of the process goes on meanwhile. */
const LOOKUP = /from "(conversations|messages|uploaded_files|app_versions|end_users)"/;
const TRIES = 40;

/** Many requests at a time, and the statements that were sent until all were answered. */
async function watched(ask: () => Promise<JsonAnswer>) {
  const watch = watchStatements();
  onTestFinished(() => watch.end());
  const answers = await Promise.all(Array.from({ length: TRIES }, ask));
  watch.end();
  const { statements } = watch;
  return { answers, statements, lookups: statements.filter((sql) => LOOKUP.test(sql)) };
}

/** Of a refusal, all that says when to come again. */
function told({ status, headers, body }: JsonAnswer) {
  const { code } = body as { readonly code: string };
  const [limit, remaining] = ['ratelimit-limit', 'ratelimit-remaining'].map((name) => headers.get(name));
  const seconds = headers.get('retry-after');
  return { status, code, limit, remaining, seconds, isReset: headers.get('ratelimit-reset') === seconds };
}

describe.each(kinds)('a $kind run that its user may not start', ({ yaml, path, lookupPath, body, lookup }) => {
  it.each(['blocking', 'streaming', 'async'])('is refused before anything is looked up, %s', async (response_mode) => {
    const app = await limited(yaml(), { app: { requests_per_minute: 500 }, user: { requests_per_minute: 2 } });
    const ask = (user: string) => platform.post(app.key, path(), { ...body, user });
    const seek = (user: string) => platform.post(app.key, lookupPath(), { ...body, ...lookup(), user, response_mode });
    // Those that are allowed count once each.
    expect([(await ask('u1')).status, (await ask('u1')).status]).toEqual([200, 200]);
    const { answers, statements, lookups } = await watched(() => seek('u1'));
    for (const answer of answers) {
      expect(answer.headers.get('content-type')).toContain('application/json');
      const refusal = { status: 429, code: 'too_many_requests', limit: '2', remaining: '0', isReset: true };
      expect(told(answer)).toMatchObject(refusal);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect(lookups).toEqual([]);
    // What goes on besides is not as much as one for each.
    expect(statements.length).toBeLessThan(TRIES);
    // Another user's are looked up: it could be seen.
    const others = await watched(() => seek('u2'));
    for (const { status } of others.answers) expect([400, 404]).toContain(status);
    expect(others.lookups.length).toBeGreaterThan(0);
  });
});

describe('a chat run that its user may not start', () => {
  it('costs no embedding where annotations answer', async () => {
    const app = await limited(promptApp('chat'), { user: { requests_per_minute: 1 } });
    const annotations = new AnnotationClient(platform.url, app.key);
    await annotations.add('What are your opening hours?', '9 to 17');
    await annotations.enable(slowModel);
    const ask = (user: string, query: string) =>
      platform.post(app.key, '/v1/chat-messages', { inputs: {}, query, user });
    expect((await ask('u1', 'the first question')).status).toBe(200);
    expect((await ask('u1', 'one in vain')).status).toBe(429);
    expect((await ask('u2', 'one of somebody else')).status).toBe(200);
    const embedded = embeddings.calls.flat();
    expect(embedded).toEqual(expect.arrayContaining(['the first question', 'one of somebody else']));
    expect(embedded).not.toContain('one in vain');
  });
});

describe('a run beyond', () => {
  /** Looks up a version that is not there, so it is 404 unless it is refused before. */
  const seek = (key: string, user: string, response_mode: string) =>
    platform.post(key, `/v1/workflows/${randomUUID()}/run`, { inputs: {}, user, response_mode });

  it.each([
    { whose: 'its user', limits: { user: { concurrent_runs: 1 } }, free: 'u2' },
    { whose: 'its app', limits: { app: { concurrent_runs: 1 } }, free: null },
  ])('the slots of $whose is refused at once, until one is given back', async ({ limits, free }) => {
    const { app: ofApp } = { app: {}, ...limits };
    const app = await limited(speakingWorkflow(30, 60), {
      ...limits,
      app: { ...ofApp, requests_per_minute: 500 },
    });
    const body = { inputs: {}, user: 'u1', response_mode: 'streaming' };
    const reader = new EventReader(await platform.open(app.key, '/v1/workflows/run', { body }));
    const { task_id: task } = await reader.until(({ event }) => event === 'workflow_started');
    for (const mode of ['blocking', 'streaming']) {
      const refusal = {
        status: 429,
        code: 'too_many_requests',
        limit: '1',
        remaining: '0',
        seconds: '1',
        isReset: true,
      };
      expect(told(await seek(app.key, 'u1', mode))).toEqual(refusal);
    }
    expect((await seek(app.key, 'u2', 'blocking')).status).toBe(free === 'u2' ? 404 : 429);
    await platform.post(app.key, `/v1/workflows/tasks/${task}/stop`, { user: 'u1' });
    await reader.rest();
    await expect.poll(async () => (await seek(app.key, 'u1', 'blocking')).status).toBe(404);
    const again = new EventReader(await platform.open(app.key, '/v1/workflows/run', { body }));
    const { task_id: next } = await again.until(({ event }) => event === 'workflow_started');
    await platform.post(app.key, `/v1/workflows/tasks/${next}/stop`, { user: 'u1' });
    await again.rest();
  });

  it.each(['user', 'app'])('the tokens of its %s is refused at once, with the numbers of that limit', async (whose) => {
    const limits = { app: { requests_per_minute: 500 } };
    const app = await limited(
      speakingWorkflow(0, 3),
      whose === 'app' ? { app: { ...limits.app, tokens_per_day: 1 } } : { ...limits, user: { tokens_per_day: 1 } },
    );
    expect((await seek(app.key, 'u1', 'blocking')).status).toBe(404);
    expect((await platform.post(app.key, '/v1/workflows/run', { inputs: {}, user: 'u1' })).status).toBe(200);
    const refusal = { status: 429, code: 'rate_limit_error', limit: '1', remaining: '0', isReset: true };
    await expect.poll(async () => told(await seek(app.key, 'u1', 'streaming'))).toMatchObject(refusal);
    expect((await seek(app.key, 'u2', 'blocking')).status).toBe(whose === 'app' ? 429 : 404);
  });
});

describe('a request with an Idempotency-Key beyond a limit', () => {
  const send = (key: string, name: string) => {
    const headers = { 'idempotency-key': name };
    const body = { inputs: {}, user: 'u1' };
    return testClient(platform.url, key).request('/v1/workflows/run', { headers, body });
  };

  it('is answered what its run was answered, where it repeats one', async () => {
    const app = await limited(speakingWorkflow(0, 3), { user: { requests_per_minute: 1 } });
    const name = randomUUID();
    const first = await send(app.key, name);
    expect(first.status).toBe(200);
    expect((await platform.post(app.key, '/v1/workflows/run', { inputs: {}, user: 'u1' })).status).toBe(429);
    const again = await send(app.key, name);
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
  });

  it('is refused for one look where it does not, and takes no key', async () => {
    const app = await limited(speakingWorkflow(0, 3), { user: { requests_per_minute: 1 } });
    expect((await platform.post(app.key, '/v1/workflows/run', { inputs: {}, user: 'u1' })).status).toBe(200);
    const { answers, statements, lookups } = await watched(() => send(app.key, randomUUID()));
    for (const answer of answers) expect(told(answer)).toMatchObject({ status: 429, code: 'too_many_requests' });
    const ofKeys = statements.filter((sql) => sql.includes('idempotency_keys') && !sql.includes('expires_at <'));
    expect(ofKeys.filter((sql) => !sql.startsWith('select'))).toEqual([]);
    expect(ofKeys).toHaveLength(TRIES);
    expect(lookups).toEqual([]);
  });
});
