import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ConnectedAccounts } from '#plugins/connected-accounts/contract.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { Members } from '#plugins/members/contract.ts';
import {
  type BrowserSession,
  browserOf,
  newMember,
  newWorkspace,
  type Person,
} from '#plugins/members/testing/people.ts';
import { connect, registerService } from './testing/connecting.ts';
import { type OAuthService, startOAuthService } from './testing/oauth-service.ts';

const ROOT = '/console/api/connected-accounts';
const SHEETS = 'https://www.googleapis.com/auth/spreadsheets';

let platform: TestPlatform;
let service: OAuthService;
let accounts: ConnectedAccounts;
let workspaceId: string;
let ada: Person & BrowserSession;

beforeAll(async () => {
  platform = await sharedPlatform();
  accounts = platform.kernel.resolve(ConnectedAccounts);
});
beforeEach(async () => {
  service = await startOAuthService();
  workspaceId = await newWorkspace(platform);
  await registerService(platform.management, service, { headers: { 'x-workspace-id': workspaceId } });
  ada = await signedIn('admin');
});
afterEach(() => service[Symbol.asyncDispose]());

async function signedIn(role: 'admin' | 'editor' | 'member', where = workspaceId) {
  const person = await newMember(platform, role, where);
  return { ...person, ...(await browserOf(platform, person)) };
}

interface Item {
  readonly id: string;
  readonly owner: string;
  readonly label: string;
  readonly state: string;
  readonly reason: string | null;
  readonly capabilities: readonly string[];
  readonly lent_to: readonly { readonly id: string; readonly name: string }[];
}
const list = async (person: BrowserSession) =>
  ((await person.client.request(ROOT)).body as { data: readonly Item[] }).data;
const consumer = { kind: 'source', id: 'source-1', name: 'Handbook' } as const;
const read = (accountId: string, more: object = {}, url = `${service.url}/v1/userinfo`) =>
  accounts.request(
    { workspaceId, accountId, capability: 'sheets', onBehalfOf: `account:${ada.accountId}`, consumer, ...more },
    { url, method: 'GET' },
  );

describe('an account that is connected', () => {
  it('is used by its owner without anybody seeing a token, says what it may, and is disconnected', async () => {
    const { id, location } = await connect(ada, service, { return_to: '/apps?x=1' });
    expect(location.pathname + location.search).toBe(`/apps?x=1&connected=${id}`);
    expect(await list(ada)).toMatchObject([
      { id, owner: 'me', label: 'ada@example.com', state: 'ready', capabilities: ['sheets'], reason: null },
    ]);
    expect(JSON.parse(await (await read(id)).text(1000))).toMatchObject({ email: 'ada@example.com' });
    await expect(read(id, { capability: 'drive.read' })).rejects.toMatchObject({
      code: 'connected-accounts.missing_capability',
    });
    const gone = await ada.client.request(`${ROOT}/${id}`, { method: 'DELETE' });
    expect(gone.status).toBe(204);
    await expect.poll(() => service.revoked.length).toBe(1);
    await expect(read(id)).rejects.toMatchObject({ code: 'connected-accounts.not_found' });
  });

  it('has what was ticked, and is the same account when more is allowed or its picker is used', async () => {
    const first = await connect(ada, service, { capabilities: ['sheets', 'drive.read'] }, { without: [SHEETS] });
    expect(await list(ada)).toMatchObject([{ id: first.id, capabilities: ['drive.read'] }]);
    const again = await connect(ada, service, { capabilities: ['sheets', 'drive.read'] });
    const picked = await connect(
      ada,
      service,
      { capabilities: ['drive.pick'], picking: true },
      { picked: ['f-1', 'f-2'] },
    );
    expect([again.id, picked.id]).toEqual([first.id, first.id]);
    expect(picked.location.searchParams.get('picked')).toBe('f-1,f-2');
    expect((await list(ada))[0]?.capabilities).toEqual(expect.arrayContaining(['sheets', 'drive.read', 'drive.pick']));
  });

  it('says that it was not allowed, and where it begins again', async () => {
    const denied = await connect(ada, service, {}, { isDenied: true });
    expect(denied.location.search).toBe('?connect_error=denied');
    service.refuses = 'invalid_client';
    expect((await connect(ada, service)).location.search).toBe('?connect_error=refused');
    expect(await list(ada)).toEqual([]);
  });
});

