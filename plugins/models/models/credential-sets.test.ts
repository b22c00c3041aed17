import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testClient } from '#http/testing/client.ts';
import { modelWorkflow } from '#plugins/delivery-api/testing/documents.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { newMember, newWorkspace, type Person } from '#plugins/members/testing/people.ts';
import { Models } from '#plugins/models/contract.ts';
import {
  beginStream,
  chunkFrame,
  type FakeOpenAi,
  fail,
  framesOf,
  type SeenCall,
  startFakeOpenAi,
} from '#plugins/provider-openai/testing/fake-openai.ts';

const SECRETS = { first: 'sk-canary-first-0123456789', second: 'sk-canary-second-0123456789' } as const;
const isFirst = ({ headers }: SeenCall) => headers.authorization === `Bearer ${SECRETS.first}`;

/** Fails for the first set, and answers the second. */
const failing = (refuse: (response: ServerResponse) => void) => (call: SeenCall, response: ServerResponse) => {
  if (isFirst(call)) return refuse(response);
  beginStream(response);
  response.end(framesOf('from the second').join(''));
};
const status = (code: number, headers: Readonly<Record<string, string>> = {}) =>
  failing((response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    fail(response, code, { message: 'no' });
  });

let platform: TestPlatform;
let server: FakeOpenAi;
let owner: Person;
let workspaceId: string;
/** Ids of the default set, and of another. */
let first: string;
let second: string;

beforeAll(async () => {
  const half = failing((response) => {
    beginStream(response);
    response.end(`${chunkFrame({ content: 'Hello' })}data: {"error": {"message": "overloaded", "code": 503}}\n\n`);
  });
  server = await startFakeOpenAi({
    ...Object.fromEntries([401, 402, 403, 429, 500, 503].map((code) => [`fails-${code}`, status(code)])),
    'fails-reset': failing((response) => void response.socket?.resetAndDestroy()),
    'fails-400': status(400),
    'asks-for-a-minute': status(429, { 'retry-after': '60' }),
    'fails-halfway': half,
  });
  platform = await sharedPlatform();
});
afterAll(async () => {
  await platform.dispose();
  await server[Symbol.asyncDispose]();
});
beforeEach(async () => {
  workspaceId = await newWorkspace(platform);
  owner = await newMember(platform, 'owner', workspaceId);
  const credentials = (key: string) => ({ openai_api_key: key, openai_api_base: server.url });
  await ok(send('PUT', '', { credentials: credentials(SECRETS.first) }));
  second = (await ok(send('POST', '/credential-sets', { name: 'EU', credentials: credentials(SECRETS.second) }))).id;
  first = (await sets()).find(({ name }) => name === 'Default')?.id ?? '';
  server.seen.length = 0;
});

interface Item {
  readonly id: string;
  readonly name: string;
  readonly default: boolean;
  readonly credentials: Readonly<Record<string, string>>;
  readonly models: readonly object[];
}

const send = (method: string, path: string, body?: object, person = owner) =>
  person.client.request(`/console/api/providers/openai${path}`, { method, ...(body && { body }) });

async function ok(answer: ReturnType<typeof send>): Promise<Item> {
  const { status: code, text, body } = await answer;
  expect(code, text).toBeLessThan(300);
  return body as Item;
}

const sets = async () => ((await ok(send('GET', '/credential-sets'))) as unknown as { data: Item[] }).data;

const use = (model: string, mode: string, ids: readonly string[], more: object = {}) =>
  send('PUT', '/models/credentials', { type: 'llm', model, mode, credential_sets: ids, ...more });

const keys = () => server.seen.map((call) => (isFirst(call) ? 'first' : 'second'));

async function appOf(model: string): Promise<() => Promise<{ status: string; error: string | null }>> {
  const yaml = modelWorkflow({ provider: 'openai', name: model, completion_params: {} });
  const body = { yaml, publish: true, key_name: 'k' };
  const made = await owner.client.request('/console/api/apps/import', { body });
  const api = testClient(platform.url, (made.body as { api_key: string }).api_key);
  return async () => {
    const answer = await api.request('/v1/workflows/run', { body: { inputs: {}, user: 'u' } });
    return (answer.body as { data: { status: string; error: string | null } }).data;
  };
}

