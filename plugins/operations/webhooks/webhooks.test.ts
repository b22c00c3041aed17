import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { appDocument, chain, greetingWorkflow, node } from '#engine/testing/app-document.ts';
import { Database } from '#plugins/database/contract.ts';
import { runQuery } from '#plugins/database/testing/run-query.ts';
import { startPlatform, type TestPlatform } from '#plugins/delivery-api/testing/platform.ts';
import { type LocalServer, type SeenRequest, startServer } from '#plugins/egress/testing/local-server.ts';
import { askNode, document, startNode } from '#plugins/human-input/testing/documents.ts';
import { eventTypes, Webhooks } from './contract.ts';
import { WebhookStore } from './store.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform({
    config: { egress: { allow: ['127.0.0.1'] }, webhooks: { attempts: 2 }, jobs: { silentSeconds: 2 } },
  });
});
afterAll(() => platform.dispose());

type Item = Readonly<Record<string, unknown>>;

/** A receiver that answers with the statuses in order, the last one for good. */
async function receiver(...statuses: readonly number[]): Promise<LocalServer> {
  let next = 0;
  const server = await startServer((_, response) => {
    const status = statuses[Math.min(next, statuses.length - 1)] ?? 204;
    next += 1;
    response.writeHead(status, { location: '/elsewhere' }).end(status === 204 ? '' : 'x'.repeat(100_000));
  });
  onTestFinished(() => server[Symbol.asyncDispose]());
  return server;
}

async function call(method: string, path: string, body?: unknown) {
  const answer = await platform.management.request(`/console/api/apps/${path}`, {
    method,
    ...(body !== undefined && { body }),
  });
  return { status: answer.status, body: answer.body as Item & { readonly id: string; readonly secret: string } };
}

async function add(appId: string, url: string, more: object = {}) {
  const { status, body } = await call('POST', `${appId}/webhooks`, { url, ...more });
  expect(status).toBe(201);
  return body;
}

async function deliveries(appId: string, query = ''): Promise<readonly Item[]> {
  return (await call('GET', `${appId}/webhook-deliveries${query}`)).body.data as readonly Item[];
}

async function greet(key: string, inputs: object = { name: 'Ada' }) {
  return platform.post(key, '/v1/workflows/run', { inputs, response_mode: 'blocking', user: 'u' });
}

/** As a receiver does it who follows the specification. */
function verified(request: SeenRequest | undefined, secret: string) {
  const headers = request?.headers as Record<string, string>;
  const text = request?.body.toString() ?? '';
  return new Webhook(secret).verify(text, headers) as {
    readonly type: string;
    readonly timestamp: string;
    readonly data: Item;
  };
}

const failing = appDocument({
  mode: 'workflow',
  nodes: [
    node('1', 'start'),
    node('2', 'code', {
      code: 'function main() { throw new Error("broken") }',
      code_language: 'javascript',
      outputs: {},
      variables: [],
    }),
    node('3', 'end', { outputs: [] }),
  ],
  edges: chain('1', '2', '3'),
});

const chat = appDocument({
  mode: 'advanced-chat',
  nodes: [node('1', 'start'), node('2', 'answer', { answer: 'You said {{#sys.query#}}' })],
  edges: chain('1', '2'),
});

