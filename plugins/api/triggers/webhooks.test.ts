import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Database } from '#plugins/database/contract.ts';
import { runQuery } from '#plugins/database/testing/run-query.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { webhookApp } from './testing/trigger-apps.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await sharedPlatform();
});
afterAll(() => platform.dispose());

interface Item {
  readonly id: string;
  readonly url: string;
  readonly [field: string]: unknown;
}

const console = async (method: string, path: string, body?: unknown) =>
  platform.management.request(`/console/api/${path}`, { method, ...(body !== undefined && { body }) });
async function hookOf(appId: string): Promise<Item> {
  const { body } = await console('GET', `apps/${appId}/triggers`);
  const [trigger] = (body as { data: readonly Item[] }).data;
  if (trigger === undefined) throw new Error('the app has no trigger');
  return trigger;
}
async function hook(settings: Readonly<Record<string, unknown>>, fields: readonly string[] = []) {
  const { appId } = await platform.importApp(webhookApp(settings, fields));
  return { appId, ...(await hookOf(appId)) };
}
type Headers = Readonly<Record<string, string>>;
async function call(
  url: string,
  init: { method?: string; headers?: Headers; body?: NonNullable<RequestInit['body']> } = {},
) {
  const answer = await fetch(url, { method: 'POST', ...init });
  const text = await answer.text();
  return { status: answer.status, text, code: /"code":"(\w+)"/.exec(text)?.[1], headers: answer.headers };
}
const asJson = (value: unknown, headers: Headers = {}) => ({
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(value),
});
const history = async ({ appId, id }: { appId: string; id: string }) => {
  const { body } = await console('GET', `apps/${appId}/triggers/${id}/firings`);
  return (body as { data: readonly { status: string; workflow_run_id: string; finished_at: number | null }[] }).data;
};
/** Outputs of the runs of a webhook, newest first, when all have ended. */
async function outputs(of: { appId: string; id: string }): Promise<readonly Readonly<Record<string, unknown>>[]> {
  await expect.poll(async () => (await history(of)).every(({ finished_at: at }) => at !== null)).toBe(true);
  const runs = (await history(of)).map(async ({ workflow_run_id: id }) => {
    const { body } = await console('GET', `runs/${id}`);
    return (body as { outputs: Readonly<Record<string, unknown>> }).outputs;
  });
  return Promise.all(runs);
}

const posts = { method: 'post', content_type: 'application/json' };