describe('a model with several sets', () => {
  it.each(['401', '402', '403', '429', '500', '503', 'reset'])('goes to the next where one fails: %s', async (how) => {
    await ok(use(`fails-${how}`, 'failover', [first, second]));
    const run = await appOf(`fails-${how}`);
    expect(await run()).toMatchObject({ status: 'succeeded' });
    expect(keys()).toEqual(['first', 'second']);
  });

  it('lets one rest for as long as its server asks, in all threads, and says in the record which has answered', async () => {
    await ok(use('asks-for-a-minute', 'failover', [first, second]));
    const run = await appOf('asks-for-a-minute');
    for (let index = 0; index < 3; index += 1) expect(await run()).toMatchObject({ status: 'succeeded' });
    expect(keys()).toEqual(['first', 'second', 'second', 'second']);
    const runs = await owner.client.request('/console/api/runs?limit=1');
    const [{ id }] = (runs.body as { data: [{ id: string }] }).data;
    const { text } = await owner.client.request(`/console/api/runs/${id}/events`);
    expect(text).toContain('"credential_set":"EU"');
    for (const secret of Object.values(SECRETS)) expect(text).not.toContain(secret);
    // With other credentials it need not rest.
    const credentials = { openai_api_key: SECRETS.second, openai_api_base: server.url };
    await ok(send('PATCH', `/credential-sets/${first}`, { credentials }));
    server.seen.length = 0;
    await ok(
      send('PATCH', `/credential-sets/${second}`, { credentials: { ...credentials, openai_api_key: SECRETS.first } }),
    );
    expect(await run()).toMatchObject({ status: 'succeeded' });
    expect(server.seen).toHaveLength(1);
  });

  it('does not go on after the first text, nor where the call itself is wrong', async () => {
    for (const model of ['fails-halfway', 'fails-400']) {
      server.seen.length = 0;
      await ok(use(model, 'failover', [first, second]));
      expect(await (await appOf(model))()).toMatchObject({ status: 'failed' });
      expect(keys()).toEqual(['first']);
    }
  });

  it('uses each in its turn where the workspace balances them, and one alone where it does not', async () => {
    await ok(use('any', 'balance', [first, second]));
    const run = await appOf('any');
    for (let index = 0; index < 4; index += 1) await run();
    expect(keys().sort()).toEqual(['first', 'first', 'second', 'second']);
    server.seen.length = 0;
    await ok(use('any', 'single', [second]));
    await run();
    await ok(send('PATCH', `/credential-sets/${second}`, { default: true }));
    await ok(use('any', 'single', []));
    await run();
    expect(keys()).toEqual(['second', 'second']);
  });

  it('goes to the next on the main thread too, whatever its type', async () => {
    await ok(
      send('PUT', '/models/credentials', {
        type: 'embedding',
        model: 'fails-429',
        mode: 'failover',
        credential_sets: [first, second],
      }),
    );
    const ready = await platform.kernel
      .resolve(Models)
      .model(workspaceId, 'embedding', { provider: 'openai', model: 'fails-429' });
    // The second set's script answers with a stream, which is no vector: what counts is who was asked.
    const { signal } = new AbortController();
    await ready.model.embed({ model: 'fails-429', texts: ['a'], signal }).catch(() => {});
    expect(keys()).toEqual(['first', 'second']);
  });
});

