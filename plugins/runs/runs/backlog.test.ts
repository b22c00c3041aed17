import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { greetingWorkflow } from '#engine/testing/app-document.ts';
import { entry, GroupCommit, type Sink } from '#plugins/database/contract.ts';
import { type ImportedApp, startPlatform, type TestPlatform } from '#plugins/delivery-api/testing/platform.ts';

let platform: TestPlatform;
let app: ImportedApp;

beforeAll(async () => {
  platform = await startPlatform({ config: { runs: { maxBacklogMb: 1 } } });
  app = await platform.importApp(greetingWorkflow());
});
afterAll(() => platform.dispose());

const run = () => platform.post(app.key, '/v1/workflows/run', { inputs: { name: 'Ada' }, user: 'u1' });

describe('a database that is behind', () => {
  it('gets no more runs until it has caught up', async () => {
    expect((await run()).status).toBe(200);
    const hold = Promise.withResolvers<void>();
    const slow: Sink<null> = { id: 'test.slow', write: () => hold.promise, weigh: () => 2_000_000 };
    const written = platform.kernel.resolve(GroupCommit).add([entry(slow, null)]);
    const refused = await run();
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
    expect(refused.headers.get('retry-after')).toBe('1');
    hold.resolve();
    await written;
    expect((await run()).status).toBe(200);
  });
});
