import { request as rawRequest } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Public, type Route, Routes } from '#http';
import { rawConnection } from '#http/testing/raw-connection.ts';
import type { JsonSchema } from '#kernel';
import { Database } from '#plugins/database/contract.ts';
import { tableSums } from '#plugins/database/testing/table-sums.ts';
import { startPlatform, type TestPlatform } from '#plugins/delivery-api/testing/platform.ts';
import { newMember, newPerson, PASSWORD, type Person } from '#plugins/members/testing/people.ts';

const NOWHERE = '00000000-0000-4000-8000-000000000000';
/** Bytes that no body of the console may have. */
const TOO_LARGE = 40_000_000;
/** What anybody may read, from any page, besides `/v1`. */
const openPath = /^(\/v1(\/|$)|\/openapi\.json$)/;

let platform: TestPlatform;
let routes: readonly Route[];
let owner: Person;

beforeAll(async () => {
  const http = { consoleUrl: 'https://console.example.com', runtimeUrl: 'https://api.example.com' };
  platform = await startPlatform({ threads: 0, config: { http }, env: { WEFT_SIGN_UP: 'open' } });
  routes = platform.kernel.contributions(Routes).all();
  owner = await newMember(platform, 'owner', platform.workspaceId);
});
afterAll(() => platform.dispose());

const label = ({ method, path }: Route) => `${method} ${path}`;
const isPublic = ({ access }: Route) => access.authenticator === Public.authenticator;
const isConsole = ({ path }: Route) => /^\/(console|assistant)\//.test(path);
const everything = () => tableSums(platform.kernel.resolve(Database));
const pathOf = ({ path }: Route) => path.replaceAll(/:\w+/g, NOWHERE).replace('*', 'x');

interface Shape {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
}

/** `body.a[].b` */
function fieldsOf(schema: JsonSchema | undefined, at: string): string[] {
  const { properties = {}, items } = (schema ?? {}) as Shape;
  const below = Object.entries(properties).flatMap(([name, inner]) => [
    `${at}.${name}`,
    ...fieldsOf(inner, `${at}.${name}`),
  ]);
  return [...below, ...(items === undefined ? [] : fieldsOf(items, `${at}[]`))];
}

it('attack T02: no header opens a route to who has no key', async () => {
  const tricks: readonly Record<string, string>[] = [
    { authorization: 'Bearer' },
    { authorization: 'Bearer null' },
    { authorization: 'Bearer undefined' },
    { authorization: 'Basic YWRtaW46YWRtaW4=' },
    { authorization: `bearer ${platform.token.slice(0, -1)}` },
    { authorization: `Bearer app-${'A'.repeat(24)}` },
    { cookie: 'weft_session=' },
    { cookie: 'weft_session=null; weft_session=undefined', 'x-csrf-token': 'null' },
    { 'x-forwarded-for': '127.0.0.1', 'x-real-ip': '127.0.0.1', forwarded: 'for=127.0.0.1' },
    { 'x-original-url': '/healthz', 'x-rewrite-url': '/healthz' },
    { 'x-http-method-override': 'OPTIONS', 'x-method-override': 'GET' },
    { 'x-request-from': 'console', 'x-internal': 'true', 'x-remote-user': owner.email },
    { 'x-workspace-id': platform.workspaceId, 'x-account-id': owner.accountId },
    { host: 'localhost', 'x-forwarded-host': 'localhost', 'x-forwarded-proto': 'https' },
  ];
  const before = await everything();
  const wrong: string[] = [];
  const closed = routes.filter((route) => !isPublic(route));
  expect(closed.length).toBeGreaterThan(150);
  for (const route of closed) {
    for (const headers of tricks) {
      const answer = await fetch(platform.url + pathOf(route), { method: route.method, headers });
      await answer.body?.cancel();
      if (answer.status !== 401) wrong.push(`${label(route)} ${JSON.stringify(headers)}: ${answer.status}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(await everything()).toEqual(before);
}, 120_000);

it('attack T16: no origin is repeated, none but of the runtime API is open to any, and none with cookies', async () => {
  const wrong: string[] = [];
  for (const route of routes) {
    for (const origin of ['https://evil.example', 'null', 'https://console.example.com.evil.example']) {
      const preflight = { origin, 'access-control-request-method': route.method };
      const answers = [
        await fetch(platform.url + pathOf(route), { method: 'OPTIONS', headers: preflight }),
        await fetch(platform.url + pathOf(route), { method: route.method, headers: { origin }, redirect: 'manual' }),
      ];
      for (const [index, { headers, body }] of answers.entries()) {
        await body?.cancel();
        const allowed = headers.get('access-control-allow-origin');
        const isOpen = openPath.test(route.path);
        // Any page may ask whether it may call a route that says itself who hears its answers; the answer is not open.
        const isAsked = index === 0 && route.isHeardBy !== undefined && allowed === origin;
        const isRight = isAsked || allowed === null ? !/^\/v1/.test(route.path) : isOpen && allowed === '*';
        if (!isRight || headers.has('access-control-allow-credentials')) {
          wrong.push(`${label(route)} ${origin}: ${allowed}`);
        }
      }
    }
  }
  expect(wrong).toEqual([]);
});

it('attack T16: a GET without a key changes nothing, whatever it asks for', async () => {
  const before = await everything();
  for (const route of routes.filter((each) => each.method === 'GET' && isPublic(each))) {
    const query = new URLSearchParams(
      Object.fromEntries(fieldsOf(route.query, '').map((name) => [name.slice(1), 'x'])),
    );
    await (await fetch(`${platform.url}${pathOf(route)}?${query}`, { redirect: 'manual' })).text();
  }
  expect(await everything()).toEqual(before);
});

it('attack T16: cookies of a console on HTTPS go over nothing else, to no script and with no form of another site', async () => {
  const person = await newPerson(platform);
  const api = `${platform.url}/console/api`;
  const signedIn = await fetch(`${api}/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: `weft_session=ses-${'A'.repeat(40)}` },
    body: JSON.stringify({ email: person.email, password: PASSWORD }),
  });
  const given = signedIn.headers.getSetCookie();
  const cookie = given.map((line) => line.split(';')[0]).join('; ');
  const renewed = await fetch(`${api}/sessions/refresh`, { method: 'POST', headers: { cookie } });
  const { access_token: token } = (await renewed.json()) as { access_token: string };
  const headers = { authorization: `Bearer ${token}` };
  const signedOut = await fetch(`${api}/sessions/current`, { method: 'DELETE', headers });
  const all = [...given, ...renewed.headers.getSetCookie(), ...signedOut.headers.getSetCookie()];
  expect(all).toHaveLength(6);
  for (const line of all) expect(line).toMatch(/; HttpOnly; SameSite=(Lax|Strict); Max-Age=\d+; Secure$/);
  // Nobody's own choice of a session is taken over.
  expect(all.join()).not.toContain('ses-AAAA');
});

