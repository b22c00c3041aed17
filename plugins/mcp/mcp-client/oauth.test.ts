import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { appDocument, chain, node } from '#engine/testing/app-document.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { newMember } from '#plugins/members/testing/people.ts';
import { type AuthorizationServer, startAuthorizationServer } from './testing/authorization-server.ts';
import { type McpFixture, startMcpServer } from './testing/mcp-fixture.ts';

let platform: TestPlatform;
let fixture: McpFixture;
let issuer: AuthorizationServer;
const given = { id: 'weft-client', secret: 'client-canary-secret' };

beforeAll(async () => {
  platform = await sharedPlatform();
});
beforeEach(async () => {
  fixture = await startMcpServer();
  issuer = await startAuthorizationServer(fixture, given);
});
afterEach(async () => {
  await issuer[Symbol.asyncDispose]();
  await fixture[Symbol.asyncDispose]();
});

const root = '/console/api/mcp-servers';
const ask = (path: string, method = 'GET', body?: unknown) =>
  platform.management.request(`${root}${path}`, { method, ...(body === undefined ? {} : { body }) });

interface Server {
  readonly id: string;
  readonly identifier: string;
}

let count = 0;
async function add(more: object = {}): Promise<Server> {
  count += 1;
  const settings = { identifier: `guarded-${count}`, name: 'Guarded', url: fixture.url, auth: 'oauth', ...more };
  return (await ask('', 'POST', settings)).body as Server;
}

const link = async ({ id }: Server) => ((await ask(`/${id}/authorize`, 'POST')).body as { url: string }).url;