describe('renewal', () => {
  it('asks once for 200 callers at the moment of expiry, and keeps a refresh token that is not given again', async () => {
    service.seconds = 60;
    const { id } = await connect(ada, service);
    const held = service.hold();
    const reading = Array.from({ length: 200 }, async () => (await read(id)).bytes(1000));
    await held.asked;
    held.release();
    await Promise.all(reading);
    expect(service.asked.refresh_token).toBe(1);
    await read(id);
    expect(service.asked.refresh_token).toBe(2);
  });

  it('takes a rotated token, renews once where a token ended before its time, and lives with a service that is down', async () => {
    service.rotates = true;
    const { id } = await connect(ada, service);
    for (let turn = 1; turn <= 3; turn += 1) {
      service.expire();
      expect((await read(id)).status).toBe(200);
      expect(service.asked.refresh_token).toBe(turn);
    }
    service.expire();
    service.refuses = 503;
    await expect(read(id)).rejects.toMatchObject({ code: 'connected-accounts.unavailable' });
    service.refuses = null;
    expect((await read(id)).status).toBe(200);
    expect((await list(ada))[0]).toMatchObject({ state: 'ready' });
  });

  it('says in words why an account stands still, once, and goes on when it is connected again', async () => {
    const { id } = await connect(ada, service);
    service.expire();
    service.refuses = 'invalid_grant:invalid_rapt';
    for (let turn = 0; turn < 2; turn += 1)
      await expect(read(id)).rejects.toMatchObject({
        code: 'connected-accounts.broken',
        message: /your organisation asks you/,
      });
    expect((await list(ada))[0]).toMatchObject({ state: 'broken', reason: expect.stringContaining('sign in again') });
    service.refuses = null;
    const asked = (await ada.client.request(`${ROOT}/${id}/reconnect`, { body: {} })) as { body: { url: string } };
    expect(new URL(asked.body.url).searchParams.get('scope')).toBe(`openid email ${SHEETS}`);
    expect((await connect(ada, service)).id).toBe(id);
    expect((await read(id)).status).toBe(200);
    service.takeBack();
    await expect(read(id)).rejects.toMatchObject({ message: /access was taken back at Google/ });
  });

  it('does not take a refusal of one thing for the end of the account', async () => {
    const { id } = await connect(ada, service);
    service.handlers.push((_request, response) => {
      response.writeHead(401).end();
      return true;
    });
    expect((await read(id, {}, `${service.url}/v4/forbidden`)).status).toBe(401);
    expect((await list(ada))[0]).toMatchObject({ state: 'ready' });
  });
});

describe('who may use an account', () => {
  it('is its owner, what they lent it to, and for the workspace’s its members', async () => {
    const { id } = await connect(ada, service);
    const bob = await signedIn('admin');
    const asBob = { onBehalfOf: `account:${bob.accountId}` };
    for (const whose of [asBob, { onBehalfOf: null }, { onBehalfOf: 'workspace' }, { onBehalfOf: 'end_user:x' }])
      await expect(read(id, whose)).rejects.toMatchObject({ code: 'connected-accounts.not_allowed' });
    const loan = { workspaceId, accountId: id, to: consumer };
    await expect(accounts.lend({ ...loan, by: `account:${bob.accountId}` })).rejects.toMatchObject({
      kind: 'forbidden',
    });
    await accounts.lend({ ...loan, by: `account:${ada.accountId}` });
    expect((await read(id, { onBehalfOf: null })).status).toBe(200);
    const other = { onBehalfOf: null, consumer: { ...consumer, id: 'source-2' } };
    await expect(read(id, other)).rejects.toMatchObject({ code: 'connected-accounts.not_allowed' });
    expect((await ada.client.request(`${ROOT}/${id}`, { method: 'DELETE' })).body).toMatchObject({ code: 'in_use' });
    const [item] = await list(ada);
    await ada.client.request(`${ROOT}/${id}/loans/${item?.lent_to[0]?.id}`, { method: 'DELETE' });
    await expect(read(id, { onBehalfOf: null })).rejects.toMatchObject({ code: 'connected-accounts.not_allowed' });
    const shared = await connect(ada, service, { owner: 'workspace' });
    expect((await read(shared.id, asBob)).status).toBe(200);
    await expect(read(shared.id, { onBehalfOf: 'end_user:x' })).rejects.toMatchObject({ kind: 'forbidden' });
  });

  it('ends with membership', async () => {
    const bob = await signedIn('editor');
    const { id } = await connect(bob, service);
    await accounts.lend({ workspaceId, accountId: id, to: consumer, by: `account:${bob.accountId}` });
    expect((await read(id, { onBehalfOf: null })).status).toBe(200);
    const gone = await platform.management.request(`/console/api/members/${bob.accountId}`, {
      method: 'DELETE',
      headers: { 'x-workspace-id': workspaceId },
    });
    expect(gone.status).toBeLessThan(300);
    expect(await platform.kernel.resolve(Members).find(workspaceId, bob.accountId)).toBeNull();
    await expect(read(id, { onBehalfOf: null })).rejects.toMatchObject({ message: /has left the workspace/ });
  });

  it('attack T01: is nobody else, in the same workspace or another, in any position', async () => {
    const { id } = await connect(ada, service);
    const shared = await connect(ada, service, { owner: 'workspace' });
    const bob = await signedIn('admin');
    const far = await signedIn('admin', await newWorkspace(platform));
    expect((await list(bob)).map((item) => item.id)).toEqual([shared.id]);
    expect(await list(far)).toEqual([]);
    const ways = [
      [`/${id}`, 'GET'],
      [`/${id}`, 'DELETE'],
      [`/${id}/reconnect`, 'POST'],
    ] as const;
    for (const person of [bob, far])
      for (const [path, method] of ways) {
        const body = method === 'POST' ? { body: {} } : {};
        expect((await person.client.request(`${ROOT}${path}`, { method, ...body })).status).toBe(404);
      }
    const member = await signedIn('member');
    expect((await member.client.request(`${ROOT}/${shared.id}`, { method: 'DELETE' })).status).toBe(403);
    const body = { service: 'google', capabilities: ['sheets'], owner: 'workspace' };
    expect((await member.client.request(`${ROOT}/connect`, { body })).status).toBe(403);
    const elsewhere = accounts.request(
      {
        ...{ workspaceId: await newWorkspace(platform), accountId: id, capability: 'sheets' },
        onBehalfOf: `account:${ada.accountId}`,
        consumer,
      },
      { url: `${service.url}/v1/userinfo`, method: 'GET' },
    );
    await expect(elsewhere).rejects.toMatchObject({ code: 'connected-accounts.not_found' });
  });
});