it('attack T17: every field that may say where to go next is known', () => {
  const name = /(?:^|_)(?:ur[il]|return|redirect|next|relay|callback|continue|goto|target|dest|link)|url$|relaystate/i;
  const found = routes.flatMap((route) =>
    [...fieldsOf(route.query, 'query'), ...fieldsOf(route.body, 'body')]
      .filter((field) => name.test(field.split('.').at(-1) ?? ''))
      .map((field) => `${label(route)} ${field}`),
  );
  expect(found.sort()).toEqual([
    // Which of the workspace's own clients is meant.
    'DELETE /console/api/account-services/:service/client query.base_url',
    // A path of this site or 400; `plugins/workspace/sso` has the tests.
    'GET /console/api/sso/:connection_id/start query.return_to',
    // One that its client has registered, or nobody is sent anywhere; `plugins/mcp/mcp-oauth` has the tests.
    'GET /oauth/authorize query.redirect_uri',
    // A yes or no.
    'GET /v1/runs/:task_id/events query.continue_on_pause',
    'GET /v1/workflow/:workflow_run_id/events query.continue_on_pause',
    // Where the server itself goes, through the egress client; nobody is sent there.
    'PATCH /console/api/apps/:app_id/webhooks/:id body.url',
    // Where the browser of who set it is told to go, by them.
    'PATCH /console/api/custom-tools/:provider_id body.authentication.authorization_url',
    'PATCH /console/api/custom-tools/:provider_id body.authentication.token_url',
    'PATCH /console/api/custom-tools/:provider_id body.server.url',
    'PATCH /console/api/custom-tools/:provider_id body.url',
    'PATCH /console/api/datasets/:dataset_id/sources/:source_id body.url',
    'PATCH /console/api/mcp-servers/:id body.url',
    'PATCH /console/api/sso/connections/:connection_id body.metadata_url',
    'PATCH /console/api/sso/connections/:connection_id body.sso_url',
    'POST /console/api/apps/:app_id/webhooks body.url',
    'POST /console/api/apps/check body.url',
    'POST /console/api/apps/import body.url',
    'POST /console/api/apps/import/plan body.url',
    // Where the server itself goes, through the egress client, or a page of the service that an admin named.
    'POST /console/api/connected-accounts body.base_url',
    // A path of this site or 400; `plugins/workspace/connected-accounts` has the tests.
    'POST /console/api/connected-accounts/:id/reconnect body.return_to',
    'POST /console/api/connected-accounts/connect body.base_url',
    'POST /console/api/connected-accounts/connect body.return_to',
    'POST /console/api/connected-accounts/device body.base_url',
    'POST /console/api/connected-accounts/github-app body.base_url',
    'POST /console/api/custom-tools body.authentication.authorization_url',
    'POST /console/api/custom-tools body.authentication.token_url',
    'POST /console/api/custom-tools body.server.url',
    'POST /console/api/custom-tools body.url',
    'POST /console/api/custom-tools/preview body.url',
    'POST /console/api/datasets/:dataset_id/sources body.url',
    // As of `GET /oauth/authorize`.
    'POST /console/api/mcp-grants body.redirect_uri',
    'POST /console/api/mcp-servers body.url',
    'POST /console/api/repositories body.url',
    'POST /console/api/repository-branches body.url',
    'POST /console/api/repository-files body.url',
    'POST /console/api/repository-folders body.url',
    'POST /console/api/repository-keys body.url',
    'POST /console/api/repository-plans body.url',
    'POST /console/api/repository-texts body.url',
    // A path of this site or 400; `plugins/workspace/sign-in-providers` has the tests.
    'POST /console/api/sign-in/attempts body.return_to',
    // A path of this site, or its start.
    'POST /console/api/sso/:connection_id/acs body.RelayState',
    'POST /console/api/sso/connections body.metadata_url',
    // The page of a provider that an owner named and the operator approved.
    'POST /console/api/sso/connections body.sso_url',
    // Compared with where the code went; nobody is sent there.
    'POST /oauth/token body.redirect_uri',
    // A knowledge base.
    'POST /v1/datasets/tags/binding body.target_id',
    'POST /v1/datasets/tags/unbinding body.target_id',
    'POST /web/api/connected-accounts/connect body.return_to',
    // Whose client a server is, set by who runs this one.
    'PUT /console/api/account-services/:service/client body.base_url',
    'PUT /console/api/installation/oauth-clients/:provider body.base_url',
  ]);
});

