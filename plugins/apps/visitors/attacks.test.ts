import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { greetingWorkflow } from '#engine/testing/app-document.ts';
import { Routes } from '#http';
import { type TestClient, testClient } from '#http/testing/client.ts';
import { countingChat, filesChat, speakingWorkflow } from '#plugins/delivery-api/testing/documents.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { modelApp } from '#plugins/history-api/testing/documents.ts';
import { approvalWorkflow } from '#plugins/human-input/testing/documents.ts';
import { browserOf, newMember } from '#plugins/members/testing/people.ts';
import { Secrets } from '#plugins/secrets/contract.ts';
import { openSite, type SiteBench, signedVisitor, type VisitAnswer } from '#plugins/sites/testing/visiting.ts';
import { openVisitor, sealVisitor, type VisitorClaims } from './visitor-token.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await sharedPlatform();
});
afterAll(() => platform.dispose());

const as = (token: string): TestClient => testClient(platform.url, token);
const status = async (token: string, path = '/v1/parameters', headers = {}) =>
  (await as(token).request(path, { headers })).status;

async function asks(client: TestClient, query = 'a secret question') {
  const body = { query, inputs: { plant: 'fern' }, response_mode: 'blocking' };
  const answer = await client.request('/v1/chat-messages', { body });
  expect(answer.status, answer.text).toBe(200);
  const said = answer.body as { conversation_id: string; message_id: string; task_id: string };
  return { conversation: said.conversation_id, message: said.message_id, task: said.task_id };
}

