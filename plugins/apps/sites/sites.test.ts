import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { greetingWorkflow } from '#engine/testing/app-document.ts';
import { testClient } from '#http/testing/client.ts';
import { countingChat, speakingWorkflow } from '#plugins/delivery-api/testing/documents.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { browserOf, newMember, newPerson } from '#plugins/members/testing/people.ts';
import { SitePages } from './contract.ts';
import { openSite, signedVisitor, type VisitAnswer } from './testing/visiting.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await sharedPlatform();
});
afterAll(() => platform.dispose());

const site = (appId: string) => platform.management.request(`/console/api/apps/${appId}/site`);
const says = (query: string) => ({ query, inputs: { plant: 'fern' }, response_mode: 'blocking' });

describe('what is set for a web app', () => {
  it('begins with nothing, and is changed in parts', async () => {
    const { appId } = await platform.importApp(greetingWorkflow());
    expect((await site(appId)).body).toMatchObject({
      ...{ enabled: false, entry: 'everyone', title: '', embed_enabled: false, embed_origins: [], embed_token: null },
      ...{ runs_per_visitor_hour: 60, runs_per_address_hour: 300, show_workflow_steps: true, script: null },
      web_app_url: `${platform.url}/chat/${appId}`,
      embed_url: `${platform.url}/chatbot/${appId}?embed=true`,
    });
    const path = `/console/api/apps/${appId}/site`;
    const first = await platform.management.request(path, { method: 'PATCH', body: { title: 'Ferns' } });
    expect(first.body).toMatchObject({
      title: 'Ferns',
      enabled: false,
      embed_token: expect.stringMatching(/^web-.{43}$/),
    });
    const body = { enabled: true, embed_origins: ['https://Ferns.example'], runs_per_visitor_hour: null };
    const second = await platform.management.request(path, { method: 'PATCH', body });
    expect(second.body).toMatchObject({ title: 'Ferns', enabled: true, embed_origins: ['https://ferns.example'] });
    expect((await site(appId)).body).toEqual(second.body);
    const { embed_token: token, script } = second.body as { embed_token: string; script: string };
    expect(script).toContain(`token: '${token}'`);
  });

  it('is refused where it makes no sense', async () => {
    const { appId } = await platform.importApp(greetingWorkflow());
    const wrong = [
      {},
      { color: 'red' },
      { entry: 'nobody' },
      { privacy_policy: 'javascript:alert(1)' },
      { embed_origins: ['ferns.example'] },
      { embed_origins: ['https://ferns.example/path'] },
      { allowed_hosts: ['https://ferns.example'] },
      { icon_type: 'link', icon: 'javascript:alert(1)' },
      { runs_per_visitor_hour: 0 },
      { title: 'x'.repeat(201) },
      { unknown: 1 },
    ];
    for (const body of wrong) {
      const answer = await platform.management.request(`/console/api/apps/${appId}/site`, { method: 'PATCH', body });
      expect([body, answer.status]).toEqual([body, 400]);
    }
  });

  it('is shown to those who only use apps, but for the embed token', async () => {
    const { appId } = await openSite(platform, greetingWorkflow());
    const viewer = await newMember(platform, 'member', platform.workspaceId);
    const shown = await viewer.client.request(`/console/api/apps/${appId}/site`);
    expect(shown).toMatchObject({ status: 200, body: { enabled: true, embed_token: null, script: null } });
    const changed = await viewer.client.request(`/console/api/apps/${appId}/site`, {
      method: 'PATCH',
      body: { title: 'x' },
    });
    expect(changed.status).toBe(403);
  });

  it('is what /v1/site and pages tell', async () => {
    const settings = { title: 'Ferns', color: '#112233', disclaimer: 'No warranty', language: 'de-DE' };
    const { appId, key, set } = await openSite(platform, greetingWorkflow(), settings);
    const told = {
      title: 'Ferns',
      chat_color_theme: '#112233',
      custom_disclaimer: 'No warranty',
      default_language: 'de-DE',
    };
    expect((await platform.get(key, '/v1/site')).body).toMatchObject(told);
    const pages = platform.kernel.resolve(SitePages);
    expect(await pages.find(appId, { embedded: false })).toMatchObject({
      state: 'open',
      site: settings,
      frameAncestors: [],
    });
    const { embed_token: token } = await set({ embed_origins: ['https://*.ferns.example'] });
    expect(await pages.find(`${token}`, { embedded: true })).toMatchObject({ state: 'off', app: { id: appId } });
    await set({
      embed_enabled: true,
      icon_type: 'link',
      icon: 'https://img.example/a.png',
      allowed_hosts: ['b.example'],
    });
    expect(await pages.find(`${token}`, { embedded: true })).toMatchObject({
      state: 'open',
      frameAncestors: ['https://*.ferns.example'],
      images: ['b.example', 'https://img.example'],
    });
    expect(await pages.find(`${token}`, { embedded: false })).toBeNull();
    expect(await pages.find('nothing', { embedded: true })).toBeNull();
  });
});

