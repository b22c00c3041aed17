import type { OAuthClientProvider } from '@modelcontextprotocol/client';
import { auth, Client, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { greetingWorkflow } from '#engine/testing/app-document.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { serveApp } from '#plugins/mcp-endpoint/testing/served-app.ts';
import { browserOf, newMember } from '#plugins/members/testing/people.ts';
import { allow } from './testing/oauth-bench.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await sharedPlatform();
});
afterAll(() => platform.dispose());

type ClientInformation = Awaited<ReturnType<OAuthClientProvider['clientInformation']>>;
type Discovered = Awaited<ReturnType<NonNullable<OAuthClientProvider['discoveryState']>>>;
type StoredTokens = NonNullable<Awaited<ReturnType<OAuthClientProvider['tokens']>>>;

/** A program that uses the SDK, and what it keeps. */
class Program implements OAuthClientProvider {
  readonly redirectUrl = 'http://localhost:8976/callback';
  readonly clientMetadata: OAuthClientProvider['clientMetadata'];
  client: ClientInformation;
  kept: StoredTokens | undefined;
  asked = new URL('about:blank');
  #verifier = '';
  #discovered: Discovered;

  constructor(method: string) {
    const redirect_uris = [this.redirectUrl];
    this.clientMetadata = { client_name: 'A program', redirect_uris, token_endpoint_auth_method: method };
  }

  state() {
    return 'st=ate & more';
  }
  clientInformation() {
    return this.client;
  }
  saveClientInformation(client: ClientInformation) {
    this.client = client;
  }
  tokens() {
    return this.kept;
  }
  saveTokens(tokens: StoredTokens) {
    this.kept = tokens;
  }
  redirectToAuthorization(url: URL) {
    this.asked = url;
  }
  saveCodeVerifier(verifier: string) {
    this.#verifier = verifier;
  }
  codeVerifier() {
    return this.#verifier;
  }
  saveDiscoveryState(discovered: Discovered) {
    this.#discovered = discovered;
  }
  discoveryState() {
    return this.#discovered;
  }

  /** What it asked for, as the consent page sends it on. */
  get request() {
    const field = (name: string) => this.asked.searchParams.get(name) ?? '';
    return {
      client_id: field('client_id'),
      redirect_uri: field('redirect_uri'),
      code_challenge: field('code_challenge'),
      state: field('state'),
    };
  }
}

describe.each([
  ['without a secret', 'none'],
  ['with a secret in the form', 'client_secret_post'],
  ['with a secret in the header', 'client_secret_basic'],
])('the client of the SDK %s', (_, method) => {
  it('finds out how it is authorised, registers, is allowed, calls, and renews its tokens', async () => {
    const app = await serveApp(platform, greetingWorkflow());
    const person = await newMember(platform, 'member', platform.workspaceId);
    const program = new Program(method);
    const address = new URL(`${platform.url}/mcp/apps/${app.appId}`);
    const transport = () => new StreamableHTTPClientTransport(address, { authProvider: program });
    const first = transport();
    const client = () => new Client({ name: 'sdk', version: '1.0.0' });
    await expect(client().connect(first)).rejects.toThrow(UnauthorizedError);

    const { asked } = program;
    expect([asked.origin, asked.pathname]).toEqual([platform.url, '/oauth/authorize']);
    expect(Object.fromEntries(asked.searchParams)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      resource: address.href,
      scope: 'apps.use',
    });
    const { client: browser } = await browserOf(platform, person);
    const body = { app_id: app.appId, ...program.request };
    const allowed = await allow(browser, platform.workspaceId, body);
    expect(allowed.status, allowed.text).toBe(201);
    const back = new URL((allowed.body as { redirect_to: string }).redirect_to);
    expect(back.href).toContain('http://localhost:8976/callback?');
    expect([back.searchParams.get('state'), back.searchParams.get('iss')]).toEqual(['st=ate & more', platform.url]);
    await first.finishAuth(back.searchParams);

    const working = client();
    await working.connect(transport());
    const called = await working.callTool({ name: app.name, arguments: { name: 'Ada' } });
    expect(called).toMatchObject({ structuredContent: { greeting: 'Hello Ada' } });

    // An access token that is over: the SDK renews it by itself, and calls again.
    const before = program.kept;
    program.kept = { token_type: 'Bearer', ...before, access_token: `oat-${'0'.repeat(40)}` };
    const again = await working.callTool({ name: app.name, arguments: { name: 'Eve' } });
    expect(again).toMatchObject({ structuredContent: { greeting: 'Hello Eve' } });
    expect(program.kept.refresh_token).not.toBe(before?.refresh_token);
    await working.close();

    const listed = await browser.request('/console/api/account/mcp-grants');
    expect(listed.body).toMatchObject({
      data: [{ client_name: 'A program', redirect: 'localhost:8976', app: { id: app.appId, name: 'Greeting' } }],
    });
    const log = async () => (await platform.management.request('/console/api/audit')).text;
    await expect.poll(log).toContain('mcp-oauth.allow');
  });
});

it('tells a client of a workspace the same, for all of its apps', async () => {
  await platform.management.request('/console/api/mcp-server', { method: 'PATCH', body: { enabled: true } });
  const app = await serveApp(platform, greetingWorkflow(), { name: 'one_of_all' });
  const person = await newMember(platform, 'editor', platform.workspaceId);
  const address = `${platform.url}/mcp/workspaces/${platform.workspaceId}`;
  const program = new Program('none');
  expect(await auth(program, { serverUrl: address })).toBe('REDIRECT');
  const allowed = await allow(person.client, platform.workspaceId, program.request);
  const { searchParams } = new URL((allowed.body as { redirect_to: string }).redirect_to);
  const code = searchParams.get('code') ?? '';
  expect(await auth(program, { serverUrl: address, authorizationCode: code, iss: searchParams.get('iss') ?? '' })).toBe(
    'AUTHORIZED',
  );
  const client = new Client({ name: 'sdk', version: '1.0.0' });
  await client.connect(new StreamableHTTPClientTransport(new URL(address), { authProvider: program }));
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toContain(app.name);
  await client.close();
});