describe('tokens', () => {
  const secrets = () => platform.kernel.resolve(Secrets);
  const claimsOf = (token: string): VisitorClaims => openVisitor(secrets(), token) ?? expect.unreachable();

  it('attack T18: that were made elsewhere, or changed, open nothing', async () => {
    const [bench, other] = [await openSite(platform, countingChat()), await openSite(platform, countingChat())];
    const { visitor_token: token } = await bench.enter();
    expect(await status(token)).toBe(200);
    const [text = '', signature = ''] = token.slice('visitor-'.length).split('.');
    const said = JSON.parse(Buffer.from(text, 'base64url').toString()) as Record<string, unknown>;
    const resaid = (changes: object) =>
      `visitor-${Buffer.from(JSON.stringify({ ...said, ...changes })).toString('base64url')}.${signature}`;
    const forged = [
      resaid({ a: other.appId }),
      resaid({ v: 'visitor:somebody' }),
      resaid({ x: 9_999_999_999 }),
      resaid({ k: 'members' }),
      resaid({ w: crypto.randomUUID() }),
      resaid({ w: 'none' }),
      `visitor-${text}`,
      `visitor-${text}.`,
      `visitor-${text}.${signature.slice(0, -2)}`,
      `visitor-${text}.${signature}.${signature}`,
      `visitor-${text}.${signature}=`,
      `visitor-${secrets().sign(said.w as string, 'another', text)}`,
      `visitor-${text}.${secrets().sign(said.w as string, 'another', text)}`,
      'visitor-',
      'visitor-.',
      `visitor-${'A'.repeat(5_000)}.${signature}`,
    ];
    for (const each of forged) {
      expect([each.slice(0, 60), await status(each)]).toEqual([each.slice(0, 60), 401]);
      const again = await bench.enter({ app_id: bench.appId, visitor_token: each.slice(0, 2_000) });
      expect(again.visitor_id).not.toBe('visitor:somebody');
      expect(again.visitor_id).not.toBe(said.v);
    }
  });

  it('attack T20: that are over open nothing, and are good for the next one for a time', async () => {
    const bench = await openSite(platform, countingChat());
    const claims = claimsOf((await bench.enter()).visitor_token);
    const days = (count: number) => Math.floor(Date.now() / 1000) - count * 86_400;
    const old = sealVisitor(secrets(), { ...claims, provenAt: days(2), expiresAt: days(1) });
    expect(await status(old)).toBe(401);
    expect((await bench.enter({ app_id: bench.appId, visitor_token: old })).visitor_id).toBe(claims.visitor);
    const older = sealVisitor(secrets(), { ...claims, provenAt: days(91), expiresAt: days(90) });
    expect((await bench.enter({ app_id: bench.appId, visitor_token: older })).visitor_id).not.toBe(claims.visitor);
  });

  it('attack T20: of members are not renewed past their proof', async () => {
    const bench = await openSite(platform, countingChat(), { entry: 'members' });
    const person = await newMember(platform, 'member', platform.workspaceId);
    const { cookie } = await browserOf(platform, person);
    const entered = (await bench.visit(undefined, { cookie })).body as VisitAnswer;
    const renewed = await bench.enter({ app_id: bench.appId, visitor_token: entered.visitor_token });
    expect(renewed.expires_at).toBe(entered.expires_at);
    const claims = claimsOf(entered.visitor_token);
    const past = claims.provenAt - 13 * 3_600;
    const old = sealVisitor(secrets(), { ...claims, provenAt: past, expiresAt: past + 12 * 3_600 });
    expect((await bench.visit({ app_id: bench.appId, visitor_token: old })).status).toBe(401);
  });

  it('attack T20: of an embed token that was made anew open nothing, nor does that', async () => {
    const bench = await openSite(platform, countingChat(), { embed_enabled: true });
    const { embed_token: before } = await bench.set({ embed_origins: ['*'] });
    const { visitor_token: inFrame } = await bench.enter({ embed_token: before });
    const { visitor_token: onPage } = await bench.enter();
    const path = `/console/api/apps/${bench.appId}/site/embed-token`;
    const { embed_token: after } = (await platform.management.request(path, { method: 'POST' })).body as VisitAnswer & {
      embed_token: string;
    };
    expect(after).not.toBe(before);
    expect([await status(inFrame), await status(onPage)]).toEqual([401, 200]);
    expect(await bench.visit({ embed_token: before })).toMatchObject({
      status: 401,
      body: { code: 'embed_token_unknown' },
    });
    expect((await bench.visit({ embed_token: after })).status).toBe(200);
  });

  it('attack T20: of visitors whom a site signed end with its secret', async () => {
    const bench = await openSite(platform, countingChat());
    const path = `/console/api/apps/${bench.appId}/site/visitor-secret`;
    const make = async () =>
      ((await platform.management.request(path, { method: 'POST' })).body as { secret: string }).secret;
    const secret = await make();
    const visitor = signedVisitor('ada', secret);
    const { visitor_token: token } = await bench.enter({ app_id: bench.appId, visitor });
    expect(await status(token)).toBe(200);
    await make();
    expect(await status(token)).toBe(401);
    const renewed = await bench.enter({ app_id: bench.appId, visitor_token: token });
    expect(renewed.visitor_id).not.toBe('site:ada');
    for (const wrong of [visitor, signedVisitor('ada', 'guess'), `ada.${'0'.repeat(64)}`]) {
      const answer = await bench.visit({ app_id: bench.appId, visitor: wrong });
      expect(answer).toMatchObject({ status: 403, body: { code: 'visitor_not_signed' } });
    }
  });

  it('attack T02: open no route but those of the page', async () => {
    const bench = await openSite(platform, countingChat());
    const { visitor_token: token } = await bench.enter();
    const opened: string[] = [];
    for (const { method, path, access } of platform.kernel.contributions(Routes).all()) {
      if (['public', 'app-user'].includes(access.authenticator)) continue;
      const address = path.replaceAll(/:[a-z_]+/g, crypto.randomUUID()).replace('*', 'x');
      const answer = await as(token).request(address, { method, ...(method !== 'GET' && { body: {} }) });
      if (answer.status !== 401) opened.push(`${method} ${path} ${answer.status}`);
    }
    expect(opened).toEqual([]);
    expect(await as(token).request('/v1/apps/annotations')).toMatchObject({
      body: { message: expect.stringContaining('app key') },
    });
  });

  it('attack T18: of other kinds are no embed tokens, and embed tokens no keys; the answer says what is meant', async () => {
    const bench = await openSite(platform, countingChat(), { embed_enabled: true, embed_origins: ['*'] });
    const { embed_token: embed } = await bench.set({ title: 'x' });
    expect(await as(`${embed}`).request('/v1/parameters')).toMatchObject({
      status: 401,
      body: { code: 'unauthorized', message: expect.stringContaining('app key') },
    });
    expect(await bench.visit({ embed_token: bench.key })).toMatchObject({
      status: 401,
      body: { code: 'embed_token_unknown', message: expect.stringContaining('never stand in a page') },
    });
    const { visitor_token: token } = await bench.enter();
    expect((await bench.visit({ embed_token: token.slice(0, 200) })).status).toBe(401);
    const other = await openSite(platform, countingChat());
    expect((await bench.visit({ embed_token: embed, app_id: other.appId })).status).toBe(401);
  });
});

