import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HostCalls } from '#engine';
import { appDocument, chain, node } from '#engine/testing/app-document.ts';
import { type AccountCallAnswer, AccountsRequest, ConnectedAccounts } from '#plugins/connected-accounts/contract.ts';
import { connect, registerService } from '#plugins/connected-accounts/testing/connecting.ts';
import { type OAuthService, startOAuthService } from '#plugins/connected-accounts/testing/oauth-service.ts';
import { type ImportedApp, startPlatform, type TestPlatform } from '#plugins/delivery-api/testing/platform.ts';
import { browserOf, newMember, newWorkspace, type Person } from '#plugins/members/testing/people.ts';
import { FakeDrive } from '#plugins/source-drive/testing/fake-drive.ts';

let platform: TestPlatform;
let service: OAuthService;
let drive: FakeDrive;
let app: ImportedApp;
/** Whose tokens Drive was asked with. */
let asked: string[];

const searching = appDocument({
  mode: 'workflow',
  name: 'Searching',
  nodes: [
    node('1', 'start', { variables: [] }),
    node('2', 'tool', {
      ...{ provider_type: 'builtin', provider_id: 'google_drive', tool_name: 'drive_search' },
      tool_parameters: { query: { type: 'mixed', value: 'plan' } },
    }),
    node('3', 'end', { outputs: [{ variable: 'text', value_selector: ['2', 'text'] }] }),
  ],
  edges: chain('1', '2', '3'),
});

beforeAll(async () => {
  platform = await startPlatform({ env: { WEFT_EGRESS_ALLOW: '127.0.0.1' } });
  service = await startOAuthService();
  service.handlers.push((request, response, { person }) => {
    asked.push(person.email);
    return drive.handle(request, response);
  });
  await registerService(platform.management, service);
  app = await platform.importApp(searching);
  const on = { method: 'PATCH', body: { enabled: true } };
  expect((await platform.management.request(`/console/api/apps/${app.appId}/site`, on)).status).toBe(200);
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await platform.dispose();
});
beforeEach(() => {
  asked = [];
  drive = new FakeDrive();
  drive.file('plan', 'x', 'root-of-ada', { isPicked: true });
});

async function somebody(name: string, where = platform.workspaceId) {
  const person = await newMember(platform, 'admin', where);
  service.person = { sub: name, email: `${name}@example.com` };
  return { ...person, ...(await browserOf(platform, person)) };
}

interface Ended {
  readonly id: string;
  readonly outputs: { readonly text: string } | null;
  readonly error: string | null;
}

const body = { inputs: {}, response_mode: 'blocking' };
const drafted = async (person: Person): Promise<Ended> =>
  ((await person.client.request(`/console/api/apps/${app.appId}/draft/run`, { body })).body as { data: Ended }).data;
const published = async (token: string, user?: string): Promise<Ended> => {
  const answer = await fetch(`${platform.url}/v1/workflows/run`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...body, ...(user !== undefined && { user }) }),
  });
  return ((await answer.json()) as { data: Ended }).data;
};

/** Somebody who comes to the web app, and what their page asks. */
async function visitor() {
  const visit = await fetch(`${platform.url}/web/api/visit`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ app_id: app.appId, embedded: false }),
  });
  const { visitor_token: token } = (await visit.json()) as { visitor_token: string };
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`${platform.url}/web/api/connected-accounts${path}`, {
      ...init,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    });
  return {
    token,
    ask,
    async connects(name: string, cookies?: string) {
      service.person = { sub: name, email: `${name}@example.com` };
      const begun = await ask('/connect', { method: 'POST', body: JSON.stringify({ return_to: '/chat/x' }) });
      const own = cookies ?? begun.headers.getSetCookie()[0]?.split(';')[0] ?? '';
      const { url } = (await begun.json()) as { url: string };
      const back = service.allow(url, { picked: ['file-1'] });
      const passed = await fetch(back, { redirect: 'manual' });
      const answer = await fetch(passed.headers.get('location') ?? '', {
        redirect: 'manual',
        headers: { cookie: own },
      });
      return new URL(answer.headers.get('location') ?? 'http://none.invalid');
    },
  };
}