describe('a visitor', () => {
  it('comes in, and is the same with the next token', async () => {
    const bench = await openSite(platform, countingChat());
    const first = await bench.enter();
    expect(first).toMatchObject({ visitor_id: expect.stringMatching(/^visitor:/), app: { id: bench.appId } });
    expect(first.expires_at).toBeGreaterThan(Date.now() / 1000 + 3_600);
    const again = await bench.enter({ app_id: bench.appId, visitor_token: first.visitor_token });
    expect(again.visitor_id).toBe(first.visitor_id);
    expect((await bench.enter()).visitor_id).not.toBe(first.visitor_id);
    expect((await bench.enter({ app_id: bench.appId, visitor_token: 'visitor-nothing' })).visitor_id).toMatch(
      /^visitor:/,
    );
  });

  it('talks to the app, and finds the conversation again', async () => {
    const bench = await openSite(platform, countingChat());
    const { visitor_token: token, visitor_id: id } = await bench.enter();
    const me = testClient(platform.url, token);
    const answer = await me.request('/v1/chat-messages', { body: says('hello') });
    expect(answer.status, answer.text).toBe(200);
    const { conversation_id: conversation, message_id: message } = answer.body as Record<string, string>;
    expect((await me.request('/v1/conversations')).body).toMatchObject({ data: [{ id: conversation }] });
    const messages = await me.request(`/v1/messages?conversation_id=${conversation}`);
    expect(messages.body).toMatchObject({ data: [{ id: message, query: 'hello' }] });
    const liked = await me.request(`/v1/messages/${message}/feedbacks`, { body: { rating: 'like' } });
    expect(liked.status, liked.text).toBe(200);
    for (const path of ['/v1/parameters', '/v1/meta', '/v1/site', '/v1/info'])
      expect([path, (await me.request(path)).status]).toEqual([path, 200]);
    const logs = await platform.management.request(`/console/api/apps/${bench.appId}/conversations`);
    expect(logs.body).toMatchObject({ data: [{ id: conversation, source: 'web-app', user: id }] });
    const renewed = await bench.enter({ app_id: bench.appId, visitor_token: token });
    const after = testClient(platform.url, renewed.visitor_token);
    expect((await after.request('/v1/conversations')).body).toMatchObject({ data: [{ id: conversation }] });
  });

  it('may name no other user', async () => {
    const bench = await openSite(platform, countingChat());
    const { visitor_token: token, visitor_id: id } = await bench.enter();
    const me = testClient(platform.url, token);
    expect((await me.request('/v1/chat-messages', { body: { ...says('a'), user: id } })).status).toBe(200);
    const other = await me.request('/v1/chat-messages', { body: { ...says('a'), user: 'ada' } });
    expect(other).toMatchObject({ status: 400, body: { code: 'invalid_param', params: 'user' } });
    expect((await me.request('/v1/conversations?user=ada')).status).toBe(400);
  });

  it('runs workflows, and reads what came of them', async () => {
    const bench = await openSite(platform, greetingWorkflow());
    const me = testClient(platform.url, (await bench.enter()).visitor_token);
    const run = await me.request('/v1/workflows/run', { body: { inputs: { name: 'Ada' }, response_mode: 'blocking' } });
    expect(run.status, run.text).toBe(200);
    const { workflow_run_id: id, task_id: task } = run.body as Record<string, string>;
    expect((await me.request(`/v1/workflows/run/${id}`)).body).toMatchObject({ id, status: 'succeeded' });
    expect((await me.request(`/v1/runs/${task}`)).body).toMatchObject({ workflow_run_id: id });
    const events = await (await me.open(`/v1/runs/${task}/events`)).text();
    expect(events).toContain('workflow_finished');
  });

  it('sends a request twice and is answered once, also with another token', async () => {
    const bench = await openSite(platform, countingChat());
    const first = await bench.enter();
    const next = await bench.enter({ app_id: bench.appId, visitor_token: first.visitor_token });
    const send = (token: string) =>
      testClient(platform.url, token).request('/v1/chat-messages', {
        body: says('once'),
        headers: { 'idempotency-key': 'one' },
      });
    const [one, two] = [await send(first.visitor_token), await send(next.visitor_token)];
    expect((two.body as VisitAnswer & { message_id: string }).message_id).toBe(
      (one.body as { message_id: string }).message_id,
    );
    const other = await send((await bench.enter()).visitor_token);
    expect((other.body as { message_id: string }).message_id).not.toBe((one.body as { message_id: string }).message_id);
  });

  it('of a site that signs its visitors is who the site says', async () => {
    const bench = await openSite(platform, countingChat(), { embed_enabled: true });
    const path = `/console/api/apps/${bench.appId}/site/visitor-secret`;
    const { secret } = (await platform.management.request(path, { method: 'POST' })).body as { secret: string };
    const body = { app_id: bench.appId, embedded: true, visitor: signedVisitor('ada@ferns.example', secret) };
    const first = await bench.enter(body);
    expect([first.visitor_id, (await bench.enter(body)).visitor_id]).toEqual(Array(2).fill('site:ada@ferns.example'));
    const kept = await bench.enter({ ...body, visitor: undefined, visitor_token: first.visitor_token });
    expect(kept.visitor_id).toBe('site:ada@ferns.example');
  });
});