/** Opens a link as a browser whose person goes on: where it is sent, and the cookie it keeps. */
async function goOn(url: string): Promise<{ readonly to: string; readonly cookie: string; readonly text: string }> {
  const answer = await fetch(url, { method: 'POST', redirect: 'manual' });
  const cookie = (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  return { to: answer.headers.get('location') ?? '', cookie, text: await answer.text() };
}

const comeBack = async (url: URL, cookie: string) => {
  const answer = await fetch(url, { headers: { cookie } });
  return { status: answer.status, text: await answer.text() };
};

async function authorize(url: string) {
  const { to, cookie } = await goOn(url);
  return await comeBack(issuer.allow(to), cookie);
}

const call = ({ id }: Server) => ask(`/${id}/call`, 'POST', { tool: 'echo', arguments: { text: 'Hi' } });

describe('a server that is authorised for the workspace', () => {
  it('is found out about, registered at, allowed by a person, and used', async () => {
    const server = await add();
    expect(server).toMatchObject({ state: 'no_tools', last_error: expect.stringContaining('not authorised') });
    const url = await link(server);
    const page = await (await fetch(url)).text();
    expect(page).toContain('My workspace');
    const { to } = await goOn(url);
    const asked = new URL(to).searchParams;
    expect(Object.fromEntries(asked)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      resource: fixture.url,
      scope: 'read',
      redirect_uri: `${platform.url}/console/api/mcp/callback`,
    });
    expect(await authorize(url)).toMatchObject({ status: 200, text: expect.stringContaining('Guarded is authorised') });
    expect(await call(server)).toMatchObject({ status: 200, body: { text: '{"times":1,"text":"Hi"}' } });
    const detail = await ask(`/${server.id}`);
    expect(detail.body).toMatchObject({ authorized: true, state: 'ready', tools: [{ name: 'echo' }] });
    expect(detail.text + JSON.stringify(platform.log)).not.toContain('canary');
    expect((await ask(`/${server.id}/authorization`, 'DELETE')).status).toBe(204);
    expect(await call(server)).toMatchObject({ status: 400, body: { code: 'not_authorized' } });
  });

  it('takes a client that a person gave, whose secret never comes out', async () => {
    const server = await add({ client_id: given.id, client_secret: given.secret });
    expect((await authorize(await link(server))).status).toBe(200);
    expect((await call(server)).status).toBe(200);
    expect(issuer.http.seen.filter(({ url }) => url === '/register')).toEqual([]);
    expect((await ask(`/${server.id}`)).text).not.toContain('canary');
  });

  it('is authorised anew once for all calls when its token is over, and by a person when that is refused', async () => {
    const server = await add();
    await authorize(await link(server));
    issuer.expire();
    const answers = await Promise.all([call(server), call(server), call(server)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(issuer.grants.refresh_token).toBe(1);
    issuer.expire();
    issuer.revoke();
    expect(await call(server)).toMatchObject({ status: 400, body: { code: 'not_authorized' } });
  });

  it('renews a token before it is over', async () => {
    issuer.seconds = 10;
    const server = await add();
    await authorize(await link(server));
    issuer.seconds = 3_600;
    expect((await call(server)).status).toBe(200);
    expect(issuer.grants.refresh_token).toBeGreaterThan(0);
  });
});

describe('a server that each user authorises', () => {
  const caller = (identifier: string) =>
    appDocument({
      mode: 'workflow',
      name: 'Caller',
      nodes: [
        node('1', 'start', { variables: [] }),
        node('2', 'tool', {
          provider_type: 'mcp',
          provider_id: identifier,
          tool_name: 'echo',
          tool_parameters: { text: { type: 'mixed', value: 'Hi' } },
        }),
        node('3', 'end', { outputs: [{ variable: 'text', value_selector: ['2', 'text'] }] }),
      ],
      edges: chain('1', '2', '3'),
    });

  it('tells who has not where to do it, and speaks for nobody else', async () => {
    const server = await add({ per_user: true });
    // The management token stands for the workspace, which has an authorisation of its own to look at the tools with.
    const refused = await ask(`/${server.id}/refresh`, 'POST');
    expect(refused.body).toMatchObject({ code: 'not_authorized' });
    const person = await newMember(platform, 'owner', platform.workspaceId);
    const headers = { 'x-workspace-id': platform.workspaceId };
    const own = await person.client.request(`${root}/${server.id}/authorize`, { method: 'POST', headers });
    await authorize((own.body as { url: string }).url);
    const app = await platform.importApp(caller(server.identifier));
    const run = async (user: string) => {
      const answer = await platform.post(app.key, '/v1/workflows/run', { inputs: {}, user, response_mode: 'blocking' });
      return (answer.body as { data: { status: string; error: string } }).data;
    };
    const { status, error } = await run('ada');
    expect([status, error]).toEqual(['failed', expect.stringContaining('this one has not authorised it')]);
    const url = /http\S+/.exec(error)?.[0] ?? '';
    expect((await authorize(url)).status).toBe(200);
    expect((await run('ada')).status).toBe('succeeded');
    expect((await run('bob')).status).toBe('failed');
  });
});

describe('an authorisation', () => {
  it('attack T23: counts once, in the browser that began it', async () => {
    const server = await add();
    const { to, cookie } = await goOn(await link(server));
    const back = issuer.allow(to);
    expect(await comeBack(back, '')).toMatchObject({ status: 400, text: expect.stringContaining('attempt_over') });
    expect((await comeBack(back, 'weft_mcp=other')).status).toBe(400);
    expect((await comeBack(back, cookie)).status).toBe(200);
    expect(await comeBack(back, cookie)).toMatchObject({ status: 400, text: expect.stringContaining('attempt_over') });
  });

  it('attack T11: is not for a server that took the place of the one that was allowed', async () => {
    const server = await add();
    const { to, cookie } = await goOn(await link(server));
    const evil = await startMcpServer();
    expect((await ask(`/${server.id}`, 'PATCH', { url: evil.url })).status).toBe(200);
    const back = await comeBack(issuer.allow(to), cookie);
    expect(back).toMatchObject({ status: 400, text: expect.stringContaining('attempt_over') });
    await call(server);
    expect(issuer.grants.authorization_code).toBeUndefined();
    expect(JSON.stringify(evil.http.seen)).not.toContain('canary');
    await evil[Symbol.asyncDispose]();
  });

  it('attack T20: that is withdrawn while it is renewed stays withdrawn', async () => {
    const server = await add();
    await authorize(await link(server));
    issuer.expire();
    const { asked, release } = issuer.hold();
    const late = call(server);
    await asked;
    expect((await ask(`/${server.id}/authorization`, 'DELETE')).status).toBe(204);
    release();
    expect(await late).toMatchObject({ status: 400, body: { code: 'not_authorized' } });
    expect(await call(server)).toMatchObject({ status: 400, body: { code: 'not_authorized' } });
  });

  it('attack T19: begins with no link but one that was made here', async () => {
    const url = await link(await add());
    const token = url.split('/').at(-1) ?? '';
    const text = Buffer.from(token, 'base64url').toString();
    const foreign = Buffer.from(`${crypto.randomUUID()}${text.slice(36)}`).toString('base64url');
    for (const forged of [foreign, `${token.slice(0, -4)}AAAA`, 'x'])
      expect((await fetch(url.replace(token, forged), { method: 'POST', redirect: 'manual' })).status).toBe(400);
  });

  it('attack T17: of another issuer is refused before its code is used', async () => {
    issuer.iss = 'https://evil.example';
    const answer = await authorize(await link(await add()));
    expect(answer).toMatchObject({ status: 400, text: expect.stringContaining('not the one that it says it is') });
    expect(issuer.grants.authorization_code).toBeUndefined();
  });

  it('attack T11: sends a client that a person gave to its own authorization server only', async () => {
    const server = await add({ client_id: given.id, client_secret: given.secret });
    await authorize(await link(server));
    const other = await startMcpServer();
    await using evil = await startAuthorizationServer(other, given);
    issuer.describeResource = (told) => ({ ...told, authorization_servers: [evil.url] });
    const { text } = await goOn(await link(server));
    expect(text).toContain('another authorization server');
    expect(JSON.stringify(evil.http.seen)).not.toContain('canary');
    await other[Symbol.asyncDispose]();
  });

  it.each([
    ['authorization_servers', { authorization_servers: ['http://10.0.0.1/'] }, {}],
    ['authorization_endpoint', {}, { authorization_endpoint: 'http://192.168.0.1/authorize' }],
    ['authorization_endpoint', {}, { authorization_endpoint: 'javascript:alert(1)' }],
    ['issuer', {}, { issuer: 'https://other.example' }],
    ['resource', { resource: 'https://other.example/mcp' }, {}],
  ])('attack T17: is not begun where the %s leads elsewhere: %j', async (_, resource, metadata) => {
    issuer.describeResource = (told) => ({ ...told, ...resource });
    issuer.describe = (told) => ({ ...told, ...metadata });
    const server = await add();
    const asked = await ask(`/${server.id}/authorize`, 'POST');
    const url = (asked.body as { url?: string }).url;
    const text = url === undefined ? asked.text : (await goOn(url)).text;
    expect(text).toContain('authorization_failed');
  });

  it('attack T17: sends no code or secret to an endpoint inside', async () => {
    issuer.describe = (told) => ({
      ...told,
      token_endpoint: 'http://10.0.0.1/token',
      registration_endpoint: `${issuer.url}/register`,
    });
    const answer = await authorize(await link(await add()));
    expect(answer).toMatchObject({ status: 400, text: expect.stringContaining('authorization_failed') });
  });
});