describe('a run that asks for an account', () => {
  it('works with that of whoever started it, and no token is in its answer, its events or a log', async () => {
    const ada = await somebody('ada');
    await connect(ada, service, { capabilities: ['drive.read'] });
    const grace = await somebody('grace');
    await connect(grace, service, { capabilities: ['drive.read'] });
    const runs = [await drafted(ada), await drafted(grace)];
    expect(asked).toEqual(['ada@example.com', 'grace@example.com']);
    expect(runs[0]?.outputs?.text).toContain('plan');
    for (const { id } of runs) {
      const one = `/console/api/runs/${id}`;
      const parts = [one, `${one}/nodes`, `${one}/events`].map((path) => platform.management.request(path));
      const text = (await Promise.all(parts)).map((answer) => answer.text).join();
      expect(text).toContain('plan (');
      expect(text).not.toMatch(/-canary-/);
    }
    expect(JSON.stringify([runs, platform.log])).not.toMatch(/-canary-/);
    const eve = await somebody('eve');
    expect((await drafted(eve)).error).toMatch(/Connect yours under Integrations/);
    expect(asked).toHaveLength(2);
  });

  it('attack T01: one’s own account that is lent to something works for no run of others, and for none of who has left', async () => {
    const mary = await somebody('mary');
    const { id } = await connect(mary, service, { capabilities: ['drive.read'] });
    const accounts = platform.kernel.resolve(ConnectedAccounts);
    const { workspaceId } = platform;
    const to = { kind: 'tool', id: 'drive_search', name: 'drive_search' } as const;
    await accounts.lend({ workspaceId, accountId: id, to, by: `account:${mary.accountId}` });
    expect((await drafted(await somebody('mallory'))).error).toMatch(/Connect yours/);
    const use = { workspaceId, accountId: id, capability: 'drive.read', onBehalfOf: null, consumer: to };
    const request = { url: `${service.url}/drive/v3/files`, method: 'GET' };
    expect((await accounts.request(use, request)).status).toBe(200);
    const left = await platform.management.request(`/console/api/members/${mary.accountId}`, { method: 'DELETE' });
    expect(left.status).toBe(204);
    await expect(accounts.request(use, request)).rejects.toMatchObject({ code: 'connected-accounts.not_allowed' });
    await accounts.giveBack(workspaceId, to);
    await expect(accounts.request(use, request)).rejects.toMatchObject({ code: 'connected-accounts.not_allowed' });
  });

  it('attack T01: is of its own workspace, and leads nowhere but to the service', async () => {
    const ada = await somebody('ada-2');
    await connect(ada, service, { capabilities: ['drive.read'] });
    const { id: runId } = await drafted(ada);
    const call = platform.kernel.contributions(HostCalls).get(AccountsRequest);
    const send = (url: string, workspaceId = platform.workspaceId) =>
      call?.call(
        {
          ...{ provider: 'google', capability: 'drive.read', request: { url, method: 'GET' } },
          consumer: { kind: 'tool', id: 'x', name: 'x' },
        },
        { runId, workspaceId, appId: app.appId, signal: AbortSignal.timeout(60_000) },
      ) as Promise<AccountCallAnswer>;
    const answer = await send('drive:/files');
    expect(answer.status).toBe(200);
    expect(JSON.stringify([answer.headers, Buffer.from(answer.body).toString()])).not.toMatch(/-canary-/);
    asked = [];
    for (const url of [
      'https://evil.example/',
      'drive://evil.example/',
      'other:/files',
      `${service.url.replace('127.0.0.1', 'localhost')}/x`,
    ])
      await expect(send(url), url).rejects.toMatchObject({ code: 'connected-accounts.foreign_address' });
    const elsewhere = await newWorkspace(platform);
    await expect(send('drive:/files', elsewhere)).rejects.toMatchObject({ code: 'account-calls.no_run' });
    expect(asked).toEqual([]);
  });
});