describe('a GitHub App that is registered by its manifest', () => {
  const come = async (path: string, cookie: string) => {
    const answer = await fetch(path, { redirect: 'manual', headers: { cookie } });
    return {
      page: await answer.text(),
      to: answer.headers.get('location') ?? '',
      csp: answer.headers.get('content-security-policy'),
    };
  };

  it('brings its ids and keys by itself, asks for no more than it needs, and is good once', async () => {
    let codes = 0;
    service.answers.push((request, response) => {
      if (request.url !== '/api/v3/app-manifests/the-code/conversions' || request.method !== 'POST') return false;
      codes += 1;
      const app = {
        id: 7,
        slug: 'weft-x',
        client_id: 'Iv1.x',
        client_secret: 'canary-app',
        pem: 'canary-pem',
        webhook_secret: null,
      };
      response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify(app));
      return true;
    });
    const body = { organization: 'example', base_url: service.url };
    const begun = await ada.client.request(`${ROOT}/github-app`, { body });
    const own = begun.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const { page, csp } = await come((begun.body as { url: string }).url, own);
    const [, action = ''] = /action="([^"]+)"/.exec(page) ?? [];
    const [, manifest = ''] = /name="manifest" value="([^"]+)"/.exec(page) ?? [];
    expect(action.startsWith(`${service.url}/organizations/example/settings/apps/new?state=`)).toBe(true);
    expect(csp).toContain(`form-action ${service.url}`);
    expect(JSON.parse(manifest.replaceAll(/&(?:quot|#34);/g, '"'))).toMatchObject({
      public: false,
      default_permissions: { metadata: 'read' },
    });
    const back = `${platform.url}${ROOT}/github-app/registered?state=${new URL(action).searchParams.get('state')}&code=the-code`;
    expect((await come(back, ada.cookie)).to).toContain('attempt_over');
    const mallory = await signedIn('admin');
    expect((await come(back, `${mallory.cookie}; ${own}`)).to).toContain('attempt_over');
    const again = await ada.client.request(`${ROOT}/github-app`, { body });
    const cookie = `${ada.cookie}; ${again.headers.getSetCookie()[0]?.split(';')[0]}`;
    const state = /weft_connect=([^;]+)/.exec(cookie)?.[1];
    const good = `${platform.url}${ROOT}/github-app/registered?state=${state}&code=the-code`;
    // A consent's way back does not take what was begun here.
    expect((await come(`${platform.url}${ROOT}/callback?state=${state}&code=x`, cookie)).to).toContain('attempt_over');
    const third = await ada.client.request(`${ROOT}/github-app`, { body });
    const last = /weft_connect=([^;]+)/.exec(third.headers.getSetCookie()[0] ?? '')?.[1];
    const url = `${platform.url}${ROOT}/github-app/registered?state=${last}&code=the-code`;
    const whole = `${ada.cookie}; weft_connect=${last}`;
    expect((await come(good, cookie)).to).toContain('attempt_over');
    expect((await come(url, whole)).to).toBe(`${platform.url}/integrations?registered=github`);
    expect((await come(url, whole)).to).toContain('attempt_over');
    expect(codes).toBe(1);
    const services = await ada.client.request('/console/api/account-services');
    expect(services.text).toContain(`${service.url}/github-apps/weft-x/installations/new`);
    expect(services.text).not.toContain('canary');
  });
});

