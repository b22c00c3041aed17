import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { newMember, newPerson, PASSWORD, type Person } from '#plugins/members/testing/people.ts';
import { runWeft } from './testing/run-weft.ts';

let platform: TestPlatform;
let home: string;
let person: Person;
beforeAll(async () => {
  platform = await sharedPlatform();
  home = await mkdtemp(join(tmpdir(), 'weft-login-'));
});
afterAll(async () => {
  await platform.dispose();
  await rm(home, { recursive: true, force: true });
});
beforeEach(async () => {
  person = await newPerson(platform);
});

const file = () => join(home, '.config', 'weft', 'session.json');
/** As somebody does who has neither a token nor the data folder. */
const weft = (argv: readonly string[], env: Readonly<Record<string, string | undefined>> = {}) =>
  runWeft(platform, argv, { directory: home, env: { HOME: home, WEFT_TOKEN: undefined, ...env } });
const login = (env = {}) => weft(['login', person.email], { WEFT_PASSWORD: PASSWORD, ...env });
const kept = async () => JSON.parse(await readFile(file(), 'utf8'));

describe('weft login', () => {
  it('keeps the sign-in for its owner alone, and commands act as the person until logout', async () => {
    expect(await weft(['whoami'])).toMatchObject({ code: 1, err: expect.stringContaining('weft login') });
    expect(await login()).toMatchObject({ code: 0, out: `Signed in to ${platform.url} as ${person.email}.\n` });
    expect((await stat(file())).mode & 0o777).toBe(0o600);
    expect((await stat(join(home, '.config', 'weft'))).mode & 0o077).toBe(0);
    expect(await readFile(file(), 'utf8')).not.toContain(PASSWORD);
    expect((await weft(['whoami'], { WEFT_URL: undefined })).out).toContain(person.email);
    const { accessToken } = await kept();
    expect(await weft(['logout'])).toMatchObject({ code: 0, out: 'Signed out.\n' });
    await expect(stat(file())).rejects.toThrow('ENOENT');
    const headers = { authorization: `Bearer ${accessToken}` };
    expect((await fetch(`${platform.url}/console/api/account`, { headers })).status).toBe(401);
    expect((await weft(['logout'])).out).toBe('Nobody was signed in.\n');
  });

  it('refuses a wrong password, and keeps nothing', async () => {
    expect(await login({ WEFT_PASSWORD: 'not-it' })).toMatchObject({ code: 1, out: '' });
    expect(await login({ WEFT_PASSWORD: undefined })).toMatchObject({ code: 1 });
    await expect(stat(file())).rejects.toThrow('ENOENT');
  });

  it('is renewed when it is nearly over, sent to no other server, and told when it has ended', async () => {
    await login();
    const first = await kept();
    await writeFile(file(), JSON.stringify({ ...first, until: Date.now() }));
    expect((await weft(['whoami'])).code).toBe(0);
    const second = await kept();
    expect(second.accessToken).not.toBe(first.accessToken);
    const elsewhere = await weft(['whoami'], { WEFT_URL: 'http://127.0.0.1:9' });
    expect(elsewhere).toMatchObject({ code: 1, err: expect.stringContaining('No token') });
    await writeFile(file(), JSON.stringify({ ...second, until: 0, refreshToken: 'none' }));
    expect(await weft(['whoami'])).toMatchObject({ code: 1, err: expect.stringContaining('weft login') });
    await weft(['logout']);
  });
});

describe('signed in, weft', () => {
  it('makes, shows and revokes personal keys', async () => {
    await login();
    expect((await weft(['keys', 'list'])).out).toBe('No personal keys.\n');
    const made = await weft(['keys', 'create', 'laptop', '--permission', 'apps.use', '--days', '3']);
    expect(made.out).toMatch(/^pat-\w{40}\n$/);
    const { out } = await weft(['keys', 'list', '--json']);
    const [key] = JSON.parse(out).data;
    expect(key).toMatchObject({ name: 'laptop', permissions: ['apps.use'] });
    expect(out).not.toContain(made.out.trim());
    expect((await weft(['keys', 'create', 'x', '--days', 'soon'])).code).toBe(2);
    expect((await weft(['keys', 'revoke', key.id])).code).toBe(0);
    expect((await weft(['keys', 'list'])).out).toBe('No personal keys.\n');
  });

  it('makes, lists, switches, renames, gives away and leaves workspaces', async () => {
    await login();
    const first = (await weft(['workspaces', 'create', 'First'])).out.trim();
    const second = (await weft(['workspaces', 'create', 'Second'])).out.trim();
    expect((await weft(['workspaces', 'list'])).out).toMatch(new RegExp(`${second} +Second +owner +you are here`));
    expect((await weft(['workspaces', 'switch', 'First'])).out).toBe('You are in First, as owner.\n');
    expect((await weft(['workspace', 'show'])).out).toContain(first);
    expect((await weft(['workspaces', 'switch', 'Third'])).err).toContain("no workspace 'Third'");
    expect((await weft(['workspaces', 'rename', second, 'Other'])).out).toBe('It is called Other now.\n');
    const heir = await newMember(platform, 'member', second);
    const transfer = ['workspaces', 'transfer', 'Other', heir.email];
    expect((await weft(transfer)).code).toBe(2);
    expect((await weft([...transfer, '--yes'], { WEFT_PASSWORD: 'not-it' })).code).toBe(1);
    expect(await weft([...transfer, '--yes'], { WEFT_PASSWORD: PASSWORD })).toMatchObject({ code: 0 });
    expect((await weft(['workspaces', 'leave', 'First', '--yes'])).code).toBe(1);
    expect((await weft(['workspaces', 'leave', 'Other', '--yes'])).out).toBe('You have left it.\n');
    expect((await weft(['workspaces', 'list'])).out).not.toContain(second);
    await weft(['logout']);
  });
});

it('weft tells its version, and what was probably meant', async () => {
  expect(await weft(['--version'])).toMatchObject({ code: 0, out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
  for (const [typed, meant] of [
    ['app list', 'apps list'],
    ['apps lst', 'apps list'],
    ['lgoin a@b', 'login'],
    ['workspaces swich x', 'workspaces switch'],
  ] as const) {
    expect(await weft(typed.split(' '))).toMatchObject({
      code: 2,
      err: expect.stringContaining(`did you mean 'weft ${meant}'?`),
    });
  }
  expect((await weft(['qqqqqqqqqq'])).err).not.toContain('did you mean');
});
