import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startPlatform, type TestPlatform } from '#plugins/delivery-api/testing/platform.ts';
import {
  type ConsoleOwner,
  consoleEnvironment,
  consoleOwner,
  loadWitness,
} from '#plugins/management-api/testing/console-owner.ts';
import { startIdentityProvider } from '#plugins/sso/testing/identity-provider.ts';
import { runWeft } from './testing/run-weft.ts';

let platform: TestPlatform;
let owner: ConsoleOwner;
beforeAll(async () => {
  platform = await startPlatform({ threads: 0, env: { ...consoleEnvironment, WEFT_EGRESS_ALLOW: '127.0.0.1' } });
  await loadWitness(platform);
  owner = await consoleOwner(platform, 'mine');
}, 120_000);
afterAll(() => platform.dispose());

/** As the owner of the workspace. */
const weft = (...argv: string[]) => runWeft(platform, argv, { env: { WEFT_TOKEN: owner.id('personalKeyText') } });
const operator = (...argv: string[]) => runWeft(platform, argv, { env: { WEFT_WORKSPACE: owner.id('workspace') } });

it('shows and saves who did what, with details', async () => {
  const app = owner.id('app');
  await expect
    .poll(async () => (await weft('audit', 'list', '--action', 'members.invite')).out)
    .toMatch(/members\.invite .*email=mine@example\.com/);
  expect((await weft('audit', 'list', '--action', 'management-api.import-app', '--limit', '100')).out).toContain(
    `app.id=${app}`,
  );
  const page = await weft('audit', 'list', '--limit', '1', '--account', owner.person.accountId);
  const [, last = ''] = /More: .*--before (\S+)/.exec(page.out) ?? [];
  expect((await weft('audit', 'list', '--before', last)).out).not.toBe(page.out);
  expect((await weft('audit', 'list', '--to', '2020-01-01')).out).toBe('Nothing.\n');
  expect(await weft('audit', 'export', 'audit.csv', '--action', 'members')).toMatchObject({ code: 0 });
  expect(await readFile(join(platform.home, 'audit.csv'), 'utf8')).toContain('email=mine@example.com');
  expect((await weft('audit', 'list', '--account', 'Ada')).err).toContain('weft members list');
  expect((await weft('audit', 'list', '--from', 'soon')).code).toBe(2);
});

it('sends invitations again and revokes them', async () => {
  const invitation = owner.id('invitation');
  expect((await weft('invitations', 'list')).out).toMatch(new RegExp(`${invitation} +mine@example.com +member +20`));
  const again = await weft('invitations', 'resend', invitation);
  expect(again).toMatchObject({ code: 0, out: expect.stringContaining('#inv-') });
  expect(await weft('invitations', 'revoke', invitation)).toMatchObject({ code: 0, out: 'Revoked.\n' });
  expect((await weft('invitations', 'revoke', invitation)).code).toBe(1);
  expect((await weft('invitations', 'list')).out).toContain('weft members invite');
  expect((await weft('invitations', 'resend', 'mine@example.com')).err).toContain('weft invitations list');
});

it('lists failed jobs, and has them tried again', async () => {
  const failedJob = owner.id('failedJob');
  expect((await weft('jobs', 'failed')).out).toMatch(new RegExp(`${failedJob} +witness-job\\.tell +1 +20`));
  expect(await weft('jobs', 'retry', failedJob)).toMatchObject({ code: 0, out: 'It is tried again.\n' });
  expect((await weft('jobs', 'retry', '999999999')).code).toBe(1);
  expect((await weft('jobs', 'retry', 'all')).code).toBe(1);
  expect((await weft('jobs', 'drop', '999999999')).code).toBe(1);
});

it('lists the plugins of the server, and what needs them, for whoever runs it', async () => {
  const { out } = await operator('plugins', 'list');
  expect(out).toMatch(/^ID +GROUP +STATE +WHY\n/);
  expect(out).toMatch(/\nhealth +core +started +can be switched off\n/);
  expect(out).toMatch(/\nblobs +core +started +needed by .*\bfiles\b/);
  expect((await weft('plugins', 'list')).code).toBe(1);
});

it('finds apps, gives them icons, and names versions', async () => {
  const [app, version] = [owner.id('app'), owner.id('version')];
  expect((await weft('apps', 'list', '--status', 'draft')).out).toContain('No such apps');
  expect((await weft('apps', 'list', '--status', 'gone')).code).toBe(2);
  const [one] = (JSON.parse((await weft('apps', 'list', '--json')).out).data as { id: string; mode: string }[]).filter(
    ({ id }) => id === app,
  );
  const ofMode = (await weft('apps', 'list', '--mode', one?.mode ?? '', '--status', 'active')).out;
  expect(ofMode).toContain(app);
  expect((await weft('apps', 'list', '--mode', 'completion')).out).not.toContain(app);
  expect((await weft('apps', 'set', app, '--icon', '🌿')).code).toBe(0);
  const path = `/console/api/apps/${app}`;
  expect((await owner.person.client.request(path)).body).toMatchObject({ icon: '🌿', icon_type: 'emoji' });
  expect((await weft('apps', 'describe-version', app, version, '--name', 'First light')).code).toBe(0);
  expect((await weft('apps', 'versions', app)).out).toMatch(new RegExp(`${version}.*First light`));
  expect((await weft('apps', 'describe-version', app, version)).code).toBe(2);
  expect((await weft('apps', 'describe-version', app, '1', '--note', 'x')).err).toContain('weft apps versions ID');
});