describe('a webhook', () => {
  it('attack T23: is told, signed, of a workflow run that succeeded', async () => {
    const server = await receiver(204);
    const { appId, key } = await platform.importApp(greetingWorkflow());
    const { secret } = await add(appId, `${server.url}/hook`);
    const run = (await greet(key)).body as Item & { readonly data: Item };
    await expect.poll(() => server.seen.length).toBe(1);
    const event = verified(server.seen[0], secret);
    expect(event).toMatchObject({
      type: 'run.succeeded',
      data: {
        app_id: appId,
        workflow_run_id: run.workflow_run_id,
        task_id: run.task_id,
        status: 'succeeded',
        outputs: { greeting: 'Hello Ada' },
        error: null,
        total_tokens: 0,
        elapsed_time: expect.any(Number),
      },
    });
    expect(event.timestamp).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
    const [seen] = server.seen as [SeenRequest];
    const withHeader = (name: string, value: string) => ({ ...seen, headers: { ...seen.headers, [name]: value } });
    const later = String(Number(seen.headers['webhook-timestamp']) + 1);
    for (const forged of [
      { ...seen, body: Buffer.from(seen.body.toString().replace('succeeded', 'failed')) },
      withHeader('webhook-timestamp', later),
      withHeader('webhook-id', 'msg_another'),
    ]) {
      expect(() => verified(forged, secret)).toThrow();
    }
    expect(server.seen[0]).toMatchObject({ method: 'POST', url: '/hook' });
    await expect.poll(() => deliveries(appId)).toMatchObject([{ status: 'delivered', attempts: 1, last_status: 204 }]);
    const [delivery] = await deliveries(appId);
    expect(server.seen[0]?.headers['webhook-id']).toBe(delivery?.id);
  });

  it('is told of a chat message with its conversation and its answer', async () => {
    const server = await receiver(200);
    const { appId, key } = await platform.importApp(chat);
    const { secret } = await add(appId, server.url);
    const body = { inputs: {}, query: 'hi', response_mode: 'blocking', user: 'u', conversation_id: '' };
    const answer = (await platform.post(key, '/v1/chat-messages', body)).body as Item;
    await expect.poll(() => server.seen.length).toBe(1);
    expect(verified(server.seen[0], secret).data).toMatchObject({
      message_id: answer.message_id,
      conversation_id: answer.conversation_id,
      answer: 'You said hi',
    });
  });

  it('is told of failures and pauses when it asked for them, and of nothing else', async () => {
    const server = await receiver(200);
    const broken = await platform.importApp(failing);
    await add(broken.appId, `${server.url}/failed`, { events: ['run.failed'] });
    await add(broken.appId, `${server.url}/succeeded`, { events: ['run.succeeded'] });
    await add(broken.appId, `${server.url}/disabled`, { enabled: false });
    await greet(broken.key, {});
    const asking = await platform.importApp(
      document('workflow', { start: startNode, ask: askNode(), end: { type: 'end', outputs: [] } }, [
        ['start', 'ask'],
        ['ask', 'end', 'ok'],
      ]),
    );
    await add(asking.appId, `${server.url}/paused`);
    await greet(asking.key, { order: 'A-1' });
    await expect.poll(() => server.seen.map(({ url }) => url).sort()).toEqual(['/failed', '/paused']);
    const told = (path: string) =>
      JSON.parse(server.seen.find(({ url }) => url === path)?.body.toString() ?? '{}') as { data: Item };
    expect(told('/failed').data).toMatchObject({ status: 'failed', error: expect.stringContaining('broken') });
    expect(told('/paused').data).toMatchObject({ status: 'paused', finished_at: null });
  });

  it('is not sent outputs that are large, but where they are', async () => {
    const server = await receiver(200);
    const document = appDocument({
      mode: 'workflow',
      nodes: [
        node('1', 'start'),
        node('2', 'template-transform', { template: '{{ "x" * 70000 }}', variables: [] }),
        node('3', 'end', { outputs: [{ variable: 'text', value_selector: ['2', 'output'] }] }),
      ],
      edges: chain('1', '2', '3'),
    });
    const { appId, key } = await platform.importApp(document);
    const { secret } = await add(appId, server.url);
    const run = (await greet(key, {})).body as Item & { readonly data: Item };
    await expect.poll(() => server.seen.length).toBe(1);
    expect(verified(server.seen[0], secret).data).toMatchObject({
      outputs: null,
      outputs_truncated: true,
      note: expect.stringContaining(`/v1/workflows/run/${String(run.workflow_run_id)}`),
    });
    expect(server.seen[0]?.body.length).toBeLessThan(2_000);
  });
});