describe('a webhook', () => {
  it('starts a run with what its node declares, and answers as it says', async () => {
    const made = await hook(
      {
        ...posts,
        headers: [{ name: 'X-Event', required: true }],
        params: [
          { name: 'page', type: 'number' },
          { name: 'tag', type: 'array[string]' },
        ],
        body: [{ name: 'payload', type: 'object', required: true }],
        status_code: 202,
        response_body: '{"ok": true}',
      },
      ['X_Event', 'page', 'tag', 'payload'],
    );
    const sent = asJson({ payload: { a: [1, 'x'] }, stray: 1 }, { 'X-Event': 'push', Authorization: 'Bearer s3cret' });
    const answer = await call(`${made.url}?page=3&tag=a&tag=b`, sent);
    expect(answer).toMatchObject({ status: 202, text: '{"ok": true}\n' });
    expect(answer.headers.get('content-type')).toBe('application/json');
    const [output] = await outputs(made);
    expect(output).toMatchObject({ X_Event: 'push', page: 3, tag: ['a', 'b'], payload: { a: [1, 'x'] } });
    expect(output?._webhook_raw).toMatchObject({
      method: 'POST',
      headers: { 'x-event': 'push' },
      query_params: { page: '3', tag: 'b' },
      body: { payload: { a: [1, 'x'] }, stray: 1 },
    });
    // Neither the address nor what its caller is known by is told to the run, or logged.
    const token = new URL(made.url).pathname.split('/').at(-1) ?? '';
    const kept = await runQuery(
      platform.kernel.resolve(Database),
      `select inputs::text as text from workflow_runs where app_id = '${made.appId}'`,
    );
    const told = JSON.stringify([output, kept, platform.log]);
    expect(told).not.toContain('s3cret');
    expect(told).not.toContain(token);
    const { body: logs } = await console('GET', `apps/${made.appId}/runs?source=webhook`);
    expect(logs).toMatchObject({ data: [{ source: 'webhook', status: 'succeeded' }] });
  });

  it('refuses what it does not take, names the field, and runs nothing', async () => {
    const made = await hook({
      ...posts,
      headers: [{ name: 'X-Event', required: true }],
      params: [{ name: 'page', type: 'number' }],
      body: [
        { name: 'on', type: 'boolean' },
        { name: 'list', type: 'array[number]' },
        { name: 'text', type: 'string' },
      ],
    });
    const event = { 'X-Event': 'x' };
    const cases: [string, Parameters<typeof call>[1], number, string][] = [
      ['', asJson({}), 400, "The field 'X-Event' is required"],
      ['?page=x', asJson({}, event), 400, "'page' must be a number"],
      ['', asJson({ on: 'perhaps' }, event), 400, "'on' must be true or false"],
      ['', asJson({ list: ['1', 'x'] }, event), 400, "'list' must be a number"],
      ['', asJson({ text: 7 }, event), 400, "'text' must be a text"],
      ['', { headers: { ...event, 'content-type': 'application/json' }, body: '{"a":' }, 400, 'not valid JSON'],
      ['', { headers: { ...event, 'content-type': 'application/json' }, body: '['.repeat(9_000) }, 400, 'deeper'],
      ['', asJson(JSON.parse(`${'['.repeat(90)}${']'.repeat(90)}`), event), 400, 'deeper'],
      ['', { headers: { ...event, 'content-type': 'application/json' }, body: '{"__proto__": {}}' }, 400, '__proto__'],
      ['', { headers: { ...event, 'content-type': 'text/plain' }, body: 'x' }, 415, 'application/json'],
      [
        '',
        { headers: { ...event, 'content-type': 'application/json', 'content-encoding': 'gzip' }, body: 'x' },
        415,
        'gzip',
      ],
      ['', { method: 'PUT', ...asJson({}, event) }, 405, 'POST'],
      ['', { method: 'GET', headers: event }, 405, 'POST'],
    ];
    for (const [query, init, status, message] of cases) {
      const answer = await call(made.url + query, init);
      expect({ answer: answer.text, status: answer.status }).toEqual({
        answer: expect.stringContaining(message),
        status,
      });
    }
    expect(await history(made)).toEqual([]);
    expect(await hookOf(made.appId)).toMatchObject({
      refused: cases.filter(([, , status]) => status !== 415).length + 1,
      last_refusal: expect.stringContaining('POST'),
    });
  });

  it('takes forms with files, texts, and bytes of any kind', async () => {
    const form = new FormData();
    form.set('note', 'hello');
    form.set('doc', new File(['content'], 'a.txt', { type: 'text/plain' }));
    const forms = await hook(
      {
        method: 'post',
        content_type: 'multipart/form-data',
        body: [
          { name: 'note', type: 'string' },
          { name: 'doc', type: 'file', required: true },
        ],
      },
      ['note', 'doc'],
    );
    expect(await call(forms.url, { body: form })).toMatchObject({
      status: 200,
      text: expect.stringContaining('success'),
    });
    expect((await outputs(forms))[0]).toMatchObject({ note: 'hello', doc: { filename: 'a.txt', size: 7 } });
    const without = new FormData();
    without.set('note', 'hello');
    expect(await call(forms.url, { body: without })).toMatchObject({
      status: 400,
      text: expect.stringContaining("'doc'"),
    });

    const texts = await hook(
      { method: 'put', content_type: 'text/plain', body: [{ name: 'raw', type: 'string' }], response_body: 'thanks' },
      ['raw'],
    );
    expect(
      await call(texts.url, { method: 'PUT', headers: { 'content-type': 'text/plain' }, body: 'a\r\nb' }),
    ).toMatchObject({ status: 200, text: 'thanks' });
    expect((await outputs(texts))[0]).toMatchObject({ raw: 'a\r\nb' });

    const bytes = await hook(
      { method: 'post', content_type: 'application/octet-stream', body: [{ name: 'raw', type: 'file' }] },
      ['raw'],
    );
    expect(
      await call(bytes.url, { body: new Uint8Array([0, 255, 1]), headers: { 'content-type': 'application/x-thing' } }),
    ).toMatchObject({ status: 200 });
    expect((await outputs(bytes))[0]).toMatchObject({ raw: { size: 3 } });
  });

  it('takes a delivery that is named once, also when it comes several times at once', async () => {
    const made = await hook(posts);
    const sent = asJson({ n: 1 }, { 'Idempotency-Key': 'delivery-1' });
    const answers = await Promise.all([1, 2, 3, 4].map(() => call(made.url, sent)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    await call(made.url, sent);
    expect(await outputs(made)).toHaveLength(1);
    await call(made.url, asJson({ n: 1 }));
    await call(made.url, asJson({ n: 1 }));
    expect(await outputs(made)).toHaveLength(3);
  });

  it('takes no calls while it or its app is paused', async () => {
    const made = await hook(posts);
    await console('PATCH', `apps/${made.appId}/triggers/${made.id}`, { enabled: false });
    expect(await call(made.url, asJson({}))).toMatchObject({ status: 409, code: 'paused' });
    await console('PATCH', `apps/${made.appId}/triggers/${made.id}`, { enabled: true });
    await console('PATCH', `apps/${made.appId}`, { status: 'paused' });
    expect(await call(made.url, asJson({}))).toMatchObject({ status: 409, code: 'paused' });
    await console('PATCH', `apps/${made.appId}`, { status: 'active' });
    expect(await call(made.url, asJson({}))).toMatchObject({ status: 200 });
    await console('DELETE', `apps/${made.appId}`);
    expect(await call(made.url, asJson({}))).toMatchObject({ status: 404, code: 'no_address' });
  });

  it('attack T16: addresses that are guessed, were given up, or are of nothing are answered alike', async () => {
    const made = await hook(posts);
    const rotated = await console('POST', `apps/${made.appId}/triggers/${made.id}/rotate`);
    const { url } = rotated.body as Item;
    expect(url).not.toBe(made.url);
    const base = `${platform.url}/triggers/webhook/`;
    const wrong = [
      made.url,
      `${base}${'a'.repeat(32)}`,
      `${base}x`,
      `${base}${'a'.repeat(150)}`,
      `${url}x`,
      `${base}%F0%9F%92%A9`,
    ];
    const answers = await Promise.all(wrong.map((address) => call(address, asJson({}))));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]).toMatchObject({ status: 404, code: 'no_address' });
    expect(await call(url, asJson({}))).toMatchObject({ status: 200 });
  });
});

