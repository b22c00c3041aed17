import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testClient } from '#http/testing/client.ts';
import { Sessions } from '#plugins/accounts/contract.ts';
import { ConsoleNotices } from '#plugins/console-notices/contract.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { approvalWorkflow } from '#plugins/human-input/testing/documents.ts';
import { Members } from '#plugins/members/contract.ts';
import { newMember, newWorkspace, type Person } from '#plugins/members/testing/people.ts';
import { ConsoleTeller } from './console-teller.ts';

let platform: TestPlatform;
let teller: ConsoleTeller;
let editor: Person;
let member: Person;
beforeAll(async () => {
  platform = await sharedPlatform();
  teller = new ConsoleTeller(platform.kernel.resolve(ConsoleNotices), platform.kernel.resolve(Members));
  editor = await newMember(platform, 'editor', platform.workspaceId);
  member = await newMember(platform, 'member', platform.workspaceId);
});
afterAll(() => platform.dispose());

const ID = '0196f5c0-0000-7000-8000-000000000001';
async function told({ client }: Person, kind: string) {
  const { data } = (await client.request('/console/api/notices')).body as { data: { kind: string; about: object }[] };
  return data.filter((notice) => notice.kind === kind).map(({ about }) => about);
}

describe('what is told in the console', () => {
  it('is a sign-in from a new place, to the person', async () => {
    const person = await newMember(platform, 'member', await newWorkspace(platform));
    const browser = { userAgent: 'Firefox/142.0 (X11)', address: '203.0.113.7' };
    await platform.kernel.resolve(Sessions).start(person.accountId, browser);
    await expect.poll(() => told(person, 'new-sign-in')).toEqual([{ address: '203.0.113.7' }]);
  });

  it('is that a form waits, to those who see all forms, once a day for each node', async () => {
    const { key } = await platform.importApp(approvalWorkflow());
    const run = () =>
      testClient(platform.url, key).request('/v1/workflows/run', {
        body: { inputs: {}, response_mode: 'blocking', user: 'ada' },
      });
    await run();
    await run();
    await expect.poll(() => told(editor, 'form-waits')).toHaveLength(1);
    expect(await told(member, 'form-waits')).toEqual([]);
  });

  it('is that an app fails its visitors, to those who edit apps, once a day, whoever asks how often', async () => {
    const end = { kind: 'run-finished', status: 'failed', error: 'Node "Ask" (llm): Vendor answered with status 500.' };
    const run = { workspaceId: platform.workspaceId, appId: ID, keyId: null, triggeredFrom: 'app-run', end } as never;
    const busy = { ...end, error: 'Vendor limits the rate of calls (429). Try again later.' };
    const other = (change: object) => ({ ...(run as object), ...change }) as never;
    const more = [
      other({ keyId: ID, appId: 'key' }),
      other({ end: busy, appId: 'busy' }),
      other({ triggeredFrom: 'debugging', appId: 'draft' }),
      other({ end: { ...end, status: 'stopped' }, appId: 'stopped' }),
    ];
    for (const each of [run, run, ...more]) await teller.runEnded(each);
    await new ConsoleTeller(platform.kernel.resolve(ConsoleNotices), platform.kernel.resolve(Members)).runEnded(run);
    expect(await told(editor, 'app-fails')).toEqual([{ app_id: ID }]);
    expect(await told(member, 'app-fails')).toEqual([]);
  });

  it('is read once no form of the node waits any more, and told again when one does', async () => {
    const { key, appId } = await platform.importApp(approvalWorkflow());
    const run = async () => {
      const body = { inputs: {}, response_mode: 'blocking', user: 'ada' };
      await testClient(platform.url, key).request('/v1/workflows/run', { body });
    };
    const unread = async () => {
      const { data } = (await editor.client.request('/console/api/notices')).body as {
        data: { kind: string; is_read: boolean; about: { app_id?: string } }[];
      };
      return data.filter(
        ({ kind, is_read: isRead, about }) => kind === 'form-waits' && about.app_id === appId && !isRead,
      ).length;
    };
    const answer = async () => {
      const path = `/console/api/forms?status=open&app_id=${appId}&limit=1`;
      const { data } = (await editor.client.request(path)).body as { data: { id: string }[] };
      const body = { action: 'ok', inputs: { note: '' } };
      const sent = await editor.client.request(`/console/api/forms/${data[0]?.id}/answer`, { method: 'POST', body });
      expect(sent.status).toBeLessThan(300);
    };
    await run();
    await run();
    await expect.poll(unread).toBe(1);
    await answer();
    expect(await unread()).toBe(1);
    await answer();
    await expect.poll(unread).toBe(0);
    await run();
    await expect.poll(unread).toBe(1);
  });

  it('attack T11: is the host of a webhook, and not what its address holds', async () => {
    const url = 'https://user:hidden@example.com/hooks/hidden?key=hidden';
    await teller.switchedOff({ workspaceId: platform.workspaceId, appId: ID, endpointId: ID, url });
    expect(await told(editor, 'webhook-off')).toEqual([{ app_id: ID, host: 'example.com' }]);
    expect(await told(member, 'webhook-off')).toEqual([]);
  });

  it('attack T01: is a failed source, to whoever added it only, for others may not see the base', async () => {
    const other = await newMember(platform, 'owner', platform.workspaceId);
    const source = { workspaceId: platform.workspaceId, datasetId: ID, sourceId: ID, accountId: editor.accountId };
    await teller.sourceFailed(source);
    await teller.sourceFailed(source);
    expect(await told(editor, 'source-failed')).toEqual([{ dataset_id: ID }]);
    expect(await told(other, 'source-failed')).toEqual([]);
    await teller.sourceFailed({ ...source, sourceId: editor.accountId, accountId: null });
    expect(await told(editor, 'source-failed')).toHaveLength(1);
  });

  it('of an account that is refused: tells its owner once, and nobody when it works again', async () => {
    const { workspaceId } = platform;
    const [owner, other] = [
      await newMember(platform, 'admin', workspaceId),
      await newMember(platform, 'admin', workspaceId),
    ];
    const change = {
      workspaceId,
      accountId: ID,
      owner: `account:${owner.accountId}`,
      label: 'ada@example.com',
    } as const;
    for (let turn = 0; turn < 2; turn += 1)
      await teller.accountStateChanged({ ...change, reason: 'it was taken back', state: 'broken' });
    expect(await told(owner, 'account-broken')).toEqual([{ label: 'ada@example.com', owner: 'account' }]);
    expect(await told(other, 'account-broken')).toEqual([]);
    await teller.accountStateChanged({
      ...change,
      owner: 'workspace',
      accountId: owner.accountId,
      reason: 'x',
      state: 'broken',
    });
    expect(await told(other, 'account-broken')).toEqual([{ label: 'ada@example.com', owner: 'workspace' }]);
  });

  it('is what a repository waits for, once, to those who link them, until nothing waits', async () => {
    const admin = await newMember(platform, 'admin', platform.workspaceId);
    const look = { workspaceId: platform.workspaceId, linkId: ID, repository: 'team/apps', isBroken: false };
    const waiting = [{ key: 'a', name: 'Tea helper', state: 'conflict' }];
    await teller.repositoryLooked({ ...look, waiting });
    await teller.repositoryLooked({ ...look, waiting });
    const about = { repository_id: ID, repository: 'team/apps', count: '1', app: 'Tea helper', state: 'conflict' };
    expect(await told(admin, 'repository-waits')).toEqual([about]);
    expect(await told(editor, 'repository-waits')).toEqual([]);
    await teller.repositoryLooked({ ...look, waiting: [] });
    await teller.repositoryLooked({ ...look, isBroken: true, waiting: [] });
    expect(await told(admin, 'repository-waits')).toMatchObject([{ state: 'broken' }, about]);
  });
});