describe('attacks', () => {
  it('a consent is ended once, in the browser and by the person that began it', async () => {
    const mallory = await signedIn('member');
    const begun = await mallory.client.request(`${ROOT}/connect`, {
      body: { service: 'google', capabilities: ['sheets'] },
    });
    const own = begun.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const back = service.allow((begun.body as { url: string }).url);
    const come = async (url: string, cookie: string) =>
      new URL((await fetch(url, { redirect: 'manual', headers: { cookie } })).headers.get('location') ?? '').search;
    // A victim who is lured to the address that was begun for somebody else, with and without the attacker's cookie.
    expect(await come(back, ada.cookie)).toBe('?connect_error=attempt_over');
    expect(await come(`${back}0`, `${ada.cookie}; ${own}`)).toBe('?connect_error=attempt_over');
    expect(await come(back, `${ada.cookie}; ${own}`)).toBe('?connect_error=attempt_over');
    // It is over now for its owner as well.
    expect(await come(back, `${mallory.cookie}; ${own}`)).toBe('?connect_error=attempt_over');
    const { id, location } = await connect(ada, service);
    expect(id).not.toBe('');
    expect(location.href.startsWith(platform.url)).toBe(true);
    expect(await list(mallory)).toEqual([]);
  });

  it.each(['https://evil.example/', '//evil.example', '/..//evil.example', '/\\evil.example'])(
    'does not go back to %s',
    async (to) => {
      const body = { service: 'google', capabilities: ['sheets'], return_to: to };
      expect((await ada.client.request(`${ROOT}/connect`, { body })).status).toBe(400);
    },
  );

  it('a token goes to the service alone: no other address, and no redirect', async () => {
    const { id } = await connect(ada, service);
    const seen = await startOAuthService();
    service.handlers.push((_request, response) => {
      response.writeHead(302, { location: `${seen.url}/v4/x` }).end();
      return true;
    });
    expect((await read(id, {}, `${service.url}/v4/away`)).status).toBe(302);
    for (const url of [
      `${seen.url}/v4/x`,
      'http://169.254.169.254/',
      `${service.url.replace('//', '//a:b@')}/v4/x`,
      'file:///etc/passwd',
      'x',
    ])
      await expect(read(id, {}, url)).rejects.toMatchObject({ code: 'connected-accounts.foreign_address' });
    expect(seen.http.seen).toEqual([]);
    await seen[Symbol.asyncDispose]();
  });

  it.each([
    { service: 'none', capabilities: ['sheets'] },
    { service: 'google', capabilities: ['everything'] },
    { service: 'google', capabilities: [] },
    { service: 'google', capabilities: ['drive.pick', 'sheets'] },
    { service: 'git', capabilities: ['repositories'] },
  ])('nothing that is not offered is asked for: %o', async (body) => {
    expect((await ada.client.request(`${ROOT}/connect`, { body })).status).toBe(400);
  });

  it('what was picked is a list of names and no more', async () => {
    const evil = await connect(
      ada,
      service,
      { capabilities: ['drive.pick'], picking: true },
      { picked: ['../x', 'a b'] },
    );
    expect(evil.location.search).toBe('?connect_error=refused');
  });

  it('no token and no secret is in a log, an answer or an error', async () => {
    const { id } = await connect(ada, service);
    const { client } = ada;
    const answers = [
      (await client.request(ROOT)).text,
      (await client.request(`${ROOT}/${id}`)).text,
      (await client.request('/console/api/account-services')).text,
    ];
    service.expire();
    service.refuses = 'invalid_grant';
    answers.push(String(await read(id).catch((error: unknown) => JSON.stringify(error) + String(error))));
    expect(answers.join(' ') + JSON.stringify(platform.log)).not.toMatch(/canary/);
  });
});
