import { afterEach, beforeEach, expect, it } from 'vitest';
import { newId } from '#kernel';
import { startStripe } from '#plugins/billing-stripe/testing/stripe-server.ts';
import { withDatabase } from '#plugins/database/testing/open-environment.ts';
import { runQuery } from '#plugins/database/testing/run-query.ts';
import { type TestDatabaseEnvironment, testDatabaseEnvironment } from '#plugins/database/testing/test-database.ts';
import { managementClient } from '#plugins/runs/testing/management-client.ts';
import { killLeftovers, startServer } from '#plugins/runs/testing/server-process.ts';

const KEY = 'sk_test_purge';

let environment: TestDatabaseEnvironment;
let stripe: Awaited<ReturnType<typeof startStripe>>;
beforeEach(async () => {
  environment = await testDatabaseEnvironment();
  stripe = await startStripe(KEY);
});
afterEach(async () => {
  await killLeftovers();
  await stripe.close();
  await environment.dispose();
});

const change = (...queries: readonly string[]) =>
  withDatabase(environment, async (database) => {
    for (const query of queries) await runQuery(database, query);
  });

it('a purge that kill -9 interrupts while Stripe cancels ends when the server is back, and cancels once', async () => {
  const env = {
    ...environment.env,
    WEFT_STRIPE_SECRET_KEY: KEY,
    WEFT_STRIPE_WEBHOOK_SECRET: 'whsec_ofThePurgeOnly1234',
    WEFT_STRIPE_PRICES: JSON.stringify({ team: 'price_team' }),
    WEFT_STRIPE_API_URL: `http://${stripe.address}`,
    WEFT_EGRESS_ALLOW: stripe.address,
  };
  const workspace = newId();
  expect((await (await startServer(env)).stop()).code).toBe(0);
  await change(
    `insert into workspaces (id, name, description, plan, owner_name) values ('${workspace}', 'Gone', '', 'sandbox', 'Eve')`,
  );
  const first = await startServer(env);
  const client = await managementClient(first, environment);
  const headers = { 'x-workspace-id': workspace };
  const ask = async (path: string, body: object) => {
    const answer = await client.request(`/console/api/${path}`, { headers, body });
    expect(answer.status, answer.text).toBe(200);
    return answer.body as { url: string };
  };
  const { url } = await ask('billing/subscription', { plan: 'team', provider: 'stripe' });
  const paid = stripe.subscribe(url.split('/').at(-1) ?? '', 'price_team');
  await ask('workspace/deletion', { name: 'Gone' });
  await first.kill();
  await change(
    `update workspaces set purge_at = now() - interval '1 second' where id = '${workspace}'`,
    `update graphile_worker._private_jobs set run_at = now() where payload->'payload'->>'workspaceId' = '${workspace}'`,
  );

  // Canceled, and the server does not hear of it.
  const cancel = stripe.hold(({ method }) => method === 'DELETE');
  const second = await startServer(env);
  await expect.poll(cancel.isAsked, { timeout: 60_000 }).toBe(true);
  await second.kill();
  expect(paid.status).toBe('canceled');

  const third = await startServer(env);
  const operator = await managementClient(third, environment);
  const listed = async () => (await operator.request('/console/api/installation/workspaces?limit=100')).text;
  await expect.poll(listed, { timeout: 60_000, interval: 200 }).not.toContain(workspace);
  expect(stripe.seen.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
}, 180_000);