describe('who may enter', () => {
  it('is said: members by their session, for as long as they are members', async () => {
    const bench = await openSite(platform, countingChat(), { entry: 'members' });
    expect(await bench.visit()).toMatchObject({
      status: 401,
      body: { code: 'sign_in_needed', params: { entry: 'members', ways: [] } },
    });
    const stranger = await browserOf(platform, await newPerson(platform));
    expect((await bench.visit(undefined, { cookie: stranger.cookie })).status).toBe(401);
    const person = await newMember(platform, 'member', platform.workspaceId);
    const { cookie } = await browserOf(platform, person);
    const entered = await bench.visit(undefined, { cookie });
    expect(entered.status, entered.text).toBe(200);
    const { visitor_token: token, visitor_id: id } = entered.body as VisitAnswer;
    expect(id).toBe(`member:${person.accountId}`);
    const me = testClient(platform.url, token);
    expect((await me.request('/v1/parameters')).status).toBe(200);
    const path = `/console/api/members/${person.accountId}`;
    const removed = await platform.management.request(path, { method: 'DELETE' });
    expect(removed.status, removed.text).toBeLessThan(300);
    await expect.poll(async () => (await me.request('/v1/parameters')).status).toBe(401);
    expect((await bench.visit({ app_id: bench.appId, visitor_token: token })).status).toBe(401);
  });

  it('may be more than before: who came in by less must prove it', async () => {
    const bench = await openSite(platform, countingChat());
    const { visitor_token: token } = await bench.enter();
    const me = testClient(platform.url, token);
    expect((await me.request('/v1/parameters')).status).toBe(200);
    await bench.set({ entry: 'sso' });
    expect((await me.request('/v1/parameters')).status).toBe(401);
    expect(await bench.visit({ app_id: bench.appId, visitor_token: token })).toMatchObject({
      status: 401,
      body: { params: { entry: 'sso', ways: [] } },
    });
  });
});

describe('a web app that is not there', () => {
  it('says why', async () => {
    const bench = await openSite(platform, countingChat());
    const { appId, set } = bench;
    const me = testClient(platform.url, (await bench.enter()).visitor_token);
    const pause = (status: string) =>
      platform.management.request(`/console/api/apps/${appId}`, { method: 'PATCH', body: { status } });
    await pause('paused');
    expect(await bench.visit()).toMatchObject({ status: 403, body: { code: 'app_paused' } });
    expect((await me.request('/v1/parameters')).status).toBe(403);
    await pause('active');
    expect((await me.request('/v1/parameters')).status).toBe(200);
    await set({ enabled: false });
    expect(await bench.visit()).toMatchObject({ status: 403, body: { code: 'web_app_off' } });
    expect((await me.request('/v1/parameters')).status).toBe(403);
    expect(await bench.visit({ app_id: appId, embedded: true })).toMatchObject({ body: { code: 'embed_off' } });
    expect(await bench.visit({ app_id: crypto.randomUUID() })).toMatchObject({ status: 404, body: { code: 'no_app' } });
    const draft = await platform.management.request('/console/api/apps/import', { body: { yaml: greetingWorkflow() } });
    const { id } = (draft.body as { app: { id: string } }).app;
    await platform.management.request(`/console/api/apps/${id}/site`, { method: 'PATCH', body: { enabled: true } });
    expect(await bench.visit({ app_id: id })).toMatchObject({ status: 403, body: { code: 'app_unpublished' } });
    await platform.management.request(`/console/api/apps/${appId}`, { method: 'DELETE' });
    expect((await bench.visit()).status).toBe(404);
    expect((await me.request('/v1/parameters')).status).toBe(401);
  });

  it('ends the streams of those who are there', async () => {
    const bench = await openSite(platform, speakingWorkflow(100, 200));
    const me = testClient(platform.url, (await bench.enter()).visitor_token);
    const body = { inputs: {}, response_mode: 'streaming' };
    const reading = me.stream('/v1/workflows/run', { body });
    await new Promise((resolve) => setTimeout(resolve, 500));
    await bench.set({ enabled: false });
    const { events } = await reading;
    expect(events.at(-1)).toMatchObject({ event: 'error', status: 401 });
  });
});
