import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { modelChat } from '#engine/testing/app-document.ts';
import { Database } from '#plugins/database/contract.ts';
import { startPlatform, type TestPlatform } from '#plugins/delivery-api/testing/platform.ts';
import { PartitionStore } from './partition-store.ts';

const WEEK = 7 * 86_400_000;

let platform: TestPlatform;

beforeAll(async () => {
  platform = await startPlatform({ config: { runs: { retention: 7 } } });
});
afterAll(() => platform.dispose());

describe('what retention leaves', () => {
  it('is the conversation: its messages are read and go on, the run behind them answers 404', async () => {
    const app = await platform.importApp(modelChat());
    const say = (query: string, conversation_id = '') =>
      platform.stream(app.key, '/v1/chat-messages', {
        inputs: {},
        query,
        conversation_id,
        user: 'u1',
        response_mode: 'streaming',
      });
    const first = await say('Hello');
    const { conversation_id, workflow_run_id } = first.events.find(({ event }) => event === 'workflow_started') ?? {};
    const runPath = `/v1/workflows/run/${workflow_run_id}`;
    expect((await platform.get(app.key, runPath)).status).toBe(200);

    const store = new PartitionStore(platform.kernel.resolve(Database));
    const partitions = await store.list();
    expect(partitions.every(({ from, to }) => to - from === WEEK)).toBe(true);
    for (const partition of partitions) expect(await store.drop(partition)).toBe(true);

    expect(await platform.get(app.key, runPath)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    const events = `/console/api/runs/${workflow_run_id}/events`;
    expect(await platform.management.request(events)).toMatchObject({
      status: 404,
      body: { message: expect.stringContaining('runs.retention') },
    });
    const messages = `/v1/messages?user=u1&conversation_id=${conversation_id}`;
    expect(await platform.get(app.key, messages)).toMatchObject({ status: 200, body: { data: [{ query: 'Hello' }] } });

    await store.ensure(Date.now(), 'week', 0);
    const second = await say('And now?', String(conversation_id));
    expect(second.events.at(-1)).toMatchObject({ event: 'workflow_finished', data: { status: 'succeeded' } });
    expect((await platform.get(app.key, messages)).body).toMatchObject({
      data: [{ query: 'Hello' }, { query: 'And now?' }],
    });
  });
});