describe('visitors', () => {
  /** What a stranger gets where somebody else's things are. */
  async function refusals(stranger: TestClient, own: Awaited<ReturnType<typeof asks>>) {
    const { conversation, message, task } = own;
    const calls: readonly (readonly [string, string, object?])[] = [
      ['GET', `/v1/messages?conversation_id=${conversation}`],
      ['POST', `/v1/conversations/${conversation}/name`, { name: 'mine' }],
      ['DELETE', `/v1/conversations/${conversation}`],
      ['POST', `/v1/messages/${message}/feedbacks`, { rating: 'like' }],
      ['GET', `/v1/messages/${message}/suggested`],
      ['GET', `/v1/runs/${task}`],
      ['GET', `/v1/runs/${task}/events`],
      [
        'POST',
        '/v1/chat-messages',
        { query: 'q', inputs: {}, conversation_id: conversation, response_mode: 'blocking' },
      ],
    ];
    const statuses = await Promise.all(
      calls.map(async ([method, path, body]) => (await stranger.request(path, { method, body })).status),
    );
    expect((await stranger.request('/v1/conversations')).text).not.toContain(conversation);
    return statuses;
  }

  it('attack T01: see and change nothing of each other, nor of users of the API, nor of other apps', async () => {
    const [bench, other] = [await openSite(platform, countingChat()), await openSite(platform, countingChat())];
    const ada = await bench.enter();
    const own = await asks(as(ada.visitor_token));
    const strangers = [(await bench.enter()).visitor_token, (await other.enter()).visitor_token];
    for (const token of strangers) expect(new Set(await refusals(as(token), own))).toEqual(new Set([404]));
    // A program that names a user as the visitor is called, and a visitor who would be that user.
    const byKey = await platform.get(bench.key, `/v1/conversations?user=${encodeURIComponent(ada.visitor_id)}`);
    expect(byKey.body).toMatchObject({ data: [] });
    const body = { query: 'q', inputs: { plant: 'fern' }, response_mode: 'blocking', user: ada.visitor_id };
    const said = (await platform.post(bench.key, '/v1/chat-messages', body)).body as Record<string, string>;
    const theirs = { conversation: said.conversation_id, message: said.message_id, task: said.task_id };
    expect(new Set(await refusals(as(ada.visitor_token), theirs as never))).toEqual(new Set([404]));
  });

  it('attack T01: of workflows see, follow and stop no runs of others', async () => {
    const bench = await openSite(platform, greetingWorkflow());
    const [ada, eve] = [as((await bench.enter()).visitor_token), as((await bench.enter()).visitor_token)];
    const body = { inputs: { name: 'Ada' }, response_mode: 'blocking' };
    const { workflow_run_id: id, task_id: task } = (await ada.request('/v1/workflows/run', { body })).body as Record<
      string,
      string
    >;
    for (const path of [`/v1/workflows/run/${id}`, `/v1/workflow/${id}/events`, `/v1/runs/${task}`])
      expect([path, (await eve.request(path)).status]).toEqual([path, 404]);
    expect((await ada.request(`/v1/workflows/run/${id}`)).status).toBe(200);
    expect((await platform.get(bench.key, `/v1/workflows/run/${id}`)).status).toBe(200);
  });

  it('attack T01: read and answer no forms of others', async () => {
    const bench = await openSite(platform, approvalWorkflow());
    const [ada, eve] = [(await bench.enter()).visitor_token, (await bench.enter()).visitor_token];
    const body = { inputs: {}, response_mode: 'streaming' };
    const { events } = await as(ada).stream('/v1/workflows/run', { body });
    const asked = events.find(({ event }) => event === 'human_input_required') as { data: { form_token: string } };
    const path = `/v1/form/human_input/${asked.data.form_token}`;
    const answer = { inputs: { note: 'fine' }, action: 'ok' };
    expect((await as(eve).request(path)).status).toBe(404);
    expect((await as(eve).request(path, { body: answer })).status).toBe(404);
    expect((await as(ada).request(path)).status).toBe(200);
    expect((await as(ada).request(path, { body: answer })).status).toBe(200);
  });

  it('attack T11: are not told what tools of an agent were given and gave, neither later', async () => {
    const calculator = { enabled: true, provider_type: 'builtin', provider_id: 'maths', tool_name: 'eval_expression' };
    const tools = [{ ...calculator, provider_name: 'maths', tool_label: 'x', tool_parameters: { expression: '' } }];
    const model = { provider: 'demo', name: 'demo-chat', mode: 'chat', completion_params: { pace_ms: 0 } };
    const agent_mode = { enabled: true, strategy: 'function_call', max_iteration: 3, tools };
    const bench = await openSite(platform, modelApp('agent-chat', '', { model, agent_mode }), {
      show_workflow_steps: false,
    });
    const visitor = as((await bench.enter()).visitor_token);
    const list = async (client: TestClient, user: object) => {
      const body = { query: 'What is 6 * 7?', inputs: {}, response_mode: 'streaming', ...user };
      const { events } = await client.stream('/v1/chat-messages', { body });
      const id = (events[0] as { conversation_id?: string } | undefined)?.conversation_id;
      return (await client.request(`/v1/messages?conversation_id=${id}&${new URLSearchParams({ ...user })}`)).text;
    };
    expect(await list(as(bench.key), { user: 'api' })).toContain('eval_expression');
    const seen = await list(visitor, {});
    expect(seen).toContain('6 * 7');
    expect(seen).not.toContain('eval_expression');
    await bench.set({ show_workflow_steps: true });
    expect(await list(visitor, {})).toContain('eval_expression');
  });

  it('attack T02: run no old versions', async () => {
    const bench = await openSite(platform, countingChat());
    const visitor = as((await bench.enter()).visitor_token);
    const chat = (client: TestClient, more: object) =>
      client.stream('/v1/chat-messages', {
        body: { query: 'q', inputs: { plant: 'fern' }, response_mode: 'streaming', ...more },
      });
    const versionOf = async (client: TestClient, more: object) => {
      const started = (await chat(client, more)).events.find(({ event }) => event === 'workflow_started');
      return (started as { data: { workflow_id: string } } | undefined)?.data.workflow_id;
    };
    const old = await versionOf(visitor, {});
    await platform.management.request(`/console/api/apps/${bench.appId}/publish`, { method: 'POST', body: {} });
    expect(await versionOf(as(bench.key), { workflow_id: old, user: 'api' })).toBe(old);
    const body = { query: 'q', inputs: { plant: 'fern' }, response_mode: 'blocking', workflow_id: old };
    expect(await visitor.request('/v1/chat-messages', { body })).toMatchObject({
      status: 400,
      body: { code: 'invalid_param', params: 'workflow_id' },
    });
  });

  it('attack T01: stop no runs of others', async () => {
    const bench = await openSite(platform, speakingWorkflow(50, 60));
    const [ada, eve] = [as((await bench.enter()).visitor_token), as((await bench.enter()).visitor_token)];
    const body = { inputs: {}, response_mode: 'async' };
    const { task_id: task } = (await ada.request('/v1/workflows/run', { body })).body as { task_id: string };
    const stopped = async (client: TestClient) => {
      expect((await client.request(`/v1/workflows/tasks/${task}/stop`, { body: {} })).status).toBe(200);
      return ((await ada.request(`/v1/runs/${task}`)).body as { status: string }).status;
    };
    expect(await stopped(eve)).toBe('running');
    await stopped(ada);
    await expect.poll(async () => stopped(ada)).toBe('stopped');
  });

  it('attack T01: use and read no files of others', async () => {
    const upload = { enabled: true, allowed_file_types: ['document'], allowed_file_upload_methods: ['local_file'] };
    const bench = await openSite(platform, filesChat({ ...upload, number_limits: 3 }));
    const [ada, eve] = [await bench.enter(), await bench.enter()];
    const form = new FormData();
    form.append('file', new Blob(['a secret'], { type: 'text/plain' }), 'a.txt');
    const headers = { authorization: `Bearer ${ada.visitor_token}` };
    const sent = await fetch(`${platform.url}/v1/files/upload`, { method: 'POST', headers, body: form });
    expect(sent.status).toBe(201);
    const { id } = (await sent.json()) as { id: string };
    const file = { type: 'document', transfer_method: 'local_file', upload_file_id: id };
    const ask = (token: string) =>
      as(token).request('/v1/chat-messages', {
        body: { query: 'q', inputs: {}, files: [file], response_mode: 'blocking' },
      });
    expect((await ask(eve.visitor_token)).status).toBe(400);
    const asked = await ask(ada.visitor_token);
    expect(asked.status, asked.text).toBe(200);
    const preview = `/v1/files/${id}/preview`;
    expect([await status(ada.visitor_token, preview), await status(eve.visitor_token, preview)]).toEqual([200, 404]);
  });

  it('attack T03: say not who they are', async () => {
    const bench = await openSite(platform, countingChat());
    const ada = await bench.enter();
    const eve = as((await bench.enter()).visitor_token);
    const body = { query: 'q', inputs: { plant: 'fern' }, response_mode: 'blocking', user: ada.visitor_id };
    expect((await eve.request('/v1/chat-messages', { body })).status).toBe(400);
    expect((await eve.request(`/v1/conversations?user=${encodeURIComponent(ada.visitor_id)}`)).status).toBe(400);
    expect((await bench.visit({ app_id: bench.appId, visitor_id: ada.visitor_id })).status).toBe(400);
  });
});