it('attack T17: links lead to the configured console, whatever host a request names', async () => {
  const ask = (path: string, body: object) =>
    new Promise<string>((resolve, reject) => {
      const headers = {
        host: 'evil.example',
        'x-forwarded-host': 'evil.example',
        'x-forwarded-proto': 'http',
        forwarded: 'host=evil.example',
        origin: 'https://evil.example',
        referer: 'https://evil.example/',
        authorization: `Bearer ${platform.token}`,
        'content-type': 'application/json',
      };
      const sent = rawRequest(`${platform.url}/console/api/${path}`, { method: 'POST', headers }, (answer) => {
        let text = JSON.stringify(answer.headers);
        answer.on('data', (chunk) => {
          text += chunk;
        });
        answer.on('end', () => resolve(text));
      });
      sent.on('error', reject).end(JSON.stringify(body));
    });
  const texts = [
    await ask('invitations', { email: 'new@example.com', role: 'member' }),
    await ask('accounts/reset-link', { email: owner.email }),
  ];
  for (const text of texts) {
    expect(text).toContain('https://console.example.com/');
    expect(text).not.toContain('evil.example');
  }
});

it('attack T21: bodies without end, too deep or of nonsense are refused by every route of the console', async () => {
  const bodies: readonly (readonly [string, number, string])[] = [
    ['100,000 levels', 400, `{"a":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_001)}`],
    ['100,000 open brackets', 400, '['.repeat(100_000)],
    ['a key that reaches prototypes', 400, '{"__proto__":{"isAdmin":true}}'],
    ['half of a text', 400, '{"name":'],
  ];
  const before = await everything();
  const wrong: string[] = [];
  const taking = routes.filter((route) => isConsole(route) && route.body !== undefined && route.bodyType === undefined);
  expect(taking.length).toBeGreaterThan(50);
  for (const route of taking) {
    const token = route.permission === 'installation.manage' ? platform.token : owner.token;
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    for (const [name, status, body] of bodies) {
      const answer = await fetch(platform.url + pathOf(route), { method: route.method, headers, body });
      await answer.body?.cancel();
      if (answer.status !== status) wrong.push(`${label(route)} ${name}: ${answer.status}`);
    }
    // Told before it is sent: the answer does not wait for it.
    const connection = await rawConnection(platform.url);
    const lines = Object.entries({ ...headers, host: 'x', 'content-length': String(TOO_LARGE) });
    const head = [`${route.method} ${pathOf(route)} HTTP/1.1`, ...lines.map((line) => line.join(': '))];
    connection.send(`${head.join('\r\n')}\r\n\r\n`);
    const answer = await connection.until(/^HTTP\/1\.1 \d+/);
    connection.socket.destroy();
    if (!answer.startsWith('HTTP/1.1 413')) wrong.push(`${label(route)} too large: ${answer.slice(0, 30)}`);
  }
  expect(wrong).toEqual([]);
  expect(await everything()).toEqual(before);
  expect((await fetch(`${platform.url}/readyz`)).status).toBe(200);
}, 120_000);