describe('a message that is not taken', () => {
  it('is sent again under its id', async () => {
    const server = await receiver(500, 200);
    const { appId, key } = await platform.importApp(greetingWorkflow());
    const { secret } = await add(appId, server.url);
    await greet(key);
    await expect.poll(() => server.seen.length).toBe(2);
    const [first, second] = server.seen;
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    expect(second?.body).toEqual(first?.body);
    expect(verified(second, secret).type).toBe('run.succeeded');
    await expect.poll(() => deliveries(appId)).toMatchObject([{ status: 'delivered', attempts: 2 }]);
  });

  it('is dead after its last attempt, and can be sent again', async () => {
    const server = await receiver(302, 503, 200);
    const { appId, key } = await platform.importApp(greetingWorkflow());
    await add(appId, server.url);
    await greet(key);
    const dead = () => deliveries(appId, '?status=dead');
    await expect.poll(dead).toMatchObject([{ attempts: 2, last_status: 503, last_error: '127.0.0.1 answered 503.' }]);
    // A redirect is no delivery, and is not followed.
    expect(server.seen.map(({ url }) => url)).toEqual(['/', '/']);
    const [{ id } = { id: '' }] = (await dead()) as readonly { readonly id: string }[];
    expect((await call('POST', `${appId}/webhook-deliveries/${id}/redeliver`)).status).toBe(202);
    await expect.poll(() => deliveries(appId)).toMatchObject([{ id, status: 'delivered', last_status: 200 }]);
  });

  it('disables an endpoint that is gone', async () => {
    const server = await receiver(410);
    const { appId, key } = await platform.importApp(greetingWorkflow());
    const { id } = await add(appId, server.url);
    await greet(key);
    const list = async () => (await call('GET', `${appId}/webhooks`)).body.data;
    await expect.poll(list).toMatchObject([{ id, enabled: false, disabled_reason: expect.stringContaining('410') }]);
    await expect.poll(() => deliveries(appId)).toMatchObject([{ status: 'dead', attempts: 1 }]);
    const { body } = await call('PATCH', `${appId}/webhooks/${id}`, { enabled: true });
    expect(body).toMatchObject({ enabled: true, disabled_reason: null });
  });

  it('to a name that became private is refused when it is connected to', async () => {
    const { appId, key } = await platform.importApp(greetingWorkflow());
    const { id } = await add(appId, 'http://127.0.0.1:9/');
    // As if the name had been looked up again, with another answer.
    const database = platform.kernel.resolve(Database);
    await runQuery(database, `update webhook_endpoints set url = 'http://127.0.0.2:9/' where id = '${id}'`);
    await greet(key);
    await expect
      .poll(() => deliveries(appId))
      .toMatchObject([{ attempts: 1, last_status: null, last_error: expect.stringContaining('not public') }]);
    await call('DELETE', `${appId}/webhooks/${id}`);
  });
});

describe('the secret of a webhook', () => {
  it('signs beside the old one after a rotation, and is shown nowhere else', async () => {
    const server = await receiver(200);
    const { appId } = await platform.importApp(greetingWorkflow());
    const { id, secret } = await add(appId, server.url);
    const rotated = (await call('POST', `${appId}/webhooks/${id}/rotate`)).body.secret;
    expect((await call('POST', `${appId}/webhooks/${id}/test`)).status).toBe(202);
    await expect.poll(() => server.seen.length).toBe(1);
    expect(verified(server.seen[0], secret).type).toBe('webhook.test');
    expect(verified(server.seen[0], rotated).type).toBe('webhook.test');
    const shown = [
      await call('GET', `${appId}/webhooks`),
      await call('PATCH', `${appId}/webhooks/${id}`, { enabled: true }),
      await call('GET', `${appId}/webhook-deliveries`),
      (await platform.management.request(`/console/api/apps/${appId}/export`)).text,
      platform.log,
    ];
    expect(JSON.stringify(shown)).not.toContain('whsec_');
    for (const each of [secret, rotated]) expect(JSON.stringify(shown)).not.toContain(each.slice(6, 30));
  });
});