describe('pages of other origins', () => {
  const friend = 'https://friend.example';
  const heard = async (bench: SiteBench, body: object, origin: string) => {
    const answer = await bench.visit(body, { origin });
    return [answer.status, answer.headers.get('access-control-allow-origin')];
  };

  it('attack T16: get tokens with the embed token alone, where the app names them, and hear nothing else', async () => {
    const bench = await openSite(platform, countingChat(), { embed_enabled: true });
    const { embed_token: token } = await bench.set({ embed_origins: [friend, 'https://*.shop.example'] });
    expect(await heard(bench, { embed_token: token }, friend)).toEqual([200, friend]);
    expect(await heard(bench, { embed_token: token }, 'https://a.shop.example')).toEqual([
      200,
      'https://a.shop.example',
    ]);
    const others = ['https://evil.example', 'http://friend.example', `${friend}:8443`, `${friend}.evil.example`];
    for (const origin of [
      ...others,
      'https://shop.example',
      'https://evilshop.example',
      'null',
      'https://FRIEND.example/',
    ])
      expect([origin, ...(await heard(bench, { embed_token: token }, origin))]).toEqual([origin, 403, null]);
    // The id of an app is no embed token, and the page itself is nobody's but ours.
    expect(await heard(bench, { app_id: bench.appId }, friend)).toEqual([403, null]);
    expect(await heard(bench, { app_id: bench.appId, embedded: true }, friend)).toEqual([403, null]);
    expect((await bench.visit({ app_id: bench.appId }, { origin: platform.url })).status).toBe(200);
    const inFrame = { app_id: bench.appId, embedded: true };
    expect((await bench.visit({ ...inFrame, parent_origin: friend })).status).toBe(200);
    expect((await bench.visit({ ...inFrame, parent_origin: 'https://evil.example' })).status).toBe(403);
  });

  it('attack T16: have no use for tokens that got there', async () => {
    const bench = await openSite(platform, countingChat(), { embed_enabled: true });
    const { embed_token: embed } = await bench.set({ embed_origins: [friend] });
    const onPage = (await bench.enter()).visitor_token;
    const inFrame = (await bench.enter({ embed_token: embed })).visitor_token;
    const from = (token: string, origin: string) => status(token, '/v1/parameters', { origin });
    expect(await from(onPage, platform.url)).toBe(200);
    expect(await from(onPage, friend)).toBe(403);
    expect(await from(inFrame, friend)).toBe(200);
    expect(await from(inFrame, 'https://evil.example')).toBe(403);
    expect(await from(inFrame, 'null')).toBe(403);
  });

  it('attack T16: bring nobody in by the session of their browser', async () => {
    const bench = await openSite(platform, countingChat(), { entry: 'members', embed_enabled: true });
    const { embed_token: embed } = await bench.set({ embed_origins: [friend] });
    const { cookie } = await browserOf(platform, await newMember(platform, 'member', platform.workspaceId));
    expect((await bench.visit({ embed_token: embed }, { cookie, origin: friend })).status).toBe(401);
    expect((await bench.visit({ app_id: bench.appId }, { cookie, origin: friend })).status).toBe(403);
    expect((await bench.visit({ app_id: bench.appId }, { cookie, origin: platform.url })).status).toBe(200);
  });
});