describe('a webhook whose calls are signed', () => {
  const sign = async ({ appId, id }: { appId: string; id: string }, body: object) => {
    const answer = await console('PUT', `apps/${appId}/triggers/${id}/signature`, body);
    expect(answer.status).toBe(200);
    return (answer.body as { secret: string }).secret;
  };
  const seconds = () => Math.floor(Date.now() / 1_000);
  const standard = (secret: string, { id = 'msg_1', at = seconds(), body = '{"a":1}' } = {}) => {
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    const made = createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64');
    const headers = { 'webhook-id': id, 'webhook-timestamp': String(at), 'webhook-signature': `v1,AAAA v1,${made}` };
    return { headers: { 'content-type': 'application/json', ...headers }, body };
  };

  it('takes those that are signed, a short while ago, and each of them once', async () => {
    const made = await hook(posts);
    const secret = await sign(made, { scheme: 'standard' });
    const good = standard(secret);
    expect(await call(made.url, good)).toMatchObject({ status: 200 });
    // Sent again, as it was or signed anew: answered, and run once.
    expect(await call(made.url, good)).toMatchObject({ status: 200 });
    expect(await call(made.url, standard(secret, { at: seconds() - 100 }))).toMatchObject({ status: 200 });
    expect(await outputs(made)).toHaveLength(1);
    expect(JSON.stringify(await outputs(made))).not.toContain('v1,');
    for (const bad of [
      asJson({ a: 1 }),
      standard(secret, { id: 'msg_2', at: seconds() - 301 }),
      standard(secret, { id: 'msg_2', at: seconds() + 400 }),
      standard(`whsec_${Buffer.alloc(32).toString('base64')}`, { id: 'msg_2' }),
      { ...standard(secret, { id: 'msg_2' }), body: '{"a":2}' },
      { ...good, headers: { ...good.headers, 'webhook-id': 'msg_2' } },
      { ...good, headers: { ...good.headers, 'webhook-timestamp': 'NaN' } },
      { ...good, headers: { ...good.headers, 'webhook-signature': '' } },
    ]) {
      expect(await call(made.url, bad)).toMatchObject({ status: 401, code: 'invalid_signature' });
    }
    expect(await outputs(made)).toHaveLength(1);
    expect((await hookOf(made.appId)).last_refusal).not.toContain(secret);
  });

  it('takes the secret so far for a day, unless it is revoked', async () => {
    const made = await hook(posts);
    const [first, second] = [await sign(made, { scheme: 'standard' }), await sign(made, { scheme: 'standard' })];
    expect(await call(made.url, standard(first, { id: '1' }))).toMatchObject({ status: 200 });
    expect(await call(made.url, standard(second, { id: '2' }))).toMatchObject({ status: 200 });
    const third = await sign(made, { scheme: 'standard', revoke: true });
    expect(await call(made.url, standard(second, { id: '3' }))).toMatchObject({ status: 401 });
    expect(await call(made.url, standard(third, { id: '3' }))).toMatchObject({ status: 200 });
    await console('DELETE', `apps/${made.appId}/triggers/${made.id}/signature`);
    expect(await call(made.url, asJson({}))).toMatchObject({ status: 200 });
  });

  it('knows the ways of GitHub and Stripe, and headers that are named', async () => {
    const made = await hook({ ...posts, headers: [{ name: 'X-Sign' }] }, ['X_Sign']);
    const secret = 'a secret of the other side';
    const hex = (text: string) => createHmac('sha256', secret).update(text).digest('hex');
    const body = (n: number) => JSON.stringify({ n });
    const send = (headers: Headers, text: string) =>
      call(made.url, { headers: { 'content-type': 'application/json', ...headers }, body: text });
    await sign(made, { scheme: 'github', secret });
    const github = { 'X-Hub-Signature-256': `sha256=${hex(body(1))}` };
    expect(await send({ ...github, 'X-GitHub-Delivery': '1' }, body(1))).toMatchObject({ status: 200 });
    // What is not signed makes no other delivery of it.
    expect(await send({ ...github, 'X-GitHub-Delivery': '2' }, body(1))).toMatchObject({ status: 200 });
    expect(await send(github, body(2))).toMatchObject({ status: 401 });
    await sign(made, { scheme: 'stripe', secret });
    const at = seconds();
    expect(await send({ 'Stripe-Signature': `t=${at},v0=x,v1=${hex(`${at}.${body(3)}`)}` }, body(3))).toMatchObject({
      status: 200,
    });
    const old = at - 400;
    expect(await send({ 'Stripe-Signature': `t=${old},v1=${hex(`${old}.${body(4)}`)}` }, body(4))).toMatchObject({
      status: 401,
    });
    await sign(made, { scheme: 'hmac', secret, header: 'X-Sign', timestamp_header: 'X-Time' });
    const timed = { 'X-Sign': hex(`${at}.${body(5)}`), 'X-Time': String(at) };
    expect(await send(timed, body(5))).toMatchObject({ status: 200 });
    expect(await send(timed, body(6))).toMatchObject({ status: 401 });
    const all = await outputs(made);
    expect(all).toHaveLength(3);
    // A signature is no value of a run, not even where the node names its header.
    expect(all[0]).toMatchObject({ X_Sign: null });
    expect(
      await console('PUT', `apps/${made.appId}/triggers/${made.id}/signature`, {
        scheme: 'standard',
        secret: 'whsec_!!!!!!!!!!!!!!!!',
      }),
    ).toMatchObject({ status: 400 });
  });
});