describe('a set of credentials', () => {
  it('is shown masked, renamed, made the default, and deleted when no model is called with it', async () => {
    expect(await sets()).toMatchObject([
      { name: 'Default', default: true, credentials: { openai_api_key: '••••6789' } },
      { name: 'EU', default: false, models: [] },
    ]);
    expect((await send('PATCH', `/credential-sets/${second}`, { name: 'default' })).body).toMatchObject({
      code: 'name_taken',
    });
    await ok(send('PATCH', `/credential-sets/${second}`, { name: '  Frankfurt ' }));
    await ok(use('mine', 'failover', [second, first]));
    expect((await sets())[1]).toMatchObject({ name: 'Frankfurt', models: [{ type: 'llm', model: 'mine' }] });
    const refused = await send('DELETE', `/credential-sets/${second}`);
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'set_in_use', message: expect.stringContaining('mine') },
    });
    expect((await send('DELETE', `/credential-sets/${first}?confirm=true`)).body).toMatchObject({
      code: 'default_set',
    });
    expect((await send('DELETE', `/credential-sets/${second}?confirm=true`)).status).toBe(204);
    const left = await send('GET', '/models/credentials?type=llm&model=mine');
    expect(left.body).toMatchObject({ credential_sets: [{ id: first, name: 'Default' }] });
    expect((await send('POST', `/credential-sets/${second}/test`, {})).status).toBe(404);
  });

  it('is tried before it is stored, where that is asked for', async () => {
    const credentials = { openai_api_key: 'sk-x', openai_api_base: 'http://127.0.0.1:9' };
    const refused = await send('POST', '/credential-sets', { name: 'Bad', credentials, test: true });
    expect(refused.status).toBe(400);
    expect(await sets()).toHaveLength(2);
    await ok(send('POST', `/credential-sets/${second}/test`, {}));
    expect(keys()).toEqual(['second']);
  });

  it('attack T11: keeps its secret where an address changes, and in answers, exports and the audit log', async () => {
    const masked = { openai_api_key: '••••6789', openai_api_base: 'https://evil.example.com' };
    const moved = await send('PATCH', `/credential-sets/${second}`, { credentials: masked });
    expect(moved).toMatchObject({ status: 400, body: { message: expect.stringContaining('openai_api_base changes') } });
    const tested = await send('POST', `/credential-sets/${second}/test`, { credentials: masked });
    expect(tested.status).toBe(400);
    const copied = await send('POST', '/credential-sets', { name: 'Copy', credentials: masked });
    expect(copied.status).toBe(400);
    const answers = [moved, tested, copied, await send('GET', '/credential-sets'), await send('GET', '')];
    const audit = () => owner.client.request('/console/api/audit?limit=100');
    await expect.poll(async () => (await audit()).text).toContain('credential-set');
    answers.push(await audit());
    for (const { text } of answers) for (const secret of Object.values(SECRETS)) expect(text).not.toContain(secret);
  });

  it('attack T01: of another workspace, or of another provider, is none in any position', async () => {
    const [mine, foreign] = [owner, second];
    const strangers = await newWorkspace(platform);
    owner = await newMember(platform, 'owner', strangers);
    await ok(send('PUT', '', { credentials: { openai_api_key: 'sk-own', openai_api_base: server.url } }));
    const others = '/console/api/providers/openai_api_compatible';
    for (const [person, path] of [
      [owner, '/console/api/providers/openai'],
      [mine, others],
    ] as const) {
      const ask = (method: string, below: string, body?: object) =>
        person.client.request(`${path}${below}`, { method, ...(body && { body }) });
      const of = `/credential-sets/${foreign}`;
      const model = { type: 'llm', model: 'any', mode: 'single' };
      for (const answer of [
        await ask('PATCH', of, { name: 'taken' }),
        await ask('DELETE', `${of}?confirm=true`),
        await ask('POST', `${of}/test`, {}),
        await ask('PUT', '/models/credentials', { ...model, credential_sets: [foreign] }),
      ]) {
        expect(answer, answer.text).toMatchObject({ status: 404 });
      }
    }
    owner = mine;
    expect((await sets()).map(({ name }) => name)).toEqual(['Default', 'EU']);
  });

  it.each([
    ['a set twice', 'failover', () => [first, first], 400],
    ['several alone', 'single', () => [first, second], 400],
    ['no id', 'failover', () => ["' or 1=1 --"], 400],
    ['too many', 'failover', () => Array.from({ length: 11 }, () => first), 400],
    ['an unknown mode', 'random', () => [first], 400],
  ])('is refused where a model names %s', async (_, mode, ids, code) => {
    expect((await use('any', mode, ids())).status).toBe(code);
    expect((await use('any', 'single', [], { credentials: { api_key: 'x' } })).body).toMatchObject({
      code: 'invalid_credentials',
    });
    const member = await newMember(platform, 'editor', workspaceId);
    expect((await send('GET', '/credential-sets', undefined, member)).status).toBe(403);
  });
});

