import { afterAll, beforeAll, expect, it } from 'vitest';
import { greetingWorkflow } from '#engine/testing/app-document.ts';
import { type LocalServer, startServer } from '#plugins/egress/testing/local-server.ts';
import { serveApp } from '#plugins/mcp-endpoint/testing/served-app.ts';
import { newMember, newPerson, PASSWORD } from '#plugins/members/testing/people.ts';
import { describePages, type Page, phone } from '#plugins/pages/testing/open-pages.ts';
import { typeInto } from '#plugins/pages/testing/type-into.ts';
import { pkce, postForm, register } from './testing/oauth-bench.ts';

/** Of the browser: nobody is signed in yet, or may not use it, and requests that were refused. */
const refused = /status of (400|401|404)/;

describePages('the page that asks whether a client of MCP may use an app', (pages) => {
  /** Where the client waits for its answer. */
  let client: LocalServer;
  beforeAll(async () => {
    client = await startServer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Client</title><h1>Back</h1>');
    });
  });
  afterAll(() => client[Symbol.asyncDispose]());

  /** An app, a client, and the address that the client opens; `changes`: of its query. */
  async function asked(client_name: string, changes: Readonly<Record<string, string | null>> = {}) {
    const { platform } = pages;
    const app = await serveApp(platform, greetingWorkflow(), { name: `asked_${crypto.randomUUID().slice(0, 8)}` });
    const redirect_uri = `${client.url}/callback`;
    const client_id = await register(platform.url, { client_name, redirect_uris: [redirect_uri] });
    const { verifier, challenge } = pkce();
    const query = new URLSearchParams({
      client_id,
      redirect_uri,
      response_type: 'code',
      code_challenge: challenge,
      code_challenge_method: 'S256',
      resource: `${platform.url}/mcp/apps/${app.appId}`,
      state: 'st<a>te',
    });
    for (const [name, value] of Object.entries(changes)) value === null ? query.delete(name) : query.set(name, value);
    return { app, client_id, verifier, path: `/oauth/authorize?${query}` };
  }

  const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
  async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
    await typeInto(page.getByLabel('E-mail'), email);
    await typeInto(page.getByLabel('Password'), password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  }

  it('signs in, says who asks for what and where the answer goes, and sends a code there', async () => {
    const { app, client_id, verifier, path } = await asked('<img src=x onerror=alert(1)> Garden');
    const person = await newMember(pages.platform, 'member', pages.platform.workspaceId);
    const page = await pages.open(path, { expected: [refused] });
    await heading(page, 'Sign in').waitFor();
    expect(await pages.violations(page)).toEqual([]);
    await signIn(page, person.email, 'not it at all');
    await page.getByRole('alert').waitFor();
    await signIn(page, person.email);
    await heading(page, 'Allow <img src=x onerror=alert(1)> Garden?').waitFor();
    expect(await page.locator('img').count()).toBe(0);
    const facts = await page.locator('dl').innerText();
    for (const fact of ['Greeting', person.email, new URL(client.url).host, 'a program on this computer'])
      expect(facts).toContain(fact);
    expect(await pages.violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Allow' }).click();
    await heading(page, 'Back').waitFor();
    const { searchParams } = new URL(page.url());
    expect([searchParams.get('state'), searchParams.get('iss')]).toEqual(['st<a>te', pages.platform.url]);
    const code = searchParams.get('code') ?? '';
    const given = { grant_type: 'authorization_code', client_id, code, code_verifier: verifier };
    const answer = await postForm(pages.platform.url, 'token', given);
    expect(answer).toMatchObject({ status: 200, body: { scope: 'apps.use' } });
    expect(app.name).toMatch(/^asked_/);
    // The client learns nothing of what stood in the address before.
    expect(client.seen.find(({ url }) => url.startsWith('/callback'))?.headers.referer).toBeUndefined();
  });

  it('takes a no, and who is signed in already is asked at once', async () => {
    const person = await newMember(pages.platform, 'editor', pages.platform.workspaceId);
    const { path } = await asked('Desk');
    const page = await pages.open(path, { expected: [refused], ...phone });
    await signIn(page, person.email);
    await heading(page, 'Allow Desk?').waitFor();
    await page.reload();
    await heading(page, 'Allow Desk?').waitFor();
    await page.getByRole('link', { name: 'Cancel' }).click();
    await heading(page, 'Back').waitFor();
    const { searchParams } = new URL(page.url());
    expect([searchParams.get('error'), searchParams.get('code')]).toEqual(['access_denied', null]);
  });

  it('offers nothing to whom the app is none of, who may come as somebody else', async () => {
    const stranger = await newPerson(pages.platform);
    const person = await newMember(pages.platform, 'member', pages.platform.workspaceId);
    const { app, path } = await asked('Desk');
    const page = await pages.open(path, { expected: [refused] });
    await signIn(page, stranger.email);
    await heading(page, 'You may not use this app').waitFor();
    expect(await page.content()).not.toContain('Greeting');
    expect(await pages.violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Use another account' }).click();
    await app.set({ enabled: false });
    await signIn(page, person.email);
    await heading(page, 'This app is no MCP server').waitFor();
  });

  it('attack T17: sends nobody anywhere for a request that is not right, and shows nobody a question', async () => {
    const wrong: readonly (readonly [Record<string, string | null>, string, boolean])[] = [
      [{ client_id: '00000000-0000-4000-8000-000000000000' }, "The client can't be known", false],
      [{ client_id: 'https://169.254.169.254/client.json' }, "The client can't be known", false],
      [{ redirect_uri: 'https://evil.example/' }, 'has not registered', false],
      [{ redirect_uri: null }, 'has not registered', false],
      [{ code_challenge_method: 'plain' }, 'does not protect its code', true],
      [{ code_challenge_method: null }, 'does not protect its code', true],
      [{ code_challenge: null }, 'does not protect its code', true],
      [{ response_type: 'token' }, 'something else than a code', true],
      [{ resource: null }, 'for which MCP server', true],
      [
        { resource: 'https://evil.example/mcp/apps/00000000-0000-4000-8000-000000000000' },
        'for which MCP server',
        true,
      ],
    ];
    for (const [changes, said, hasWay] of wrong) {
      const { path } = await asked('Desk', changes);
      const answer = await fetch(pages.platform.url + path, { redirect: 'manual' });
      expect(answer.status).toBe(400);
      const text = await answer.text();
      for (const part of ['"is":"refused"', said]) expect(text).toContain(part);
      expect(text.includes('"return_to":null')).toBe(!hasWay);
    }
    const { path } = await asked('Desk', { response_type: 'token' });
    const page = await pages.open(path, { expected: [refused] });
    await heading(page, 'This request can’t be answered').waitFor();
    expect(await pages.violations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Go back to the client' }).click();
    await heading(page, 'Back').waitFor();
    expect(new URL(page.url()).searchParams.get('error')).toBe('unsupported_response_type');
    const twice = `${(await asked('Desk')).path}&redirect_uri=https%3A%2F%2Fevil.example`;
    expect((await fetch(pages.platform.url + twice, { redirect: 'manual' })).status).toBe(400);
  });

  it('attack T16: is shown in no frame, and to no cache', async () => {
    const { path } = await asked('Desk');
    const { headers } = await fetch(pages.platform.url + path);
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect([headers.get('cache-control'), headers.get('referrer-policy')]).toEqual(['no-store', 'no-referrer']);
  });
});