describe('users of a published app', () => {
  it('work with an account of the workspace only where somebody has said so', async () => {
    const admin = await somebody('office');
    const { id } = await connect(admin, service, { owner: 'workspace', capabilities: ['drive.read'] });
    const guest = await visitor();
    expect((await published(guest.token)).error).toMatch(/No account of google/);
    expect((await published(app.key, 'u-1')).error).toMatch(/No account of google/);
    const path = `/console/api/connected-accounts/${id}`;
    const allowed = await admin.client.request(path, { method: 'PATCH', body: { for_visitors: true } });
    expect(allowed.body).toMatchObject({ for_visitors: true });
    expect((await published(guest.token)).error).toBeNull();
    await admin.client.request(path, { method: 'PATCH', body: { for_visitors: false } });
    expect((await published(guest.token)).error).toMatch(/No account of google/);
    await admin.client.request(`${path}?confirm=true`, { method: 'DELETE' });
  });

  it('have accounts of their own: one sees, uses and ends theirs, and all of it goes with the person', async () => {
    const [one, other] = [await visitor(), await visitor()];
    const back = await one.connects('visitor-1');
    expect(back.pathname).toBe('/chat/x');
    expect(back.searchParams.get('picked')).toBe('file-1');
    const id = back.searchParams.get('connected') ?? '';
    const list = async (of: typeof one) =>
      (await (await of.ask('')).json()) as { picker: boolean; data: { id: string }[] };
    expect(await list(one)).toMatchObject({
      picker: true,
      data: [{ id, label: 'visitor-1@example.com', state: 'ready' }],
    });
    expect((await list(other)).data).toEqual([]);
    drive.onlyPicked = true;
    expect((await published(one.token)).error).toBeNull();
    expect((await published(other.token)).error).toMatch(/No account of google/);
    expect((await other.ask(`/${id}`, { method: 'DELETE' })).status).toBe(404);
    // Nobody ends what another browser has begun.
    expect((await other.connects('visitor-2', 'weft_connect=v.other')).searchParams.get('connect_error')).toBe(
      'attempt_over',
    );

    const accounts = platform.kernel.resolve(ConnectedAccounts);
    const stored = await accounts.get(platform.workspaceId, id);
    const [, user = ''] = stored?.owner.split(':') ?? [];
    const erased = await platform.management.request(`/console/api/apps/${app.appId}/end-users/${user}?confirm=true`, {
      method: 'DELETE',
    });
    expect(erased.status).toBe(202);
    await expect.poll(() => accounts.get(platform.workspaceId, id), { timeout: 30_000 }).toBeNull();
  });

  it('attack T01: attach what they picked, and nothing that they only name', async () => {
    const one = await visitor();
    const id = (await one.connects('visitor-3')).searchParams.get('connected') ?? '';
    drive.onlyPicked = true;
    const secret = drive.file('secret', 'x');
    const picked = drive.file('Notes.txt', 'Water on Mondays.', 'root-of-ada', { isPicked: true });
    const attach = async (file: string, account = id, by = one) => {
      const answer = await by.ask(`/${account}/files`, { method: 'POST', body: JSON.stringify({ file_id: file }) });
      return { status: answer.status, body: (await answer.json()) as Readonly<Record<string, unknown>> };
    };
    expect(await attach(picked)).toMatchObject({
      status: 201,
      body: { name: 'Notes.txt', size: 17, extension: 'txt' },
    });
    expect(await attach(secret)).toMatchObject({ status: 404, body: { code: 'not_picked' } });
    expect((await attach('../about')).status).toBe(400);
    expect(await attach(picked, id, await visitor())).toMatchObject({ status: 404, body: { code: 'not_picked' } });
    const folder = drive.put({ name: 'F', mimeType: 'application/vnd.google-apps.folder', isPicked: true });
    expect(await attach(folder)).toMatchObject({ status: 400, body: { code: 'no_file' } });
    const kept = drive.file('Kept.txt', 'x', 'root-of-ada', { isPicked: true, canDownload: false });
    expect(await attach(kept)).toMatchObject({ status: 400, body: { code: 'kept_back' } });
    drive.failures.push('403 userRateLimitExceeded');
    expect(await attach(picked)).toMatchObject({ status: 503, body: { code: 'busy' } });
    const program = await fetch(`${platform.url}/web/api/connected-accounts`, {
      headers: { authorization: `Bearer ${app.key}` },
    });
    expect(program.status).toBe(403);
  });
});

it('an account that breaks has an entry in the audit log, without a member’s own address', async () => {
  const ada = await somebody('ada-3');
  await connect(ada, service, { capabilities: ['drive.read'] });
  service.takeBack();
  expect((await drafted(ada)).error).toMatch(/does not work any more/);
  const entries = async () => {
    const { body } = await platform.management.request('/console/api/audit?action=connected-accounts.broken');
    return (body as { data: readonly object[] }).data;
  };
  await expect.poll(entries).toHaveLength(1);
  expect((await entries())[0]).toMatchObject({ details: { reason: expect.stringContaining('taken back') } });
  expect(JSON.stringify(await entries())).not.toContain('ada-3@example.com');
});
