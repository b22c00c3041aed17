import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConsoleNotices } from '#plugins/console-notices/contract.ts';
import { Database } from '#plugins/database/contract.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { newMember, newWorkspace } from '#plugins/members/testing/people.ts';
import { MAX_KEPT } from './notice-store.ts';

let platform: TestPlatform;
let notices: ConsoleNotices;
let workspaceId: string;
beforeAll(async () => {
  platform = await sharedPlatform();
  notices = platform.kernel.resolve(ConsoleNotices);
  workspaceId = await newWorkspace(platform);
});
afterAll(() => platform.dispose());

type Person = Awaited<ReturnType<typeof newMember>>;
interface Listed {
  readonly data: readonly { readonly id: string; readonly kind: string; readonly is_read: boolean }[];
  readonly unread: number;
  readonly total: number;
  readonly has_more: boolean;
}
const list = async ({ client }: Person, query = '') =>
  (await client.request(`/console/api/notices${query}`)).body as Listed;
const read = ({ client }: Person, body: object = {}) => client.request('/console/api/notices/read', { body });
const told = (to: readonly string[], name: string) =>
  notices.add({ workspaceId, to, kind: 'budget-near', name, about: { amount: '5' } });

describe('notices of a person in a workspace', () => {
  it('are listed unread first, by page, and each thing is told once', async () => {
    const person = await newMember(platform, 'editor', workspaceId);
    for (const name of ['a', 'b', 'b', 'c']) await told([person.accountId], name);
    const all = await list(person);
    expect(all).toMatchObject({ unread: 3, total: 3, has_more: false });
    const [newest] = all.data;
    expect((await read(person, { ids: [newest?.id] })).body).toEqual({ unread: 2 });
    expect((await list(person)).data.map(({ is_read }) => is_read)).toEqual([false, false, true]);
    expect(await list(person, '?page=1&limit=2')).toMatchObject({ has_more: true });
    expect((await list(person, '?page=2&limit=2')).data).toMatchObject([{ id: newest?.id }]);
    expect((await read(person)).body).toEqual({ unread: 0 });
  });

  it('are kept in a number that is bounded, the newest of them', async () => {
    const person = await newMember(platform, 'editor', workspaceId);
    for (let index = 0; index < MAX_KEPT + 3; index += 1) await told([person.accountId], `n ${index}`);
    expect((await list(person)).total).toBe(MAX_KEPT);
  });

  it('are written in a transaction of others, and not when that fails', async () => {
    const person = await newMember(platform, 'editor', workspaceId);
    const db = platform.kernel.resolve(Database).workspace(workspaceId);
    const work = db.transaction().execute(async (transaction) => {
      const about = {};
      await notices.add({ workspaceId, to: [person.accountId], kind: 'budget-near', name: 'x', about }, transaction);
      throw new Error('undone');
    });
    await expect(work).rejects.toThrow('undone');
    expect((await list(person)).total).toBe(0);
  });

  it('go to those who may do something there', async () => {
    const place = await newWorkspace(platform);
    const owner = await newMember(platform, 'owner', place);
    const admin = await newMember(platform, 'admin', place);
    await newMember(platform, 'member', place);
    expect([...(await notices.readers(place, 'members.manage'))].sort()).toEqual(
      [owner.accountId, admin.accountId].sort(),
    );
  });

  it('attack T01: are not shown to, nor read by, others in the same workspace or elsewhere', async () => {
    const one = await newMember(platform, 'editor', workspaceId);
    const two = await newMember(platform, 'admin', workspaceId);
    const far = await newMember(platform, 'owner', await newWorkspace(platform));
    await told([one.accountId], 'mine');
    const [mine] = (await list(one)).data;
    for (const other of [two, far]) {
      expect((await list(other)).total).toBe(0);
      await read(other, { ids: [mine?.id] });
    }
    expect((await list(one)).unread).toBe(1);
  });

  it('are followed: how many are unread, now and when that changes', async () => {
    const person = await newMember(platform, 'editor', workspaceId);
    const ending = new AbortController();
    const headers = { authorization: `Bearer ${person.token}`, 'x-workspace-id': workspaceId };
    const answer = await fetch(`${platform.url}/console/api/notices/events?follow=true`, {
      headers,
      signal: ending.signal,
    });
    const texts = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    let seen = '';
    const until = async (part: string) => {
      while (!seen.includes(part)) seen += (await texts?.read())?.value ?? '';
    };
    await until('"unread":0');
    await told([person.accountId], 'live');
    await until('"unread":1');
    ending.abort();
  });
});