it('tests identity providers, and approves domains for whoever runs the server', async () => {
  await using provider = await closable(startIdentityProvider('http://127.0.0.1/'));
  const body = {
    kind: 'oidc',
    name: 'Ours',
    issuer: provider.issuer,
    client_id: 'weft',
    client_secret: provider.client.secret,
    domains: ['example.com'],
  };
  const made = await owner.person.client.request('/console/api/sso/connections', { body });
  expect(made.status, made.text).toBe(201);
  const { id } = made.body as { id: string };
  expect((await weft('sso', 'list')).out).toMatch(new RegExp(`${id} +oidc +Ours +\\w+ +example\\.com\\?`));
  expect(await weft('sso', 'test', id)).toMatchObject({ code: 0, out: expect.stringContaining(provider.issuer) });
  expect((await weft('sso', 'approve', id, '--domain', 'example.com')).code).toBe(1);
  const approved = await operator('sso', 'approve', id, '--domain', 'example.com');
  expect(approved).toMatchObject({ code: 0, out: expect.stringMatching(/Ours +\w+ +example\.com\n/) });
  expect((await operator('sso', 'approve', id)).code).toBe(2);
  expect((await weft('sso', 'test', 'Ours')).err).toContain('weft sso list');
});

it('shows the plan, cancels the subscription and takes that back', async () => {
  expect((await weft('plan', 'subscription')).out).toMatch(/^Subscription: pending, team/);
  expect((await weft('plan', 'change', 'none-such')).code).toBe(1);
  expect((await weft('plan', 'cancel')).out).toMatch(/^Subscription: canceled/);
  expect((await weft('plan', 'change', 'team')).out).toMatch(/^Subscription: pending, team/);
  const other = (...argv: string[]) => runWeft(platform, ['plan', ...argv]);
  expect((await other('subscription')).out).toContain('No subscription');
  const body = { plan: 'team', days: 30 };
  expect((await platform.management.request('/console/api/billing/trial', { body })).status).toBe(200);
  const trial = /^Subscription: trialing, team until 20\d\d-\d\d-\d\d, over \w+\n$/;
  expect((await other('subscription')).out).toMatch(trial);
  expect((await other('cancel')).out).toContain(', then it ends');
  expect((await other('resume')).out).toMatch(trial);
  expect((await other('cancel', '--now')).err).toContain('--yes');
  expect((await other('subscription')).out).toMatch(trial);
  expect((await other('cancel', '--now', '--yes')).out).toMatch(/^Subscription: canceled/);
});

it('no two commands have one name', async () => {
  const usages = (await weft('help', 'all')).out.match(/^ {2}weft .*$/gm) ?? [];
  const names = usages.map((usage) => /^ {2}weft((?: [a-z-]+)+)/.exec(usage)?.[1] ?? usage);
  expect(names.length).toBeGreaterThan(80);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

it('commands speak of people as they', async () => {
  expect((await weft('help', 'all')).out.match(/.*\b(?:he|his|him|himself)\b.*/gi)).toBeNull();
});

it('shows the days of an app, and saves those of all', async () => {
  const app = owner.id('app');
  expect((await weft('usage', 'figures', app)).out).toMatch(/DAY +RUNS +FAILED.*\n20\d\d-\d\d-\d\d +\d+ /);
  expect((await weft('usage', 'figures', app, '--to', '2020-01-02', '--from', '2020-01-01')).out).toContain('Nothing');
  expect(await weft('usage', 'figures', app, '--csv', 'figures.csv')).toMatchObject({ code: 0 });
  expect(await readFile(join(platform.home, 'figures.csv'), 'utf8')).toMatch(/^day,runs,succeeded,.*\r\n20/);
  expect(await weft('usage', 'export', 'usage.csv', '--by', 'app-day')).toMatchObject({ code: 0 });
  expect(await readFile(join(platform.home, 'usage.csv'), 'utf8')).toContain(`,${app},`);
  expect((await weft('usage', 'export', 'usage.csv')).err).toContain('name a new file');
  expect((await weft('usage', 'export', 'other.csv', '--by', 'hour')).code).toBe(2);
});

async function closable<Thing extends { close(): Promise<void> }>(made: Promise<Thing>) {
  const thing = await made;
  return Object.assign(thing, { [Symbol.asyncDispose]: () => thing.close() });
}
