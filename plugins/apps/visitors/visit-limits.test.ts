import { afterAll, beforeAll, expect, it } from 'vitest';
import { greetingWorkflow } from '#engine/testing/app-document.ts';
import { testClient } from '#http/testing/client.ts';
import { batchClient } from '#plugins/batch-api/testing/batch-client.ts';
import { countingChat } from '#plugins/delivery-api/testing/documents.ts';
import { startPlatform, type TestPlatform } from '#plugins/delivery-api/testing/platform.ts';
import { openSite } from '#plugins/sites/testing/visiting.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform({
    threads: 0,
    env: { WEFT_TRUSTED_PROXIES: '127.0.0.1', WEFT_VISITS_PER_MINUTE: '5' },
  });
});
afterAll(() => platform.dispose());

const from = (address: string) => ({ 'x-forwarded-for': address });
const run = { inputs: { name: 'Ada' }, response_mode: 'blocking' };

async function statuses(token: string, count: number, address = '198.51.100.1') {
  const me = testClient(platform.url, token);
  const answers: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const answer = await me.request('/v1/workflows/run', { body: run, headers: from(address) });
    answers.push(answer.status);
    if (answer.status === 429) {
      expect(answer.body).toMatchObject({ code: 'too_many_requests', message: expect.stringContaining('per hour') });
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(3_000);
    }
  }
  return answers;
}

it('attack T21: a visitor starts no more runs within an hour than are allowed, and another token changes nothing', async () => {
  const bench = await openSite(platform, greetingWorkflow(), { runs_per_visitor_hour: 3 });
  const first = await bench.enter();
  expect(await statuses(first.visitor_token, 4)).toEqual([200, 200, 200, 429]);
  const next = await bench.enter({ app_id: bench.appId, visitor_token: first.visitor_token });
  expect(await statuses(next.visitor_token, 1)).toEqual([429]);
  expect(await statuses((await bench.enter()).visitor_token, 1)).toEqual([200]);
  await bench.set({ runs_per_visitor_hour: 5 });
  expect(await statuses(next.visitor_token, 3)).toEqual([200, 200, 429]);
  // Programs with a key are no visitors.
  const byKey = await platform.post(bench.key, '/v1/workflows/run', { ...run, user: 'u' });
  expect(byKey.status).toBe(200);
});

it('attack T21: visitors of one address start no more together, whoever they say they are', async () => {
  const bench = await openSite(platform, greetingWorkflow(), { runs_per_address_hour: 3 });
  const [one, two] = [await bench.enter(), await bench.enter()];
  expect(await statuses(one.visitor_token, 2, '198.51.100.2')).toEqual([200, 200]);
  expect(await statuses(two.visitor_token, 2, '198.51.100.2')).toEqual([200, 429]);
  expect(await statuses(two.visitor_token, 1, '198.51.100.3')).toEqual([200]);
  expect(await statuses(one.visitor_token, 3, '2001:db8::1')).toEqual([200, 200, 200]);
  expect(await statuses(two.visitor_token, 1, '2001:db8::2')).toEqual([429]);
});

it('attack T21: rows of batches count when a batch is made, by the day, for a visitor and for the address they come from', async () => {
  const settings = { runs_per_visitor_hour: 1, runs_per_address_hour: 1, batch_rows_per_visitor_day: 4 };
  const bench = await openSite(platform, greetingWorkflow(), settings);
  const come = async () => {
    const { visitor_token: token, visitor_id: visitor } = await bench.enter();
    const client = batchClient(platform.url, token, visitor);
    const send = (path: string, rows: number) =>
      client.form(path, { content: `name\n${'Ada\n'.repeat(rows)}` }, {}, from('198.51.100.40'));
    return {
      client,
      make: (rows: number) => send('/v1/batches', rows),
      look: (rows: number) => send('/v1/batches/preview', rows),
    };
  };
  const one = await come();
  const asked = (await one.look(5)).body as { estimate: object };
  expect(asked.estimate).toEqual({ seconds: null, rows_left: 4, rows_per_day: 4, all_again_in: 0, refusal: null });
  const made = await one.make(3);
  const { id } = made.body as { id: string };
  // More than runs within an hour: rows are counted otherwise.
  expect(await one.client.until(id, ({ status }) => status === 'finished')).toMatchObject({ succeeded: 3 });
  const tooMany = await one.make(2);
  expect(tooMany).toMatchObject({ status: 429, body: { code: 'rate_limit_error' } });
  expect(tooMany.text).toContain('1 are left now');
  expect(((await one.look(1)).body as { estimate: object }).estimate).toMatchObject({
    rows_left: 1,
    seconds: expect.any(Number),
  });
  expect((await one.make(1)).status).toBe(201);
  // Five visitors of one address may run what they are allowed, and no sixth.
  for (let others = 0; others < 4; others += 1) expect((await (await come()).make(4)).status).toBe(201);
  expect((await (await come()).make(1)).status).toBe(429);
});

it('counts what else costs apart', async () => {
  const bench = await openSite(platform, countingChat(), { runs_per_visitor_hour: 1 });
  const me = testClient(platform.url, (await bench.enter()).visitor_token);
  const said = await me.request('/v1/chat-messages', {
    body: { query: 'a', inputs: { plant: 'fern' }, response_mode: 'blocking' },
  });
  const { conversation_id: id } = said.body as { conversation_id: string };
  const name = async () => (await me.request(`/v1/conversations/${id}/name`, { body: { name: 'a' } })).status;
  expect([await name(), await name(), await name(), await name(), await name()]).toEqual([200, 200, 200, 200, 429]);
});

it('attack T21: nobody makes tokens without end', async () => {
  const { appId } = await openSite(platform, greetingWorkflow());
  const visit = (address: string, body: object = { app_id: appId }) =>
    testClient(platform.url).request('/web/api/visit', { body, headers: from(address) });
  for (let index = 0; index < 5; index += 1) expect((await visit('198.51.100.9')).status).toBe(200);
  const refused = await visit('198.51.100.9');
  expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  // Guesses count as well.
  expect((await visit('198.51.100.9', { embed_token: 'web-guess' })).status).toBe(429);
  expect((await visit('198.51.100.10')).status).toBe(200);
});
