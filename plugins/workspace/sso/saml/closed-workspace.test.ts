import { expect, it } from 'vitest';
import { newWorkspace } from '#plugins/members/testing/people.ts';
import { Browser } from '#plugins/sso/testing/browser.ts';
import { useSamlBench } from '#plugins/sso/testing/shared-saml-bench.ts';

const bench = useSamlBench();

it('attack T19: a SAML provider of a deleted workspace brings nobody in, asked or not', async () => {
  const { platform } = bench;
  const workspaceId = await newWorkspace(platform);
  const id = await bench.connect({ allow_idp_initiated: true }, workspaceId);
  const headers = { 'x-workspace-id': workspaceId };
  const metadata = async () => (await fetch(`${platform.url}/console/api/sso/${id}/metadata`)).status;
  expect(await metadata()).toBe(200);
  const user = bench.somebody();
  bench.idp.user = user;
  const browser = new Browser();
  const page = await bench.page(browser, id);

  const { name } = (await platform.management.request('/console/api/workspace', { headers })).body as { name: string };
  const deleted = await platform.management.request('/console/api/workspace/deletion', { headers, body: { name } });
  expect(deleted.status).toBe(200);
  expect(await metadata()).toBe(404);
  for (const one of [browser, new Browser()]) {
    expect(await bench.send(one, page)).toMatchObject({ status: 404, code: 'no_connection' });
    expect(one.cookies.get(platform.url)?.has('weft_session')).toBe(false);
  }
  expect(await bench.accountOf(user.email)).toBeNull();

  // The answer was not used up.
  const restore = `/console/api/installation/workspaces/${workspaceId}/restore`;
  expect((await platform.management.request(restore, { body: {} })).status).toBe(200);
  expect((await bench.send(browser, page)).status).toBe(303);
});
