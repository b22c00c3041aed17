import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bitmap } from '#plugins/avatars/testing/images.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { newMember, PASSWORD, type Person } from '#plugins/members/testing/people.ts';
import { runCommandLine } from './main.ts';
import { runWeft } from './testing/run-weft.ts';
import { scriptedTerminal } from './testing/scripted-terminal.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await sharedPlatform();
});
afterAll(() => platform.dispose());

const weft = (...argv: string[]) => runWeft(platform, argv);
const withToken = (token: string, ...argv: string[]) => runWeft(platform, argv, { env: { WEFT_TOKEN: token } });

/** A workspace has one owner. */
let ownerMade: Promise<Person> | undefined;

async function keyOf(role: 'owner' | 'admin'): Promise<string> {
  ownerMade ??= newMember(platform, 'owner', platform.workspaceId);
  const { client } = await (role === 'owner' ? ownerMade : newMember(platform, role, platform.workspaceId));
  const { body } = await client.request('/console/api/account/keys', { body: { name: 'cli' } });
  return (body as { api_key: string }).api_key;
}

it('shows and saves invoices for the owner, and settles them for whoever runs the server', async () => {
  expect(await weft('invoices', 'list')).toMatchObject({ code: 0, out: 'No invoices.\n' });
  const ids: string[] = [];
  for (const amount of ['9', '12.50']) {
    const issued = await platform.management.request('/console/api/billing/invoices', {
      body: { currency: 'EUR', due_at: 1_900_000_000, lines: [{ description: '=A month\u001b[2J', amount }] },
    });
    expect(issued.status).toBe(201);
    ids.push((issued.body as { id: string }).id);
  }
  const [first = '', second = ''] = ids;
  const page = await weft('invoices', 'list', '--limit', '1');
  expect(page.out).toMatch(
    new RegExp(`${second} +\\d{4}-\\d{6} +open +2030-03-17 +12\\.50 EUR\\nMore: .*--before ${second}`),
  );
  const owner = await keyOf('owner');
  expect((await withToken(owner, 'invoices', 'list', '--before', second)).out).toContain(first);
  const shown = await withToken(owner, 'invoices', 'show', first);
  expect(shown).toMatchObject({ code: 0, out: expect.stringMatching(/due 2030-03-17: open.*=A month.*9\.00 EUR/s) });
  expect(shown.out).not.toContain('\u001b');
  expect((await withToken(owner, 'invoices', 'pay', first)).code).toBe(1);
  expect((await withToken(await keyOf('admin'), 'invoices', 'list')).code).toBe(1);
  expect((await withToken(owner, 'invoices', 'all')).code).toBe(1);
  const everywhere = await weft('invoices', 'all', '--status', 'open', '--limit', '1');
  expect(everywhere.out).toMatch(/WORKSPACE\n.*open +2030-03-17 +12\.50 EUR +\S.*\nMore: .*--before/);
  expect(await weft('invoices', 'pay', first)).toMatchObject({ code: 0, out: expect.stringContaining(' is paid.') });
  expect(await weft('invoices', 'void', second)).toMatchObject({ code: 0, out: expect.stringContaining(' is void.') });
  expect((await weft('invoices', 'pay', second)).code).toBe(1);
  expect((await withToken(owner, 'invoices', 'show', first)).out).toMatch(/: paid\n.*Settled: /s);
  expect((await withToken(owner, 'invoices', 'export', 'invoices.csv')).code).toBe(0);
  expect(await readFile(join(platform.home, 'invoices.csv'), 'utf8')).toContain("'=A month");
  expect((await weft('invoices', 'export', 'invoices.csv')).err).toContain('name a new file');
  expect((await weft('invoices', 'show', 'first')).err).toContain('not the id of an invoice');
  expect((await weft('invoices', 'show', crypto.randomUUID())).err).toContain('weft invoices list');
});

it('issues an invoice for whoever runs the server, and tells an owner of plans and what happened', async () => {
  const owner = await keyOf('owner');
  const call = [
    'invoices',
    'issue',
    '--currency',
    'EUR',
    '--due',
    '2030-03-17',
    '--line',
    'A=B=12.50',
    '--line',
    'C=1',
  ];
  const period = ['--plan', 'team', '--from', '2030-03-01', '--until', '2030-04-01'];
  const made = await weft(...call, ...period, '--json');
  expect(made.code, made.err).toBe(0);
  const invoice = JSON.parse(made.out) as { id: string };
  expect(invoice).toMatchObject({
    total: '13.50',
    plan: 'team',
    due_at: Date.parse('2030-03-17') / 1000,
    lines: [{ description: 'A=B', amount: '12.50' }, { description: 'C' }],
  });
  expect((await withToken(owner, ...call)).code).toBe(1);
  expect((await weft('invoices', 'issue', '--currency', 'EUR', '--due', '2030-03-17')).code).toBe(2);
  expect((await weft(...call, '--line', 'nothing')).code).toBe(2);

  expect((await withToken(owner, 'plan', 'list')).out).toMatch(/team +Team +invoices/);
  expect((await weft('plan', 'trial', 'team', '--days', '3')).out).toMatch(/trialing/);
  expect((await weft('plan', 'trial', 'team')).code).toBe(2);
  expect((await withToken(owner, 'plan', 'trial', 'team', '--days', '3')).code).toBe(1);
  const changes = await withToken(owner, 'plan', 'changes', '--limit', '1');
  expect(changes.out).toMatch(/trial +trialing +team +operator/);
  expect((await withToken(owner, 'plan', 'changes', '--before', 'first')).err).toContain('weft plan changes --json');
  expect((await withToken(owner, 'plan', 'portal')).err).toContain('no page of its own');
});

it('sets and removes the picture of who signs in for it, and leaves no session', async () => {
  const person = await newMember(platform, 'member', platform.workspaceId);
  const shown = async () => (await person.client.request('/console/api/account')).body as { avatar_url: string | null };
  const sessions = async () =>
    ((await person.client.request('/console/api/sessions')).body as { data: [] }).data.length;
  const before = await sessions();
  const avatar = async (argv: readonly string[], password = PASSWORD, email: string = person.email) => {
    const env = { WEFT_URL: platform.url, WEFT_TOKEN: platform.token, WEFT_PASSWORD: password };
    const terminal = scriptedTerminal({ env, directory: platform.home });
    const code = await runCommandLine(['avatar', ...argv, '--email', email], terminal);
    return { code, out: terminal.written(), err: terminal.complaints() };
  };
  await writeFile(join(platform.home, 'me.bmp'), new Uint8Array(bitmap(3)));
  await writeFile(join(platform.home, 'me.txt'), 'no picture');
  expect(await avatar(['set', 'me.bmp'])).toEqual({ code: 0, out: 'Your picture is set.\n', err: '' });
  expect((await shown()).avatar_url).toMatch(/^\//);
  expect(await avatar(['remove'])).toEqual({ code: 0, out: 'Removed.\n', err: '' });
  expect((await shown()).avatar_url).toBeNull();
  expect((await avatar(['set', 'none.png'])).err).toContain('name a picture');
  expect((await avatar(['set', 'me.txt'])).code).toBe(1);
  expect((await avatar(['set', 'me.bmp'], 'not it')).err).toContain('not right');
  expect((await weft('avatar', 'remove')).code).toBe(2);
  expect(await sessions()).toBe(before);
});
