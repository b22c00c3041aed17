import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OpenStreams } from '#plugins/delivery-api/callers/open-streams.ts';
import { startPlatform, type TestPlatform } from '#plugins/delivery-api/testing/platform.ts';
import { approvalWorkflow } from '#plugins/human-input/testing/documents.ts';
import { FormClient } from '#plugins/human-input/testing/form-client.ts';

async function* two(): AsyncGenerator<number> {
  yield 1;
  yield 2;
}

async function* broken(): AsyncGenerator<number> {
  yield 1;
  throw new Error('broken');
}

describe('streams that are counted', () => {
  const follower = (userId: string, appId = 'a') => ({ appId, userId, signal: new AbortController().signal });

  it('are as many as a user, and the users of an app, may have', () => {
    const streams = new OpenStreams({ streamsPerApp: 3, streamsPerUser: 2 });
    const open = (userId: string, appId?: string) => streams.counted(two(), follower(userId, appId));
    open('u1');
    open('u1');
    expect(() => open('u1')).toThrow('This user follows 2 streams');
    open('u2');
    expect(() => open('u2')).toThrow('The users of this app follow 3 streams');
    open('u1', 'b');
  });

  it('are any number where there is no limit', () => {
    const streams = new OpenStreams({ streamsPerApp: 0, streamsPerUser: 0 });
    for (let count = 0; count < 1_000; count += 1) streams.counted(two(), follower('u1'));
  });

  it('count until they end, break, are left, begun or not, or their client is gone', async () => {
    const streams = new OpenStreams({ streamsPerApp: 1, streamsPerUser: 1 });
    for (let times = 0; times < 2; times += 1) {
      expect(await Array.fromAsync(streams.counted(two(), follower('u1')))).toEqual([1, 2]);
      await expect(Array.fromAsync(streams.counted(broken(), follower('u1')))).rejects.toThrow('broken');
      for await (const first of streams.counted(two(), follower('u1'))) if (first === 1) break;
      await streams.counted(two(), follower('u1'))[Symbol.asyncIterator]().return?.();
      const client = new AbortController();
      streams.counted(two(), { ...follower('u1'), signal: client.signal });
      expect(() => streams.counted(two(), follower('u1'))).toThrow();
      client.abort();
      streams.counted(two(), { ...follower('u1'), signal: client.signal });
    }
  });
});

describe('joining runs', () => {
  let platform: TestPlatform;
  beforeAll(async () => {
    platform = await startPlatform({ config: { 'delivery-api': { streamsPerUser: 2 } } });
  });
  afterAll(() => platform.dispose());

  it('is refused beyond the limit, by every route, and possible again when a stream has ended', async () => {
    const client = new FormClient(platform);
    const app = await platform.importApp(approvalWorkflow());
    const { runId, taskId, forms } = await client.run(app);
    const readers = [await client.join(app, runId), await client.join(app, runId)];
    const paths = [`/v1/workflow/${runId}/events?user=u1`, `/v1/runs/${taskId}/events?user=u1`];
    for (const path of paths) {
      const refused = await platform.get(app.key, path);
      expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests', status: 429 } });
      expect(refused.headers.get('retry-after')).toBe('5');
    }
    await client.answer(app, forms[0]?.form_token ?? '');
    for (const reader of readers) expect((await reader.rest()).at(-1)?.event).toBe('workflow_finished');
    for (const path of paths) expect((await platform.get(app.key, path)).status).toBe(200);
  });
});
