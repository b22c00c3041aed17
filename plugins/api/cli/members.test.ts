import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { greetingWorkflow } from '#engine/testing/app-document.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { newMember, newWorkspace, PASSWORD } from '#plugins/members/testing/people.ts';
import { runWeft } from './testing/run-weft.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await sharedPlatform();
});
afterAll(() => platform.dispose());

interface Typed {
  readonly env?: Readonly<Record<string, string>>;
  readonly lines?: readonly string[];
}

const weft = (argv: readonly string[], typed: Typed = {}) => runWeft(platform, argv, typed);

describe('weft owner claim', () => {
  it('makes the owner with a password that is typed, once', async () => {
    expect((await weft(['owner', 'claim', 'ada@example.com'])).code).toBe(2);
    const weak = await weft(['owner', 'claim', 'ada@example.com'], { lines: ['short'] });
    expect(weak).toMatchObject({ code: 1, err: expect.stringContaining('10') });
    const claimed = await weft(['owner', 'claim', 'ada@example.com', '--name', 'Ada'], { lines: [PASSWORD] });
    expect(claimed).toMatchObject({ code: 0, out: expect.stringContaining('ada@example.com') });
    const again = await weft(['owner', 'claim', 'eve@example.com'], { env: { WEFT_PASSWORD: PASSWORD } });
    expect(again).toMatchObject({ code: 1, err: expect.stringContaining('owner') });
    expect((await weft(['members', 'list'])).out).toContain('Ada');
    const link = await weft(['accounts', 'reset-link', 'ada@example.com', '--json']);
    expect(JSON.parse(link.out)).toMatchObject({ link: expect.stringContaining('rst-') });
  });
});

describe('weft members', () => {
  it('invites, changes and removes by address', async () => {
    const invited = await weft(['members', 'invite', 'new@example.com', '--role', 'editor']);
    expect(invited).toMatchObject({ code: 0, out: expect.stringContaining('inv-') });
    expect((await weft(['members', 'list'])).out).toMatch(/new@example.com +editor +\(invited\)/);
    const { email } = await newMember(platform, 'member', platform.workspaceId);
    expect(await weft(['members', 'role', email, 'admin'])).toMatchObject({ code: 0, out: `${email} is admin.\n` });
    expect((await weft(['members', 'role', email, 'owner'])).code).toBe(2);
    const found = await weft(['members', 'list', '--search', email.slice(0, 12).toUpperCase(), '--role', 'admin']);
    expect(found).toMatchObject({ code: 0, out: expect.stringContaining(email) });
    expect(found.out).not.toContain('new@example.com');
    expect((await weft(['members', 'list', '--search', 'nobody like it'])).out).toBe('Nobody like it.\n');
    expect((await weft(['members', 'list', '--role', 'king'])).code).toBe(1);
    expect((await weft(['members', 'remove', email])).code).toBe(0);
    expect(await weft(['members', 'remove', email])).toMatchObject({
      code: 1,
      err: expect.stringContaining('no member'),
    });
  });
});

it('a personal key with WEFT_WORKSPACE works in the workspace that is named', async () => {
  const other = await newWorkspace(platform);
  const person = await newMember(platform, 'owner', other);
  const { body } = await person.client.request('/console/api/account/keys', { body: { name: 'cli' } });
  const env = { WEFT_TOKEN: (body as { api_key: string }).api_key };
  const shown = async (workspace: string) =>
    weft(['workspace', 'show', '--json'], { env: { ...env, WEFT_WORKSPACE: workspace } });
  expect(JSON.parse((await shown(other)).out)).toMatchObject({ id: other });
  expect(await shown(platform.workspaceId)).toMatchObject({ code: 1, err: expect.stringContaining('not_a_member') });
});

describe('weft apps', () => {
  it('set, pause, resume, duplicate, versions, delete and restore', async () => {
    const { appId } = await platform.importApp(greetingWorkflow());
    expect((await weft(['apps', 'set', appId])).code).toBe(2);
    expect(await weft(['apps', 'set', appId, '--name', 'Bonjour', '--tag', 'a', '--tag', 'b'])).toMatchObject({
      code: 0,
      out: 'Bonjour was changed.\n',
    });
    expect((await weft(['apps', 'list', '--tag', 'b'])).out).toContain('Bonjour');
    expect((await weft(['apps', 'list', '--name', 'nothing like it'])).out).toContain('No such apps');
    expect((await weft(['apps', 'pause', appId])).out).toBe('Bonjour is paused.\n');
    expect((await weft(['apps', 'resume', appId])).out).toBe('Bonjour is active.\n');
    const copy = await weft(['apps', 'duplicate', appId, '--json']);
    const { id } = JSON.parse(copy.out) as { id: string };
    expect(await weft(['apps', 'pause', id])).toMatchObject({ code: 1, err: expect.stringContaining('publish') });
    const versions = JSON.parse((await weft(['apps', 'versions', appId, '--json'])).out) as { data: { id: string }[] };
    expect((await weft(['apps', 'restore-version', appId, versions.data[0]?.id ?? ''])).code).toBe(0);
    await weft(['apps', 'delete', appId]);
    expect((await weft(['apps', 'deleted'])).out).toContain(appId);
    expect((await weft(['apps', 'restore', appId])).out).toBe('Bonjour is back.\n');
  });

  it('list shows more apps than fit on a page', async () => {
    const { appId } = await platform.importApp(greetingWorkflow());
    await weft(['apps', 'set', appId, '--name', 'one of many']);
    for (let index = 0; index < 105; index += 1) {
      await platform.management.request(`/console/api/apps/${appId}/duplicate`, {
        body: { name: `one of many ${index}` },
      });
    }
    const listed = JSON.parse((await weft(['apps', 'list', '--name', 'one of many', '--json'])).out) as {
      data: unknown[];
    };
    expect(listed.data).toHaveLength(106);
  });
});