describe('fields of a single model', () => {
  const compatible = '/console/api/providers/openai_api_compatible';
  const ask = (method: string, path: string, body?: object) =>
    owner.client.request(`${compatible}${path}`, { method, ...(body && { body }) });
  const name = { type: 'llm', model: 'mine' };
  const give = (credentials: object | undefined, ids: readonly string[] = []) =>
    ask('PUT', '/models/credentials', {
      ...name,
      mode: 'single',
      credential_sets: ids,
      ...(credentials && { credentials }),
    });
  const runOf = async () => {
    const yaml = modelWorkflow({ provider: 'openai_api_compatible', name: 'mine', completion_params: {} });
    const body = { yaml, publish: true, key_name: 'k' };
    const made = await owner.client.request('/console/api/apps/import', { body });
    const api = testClient(platform.url, (made.body as { api_key: string }).api_key);
    const answer = await api.request('/v1/workflows/run', { body: { inputs: {}, user: 'u' } });
    return (answer.body as { data: { status: string; error: string | null } }).data;
  };
  const OWN = 'sk-canary-of-model-0123456789';

  it('are enough to call it with, shown masked, and kept where they are given as they are shown', async () => {
    await ok(give({ endpoint_url: server.url, api_key: OWN, context_size: '4096' }));
    const listed = await owner.client.request('/console/api/models?type=llm');
    const found = (listed.body as { data: { provider: string; name: string }[] }).data;
    expect(found.filter(({ provider }) => provider === 'openai_api_compatible')).toMatchObject([{ name: 'mine' }]);
    expect(await runOf()).toMatchObject({ status: 'succeeded' });
    expect(server.seen.at(-1)?.headers.authorization).toBe(`Bearer ${OWN}`);
    const shown = await ask('GET', '/models/credentials?type=llm&model=mine');
    expect(shown.text).not.toContain(OWN);
    expect(shown.body).toMatchObject({ credentials: { endpoint_url: server.url, api_key: '••••6789' } });
    const moved = { endpoint_url: 'https://evil.example.com', api_key: '••••6789' };
    expect(await give(moved)).toMatchObject({ status: 400, body: { code: 'invalid_credentials' } });
    await ok(give({ endpoint_url: server.url, api_key: '••••6789' }));
    expect(await runOf()).toMatchObject({ status: 'succeeded' });
    await ok(give({}));
    expect(await runOf()).toMatchObject({ status: 'failed' });
  });

  it('attack T11: with an address of their own get no secret of a set', async () => {
    await ok(ask('PUT', '', { credentials: { endpoint_url: 'https://real.example.com', api_key: SECRETS.first } }));
    await ok(give({ endpoint_url: server.url }));
    await runOf();
    expect(server.seen).toHaveLength(1);
    expect(server.seen[0]?.headers.authorization).toBeUndefined();
    const [set] = ((await ask('GET', '/credential-sets')).body as { data: Item[] }).data;
    expect((await give(undefined, [set?.id ?? ''])).status).toBe(400);
  });

  it('attack T11: with a secret of their own are not sent to another address than it was given for', async () => {
    const configured = { endpoint_url: 'https://real.example.com', api_key: SECRETS.first };
    await ok(ask('PUT', '', { credentials: configured }));
    await ok(give({ api_key: OWN }));
    await ok(ask('PUT', '', { credentials: { endpoint_url: server.url, api_key: 'mine' } }));
    expect(await runOf()).toMatchObject({ status: 'failed', error: expect.stringContaining('Give it again') });
    const evil = { name: 'Evil', credentials: { endpoint_url: server.url, api_key: 'mine' } };
    const { id } = (await ask('POST', '/credential-sets', evil)).body as Item;
    for (const kept of [undefined, { api_key: '••••6789' }]) {
      expect(await give(kept, [id])).toMatchObject({ status: 400, body: { code: 'invalid_credentials' } });
    }
    expect(server.seen).toEqual([]);
    await ok(give({ api_key: OWN }, [id]));
    expect(await runOf()).toMatchObject({ status: 'succeeded' });
  });
});