describe('adding a webhook', () => {
  it.each([
    ['http://10.0.0.1/', 'address_refused'],
    ['http://169.254.169.254/latest', 'address_refused'],
    ['http://[::1]:80/', 'address_refused'],
    ['http://2130706434/', 'address_refused'],
    ['ftp://example.com/', 'invalid_url'],
    ['https://user:pw@example.com/', 'invalid_url'],
    ['example.com', 'invalid_url'],
  ])('refuses %s', async (url, code) => {
    const { appId } = await platform.importApp(greetingWorkflow());
    const answer = await call('POST', `${appId}/webhooks`, { url });
    expect(answer).toMatchObject({ status: 400, body: { code } });
    expect((await call('GET', `${appId}/webhooks`)).body.data).toEqual([]);
  });

  it('stops at five', async () => {
    const { appId } = await platform.importApp(greetingWorkflow());
    const url = 'http://127.0.0.1:9/';
    const answers = await Promise.all(Array.from({ length: 8 }, () => call('POST', `${appId}/webhooks`, { url })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(3);
  });

  it.each([{ events: [] }, { events: ['run.imagined'] }, { url: '' }, { secret: 'mine' }])(
    'refuses %j',
    async (more) => {
      const { appId } = await platform.importApp(greetingWorkflow());
      const { status } = await call('POST', `${appId}/webhooks`, { url: 'http://127.0.0.1:9/', ...more });
      expect(status).toBe(400);
    },
  );

  it('to an app that is not there, or changing one of another app, is 404', async () => {
    const { appId } = await platform.importApp(greetingWorkflow());
    const { appId: other } = await platform.importApp(greetingWorkflow());
    const { id } = await add(appId, 'http://127.0.0.1:9/');
    expect((await call('POST', `${crypto.randomUUID()}/webhooks`, { url: 'http://127.0.0.1:9/' })).status).toBe(404);
    expect((await call('PATCH', `${other}/webhooks/${id}`, { enabled: false })).status).toBe(404);
    expect((await call('DELETE', `${other}/webhooks/${id}`)).status).toBe(404);
    expect((await call('POST', `${other}/webhooks/${id}/rotate`)).status).toBe(404);
    expect((await call('POST', `${other}/webhooks/${id}/test`)).status).toBe(404);
    expect((await call('DELETE', `${appId}/webhooks/${id}`)).status).toBe(204);
  });
});

describe('another workspace', () => {
  it('neither sees nor changes a webhook, nor what it was told', async () => {
    const server = await receiver(200);
    const { appId, key } = await platform.importApp(greetingWorkflow());
    const { id: endpointId } = await add(appId, server.url);
    await greet(key);
    await expect.poll(() => deliveries(appId)).toMatchObject([{ status: 'delivered' }]);
    const [{ id: deliveryId } = { id: '' }] = (await deliveries(appId)) as readonly { readonly id: string }[];

    const workspaceId = crypto.randomUUID();
    const name = { workspaceId, appId, endpointId };
    const webhooks = platform.kernel.resolve(Webhooks);
    const settings = { url: server.url, events: eventTypes, enabled: true };
    const page = { limit: 10 };
    for (const attempt of [
      () => webhooks.list(workspaceId, appId),
      () => webhooks.add(workspaceId, appId, settings),
      () => webhooks.change(name, { enabled: false }),
      () => webhooks.remove(name),
      () => webhooks.rotate(name),
      () => webhooks.test(name),
      () => webhooks.deliveries(workspaceId, appId, page),
      () => webhooks.redeliver(workspaceId, appId, deliveryId),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ kind: 'not-found' });
    }
    // Nor does the database give it away, whoever forgets to ask for the app.
    const store = new WebhookStore(platform.kernel.resolve(Database));
    expect(await store.list(workspaceId, appId)).toEqual([]);
    expect(await store.change(name, { enabled: false })).toBeNull();
    expect(await store.deliveries(workspaceId, appId, page)).toEqual([]);
    expect(await store.redeliver({ workspaceId, appId, deliveryId }, async () => {})).toBeNull();
    expect(await store.remove(name)).toBe(false);
    expect((await call('GET', `${appId}/webhooks`)).body.data).toMatchObject([{ id: endpointId, enabled: true }]);
  });
});
