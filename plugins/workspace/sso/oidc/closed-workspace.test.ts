import { expect, it } from 'vitest';
import { Accounts } from '#plugins/accounts/contract.ts';
import { newWorkspace } from '#plugins/members/testing/people.ts';
import { Browser } from '#plugins/sso/testing/browser.ts';
import { answerOf, useSsoBench } from '#plugins/sso/testing/shared-sso-bench.ts';

const bench = useSsoBench();

it('attack T19: over a connection of a deleted workspace nobody is offered, begins or ends a sign-in', async () => {
  const { platform, domain } = bench;
  const workspaceId = await newWorkspace(platform);
  const id = await bench.connect({}, workspaceId);
  const headers = { 'x-workspace-id': workspaceId };
  const ways = async () => {
    const { body } = await platform.management.request('/console/api/sso/ways', { body: { email: `a@${domain}` } });
    return (body as { data: { id: string }[] }).data.map((way) => way.id).sort();
  };
  const start = async () => (await fetch(`${platform.url}/console/api/sso/${id}/start`, { redirect: 'manual' })).status;
  const known = bench.somebody();
  expect((await bench.signIn(known, id)).status).toBe(303);
  const user = bench.somebody();
  bench.idp.user = user;
  const browser = new Browser();
  const callback = await bench.toCallback(browser, id);
  const again = new Browser();
  bench.idp.user = known;
  const knownCallback = await bench.toCallback(again, id);
  expect(await ways()).toEqual([bench.id, id].sort());

  const { name } = (await platform.management.request('/console/api/workspace', { headers })).body as { name: string };
  const deleted = await platform.management.request('/console/api/workspace/deletion', { headers, body: { name } });
  expect(deleted.status).toBe(200);
  expect(await ways()).toEqual([bench.id]);
  expect(await start()).toBe(404);
  for (const [one, url] of [
    [browser, callback],
    [again, knownCallback],
  ] as const) {
    expect(await answerOf(await one.get(url))).toMatchObject({ status: 404, code: 'no_connection' });
    expect(one.cookies.get(platform.url)?.has('weft_session')).toBe(false);
  }
  expect(await platform.kernel.resolve(Accounts).byEmail(user.email ?? '')).toBeNull();

  const restore = `/console/api/installation/workspaces/${workspaceId}/restore`;
  expect((await platform.management.request(restore, { body: {} })).status).toBe(200);
  expect(await ways()).toEqual([bench.id, id].sort());
  expect((await bench.signIn(user, id)).status).toBe(303);
});
