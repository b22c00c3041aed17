import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { greetingWorkflow } from '#engine/testing/app-document.ts';
import { type JsonAnswer, testClient } from '#http/testing/client.ts';
import { speakingWorkflow } from '#plugins/delivery-api/testing/documents.ts';
import { type IdentifiedEvent, readIdentified } from '#plugins/delivery-api/testing/identified-stream.ts';
import { isRedisThere, redisUrl } from '#plugins/limits/testing/test-redis.ts';
import { type Installation, testInstallation } from '#plugins/runs/testing/installation.ts';
import { managementClient } from '#plugins/runs/testing/management-client.ts';

const isRedis = await isRedisThere();

describe.skipIf(inject('testDatabaseUrl') === '')('two processes on one database', () => {
  let installation: Installation;
  let addresses: readonly [string, string];

  beforeAll(async () => {
    installation = await testInstallation();
  });
  afterAll(() => installation.dispose());

  async function load(yaml: string, limits?: unknown): Promise<string> {
    const management = await managementClient({ address: addresses[0] }, installation);
    const body = { yaml, publish: true, key_name: 'test' };
    const { app, api_key: key } = (await management.request('/console/api/apps/import', { body })).body as {
      app: { id: string };
      api_key: string;
    };
    if (limits !== undefined) {
      const path = `/console/api/apps/${app.id}/limits`;
      expect((await management.request(path, { method: 'PATCH', body: limits })).status).toBe(200);
    }
    return key;
  }

  /** Asks both in turns, all at once. */
  function askBoth(key: string, times: number, headers: Readonly<Record<string, string>> = {}): Promise<JsonAnswer[]> {
    const body = { inputs: { name: 'Ada' }, user: 'u1' };
    const each = Array.from({ length: times }, (_, index) => addresses[index % 2] ?? '');
    return Promise.all(each.map((address) => testClient(address, key).request('/v1/workflows/run', { body, headers })));
  }

  it('can both be opened', async () => {
    const redis = isRedis ? { REDIS_URL: redisUrl } : {};
    const { address } = await installation.start(redis);
    addresses = [address, (await installation.startOther(redis)).address];
    expect(addresses[0]).not.toBe(addresses[1]);
  }, 120_000);

  it('tell a run of one to readers of the other, each event once, wherever the line breaks', async () => {
    const key = await load(speakingWorkflow(20, 20));
    const body = { inputs: {}, user: 'u1', response_mode: 'async' };
    const started = await testClient(addresses[0], key).request('/v1/workflows/run', { body });
    const { task_id: task } = started.body as { task_id: string };
    const read = async (address: string, last?: string) => {
      const headers = last === undefined ? {} : { 'last-event-id': last };
      const answer = await testClient(address, key).open(`/v1/runs/${task}/events?user=u1`, { headers });
      return readIdentified(answer, last === undefined ? 1 : 3);
    };
    const pieces: IdentifiedEvent[] = await read(addresses[1]);
    for (let index = 0; ; index++) {
      const more = await read(addresses[index % 2] ?? '', pieces.at(-1)?.id ?? '');
      if (more.length === 0) break;
      pieces.push(...more);
    }
    const whole = await readIdentified(await testClient(addresses[1], key).open(`/v1/runs/${task}/events?user=u1`));
    expect(pieces).toEqual(whole);
    expect(JSON.parse(whole.at(-1)?.text ?? '{}')).toMatchObject({
      event: 'workflow_finished',
      data: { status: 'succeeded' },
    });
  }, 60_000);

  it('make a request with one key once', async () => {
    const key = await load(greetingWorkflow());
    const answers = await askBoth(key, 16, { 'idempotency-key': randomUUID() });
    const runs = answers.map(({ body }) => (body as { workflow_run_id?: string }).workflow_run_id);
    expect(runs[0]).toBeTypeOf('string');
    expect(new Set(runs).size).toBe(1);
  }, 60_000);

  it.skipIf(!isRedis)(
    'count together, exactly',
    async () => {
      const key = await load(greetingWorkflow(), { app: { requests_per_minute: 40 } });
      const answers = await askBoth(key, 64);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(40);
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(24);
    },
    60_000,
  );
});
