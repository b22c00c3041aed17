import { expect, it } from 'vitest';
import { testClient } from '#http/testing/client.ts';
import { countingChat } from '#plugins/delivery-api/testing/documents.ts';
import { openSite } from '#plugins/sites/testing/visiting.ts';
import { useSsoBench } from '#plugins/sso/testing/shared-sso-bench.ts';

const bench = useSsoBench();

it('people whom a provider vouches for come in, are the same next time, and leave with the connection', async () => {
  const { platform } = bench;
  const site = await openSite(platform, countingChat(), { entry: 'sso' });
  const url = `${platform.url}/console/api/sso/${bench.id}/visit?app_id=${site.appId}`;
  expect(await site.visit()).toMatchObject({
    status: 401,
    body: { code: 'sign_in_needed', params: { entry: 'sso', ways: [{ name: 'Test', url }] } },
  });
  const user = bench.somebody();
  const { proof } = await bench.visit(user, site.appId);
  const first = await site.enter({ app_id: site.appId, proof });
  expect(first.visitor_id).toMatch(/^sso:[0-9a-f]{64}$/);
  const me = testClient(platform.url, first.visitor_token);
  expect((await me.request('/v1/parameters')).status).toBe(200);
  // The token goes on for as long as the proof counts, without another one.
  const renewed = await site.enter({ app_id: site.appId, visitor_token: first.visitor_token });
  expect([renewed.visitor_id, renewed.expires_at]).toEqual([first.visitor_id, first.expires_at]);
  const again = await bench.visit(user, site.appId);
  expect((await site.enter({ app_id: site.appId, proof: again.proof })).visitor_id).toBe(first.visitor_id);
  await bench.change({ enabled: false });
  await expect.poll(async () => (await me.request('/v1/parameters')).status).toBe(401);
});

it('attack T19: a proof is good once, for its app', async () => {
  const { platform } = bench;
  const [site, other] = [
    await openSite(platform, countingChat(), { entry: 'sso' }),
    await openSite(platform, countingChat(), { entry: 'sso' }),
  ];
  const { proof } = await bench.visit(bench.somebody(), site.appId);
  expect((await other.visit({ app_id: other.appId, proof })).status).toBe(401);
  expect((await site.visit({ app_id: site.appId, proof })).status).toBe(200);
  expect((await site.visit({ app_id: site.appId, proof })).status).toBe(401);
  expect((await site.visit({ app_id: site.appId, proof: `${proof}x` })).status).toBe(401);
});
