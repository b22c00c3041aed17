import { afterAll, beforeAll, expect, it } from 'vitest';
import { testClient } from '#http/testing/client.ts';
import { startPlatform, type TestPlatform } from '#plugins/delivery-api/testing/platform.ts';
import { Members, Setup } from './contract.ts';
import { PASSWORD } from './testing/people.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform({ threads: 0 });
});
afterAll(() => platform.dispose());

const setUp = (body: object) =>
  testClient(platform.url).request('/console/api/setup', {
    body: { email: 'ada@example.com', name: 'Ada', password: PASSWORD, ...body },
  });
const code = () => platform.kernel.resolve(Setup).code();

it('attack T02: a code that is not the printed one makes nobody an owner, and is told in no answer', async () => {
  const right = (await code()) ?? '';
  expect(right).toMatch(/^(?:[A-Z0-9]{4}-){3}[A-Z0-9]{4}$/);
  for (const wrong of ['AAAA-AAAA-AAAA-AAAA', right.slice(0, -1), `${right}A`, ' ']) {
    const { status, text } = await setUp({ code: wrong });
    expect(status).toBe(403);
    expect(text).not.toContain(right);
  }
  expect(await platform.kernel.resolve(Members).list(platform.workspaceId)).toEqual([]);
});

it('the printed code makes one owner, in whatever case it is typed, and is over then', async () => {
  const printed = (await code()) ?? '';
  const body = { code: printed.toLowerCase().replaceAll('-', ' '), workspace_name: 'Plants' };
  expect((await setUp({ ...body, password: 'short' })).status).toBe(400);
  const made = await Promise.all([setUp(body), setUp({ ...body, email: 'eve@example.com' })]);
  expect(made.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  expect(await code()).toBeNull();
  expect((await setUp({ code: printed, email: 'late@example.com' })).status).toBe(409);
  const owners = await platform.kernel.resolve(Members).list(platform.workspaceId);
  expect(owners.map(({ role }) => role)).toEqual(['owner']);
});
