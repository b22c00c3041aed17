import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabaseEnvironment, testDatabaseEnvironment } from '#plugins/database/testing/test-database.ts';
import { document, type FaultApp, importDocument, importFaultApps } from '#plugins/runs/testing/fault-apps.ts';
import { call, readEvents, type StreamEvent } from '#plugins/runs/testing/open-stream.ts';
import { killLeftovers, startServer } from '#plugins/runs/testing/server-process.ts';
import { Witness } from '#plugins/runs/testing/witness.ts';

let environment: TestDatabaseEnvironment;
beforeAll(async () => {
  environment = await testDatabaseEnvironment();
});
afterEach(killLeftovers);
afterAll(() => environment.dispose());

const heapMb = 48;

/** Each within all limits; a run keeps what its nodes put out, and together that is twice the heap. */
const greedyNodes = Array.from({ length: 2 * heapMb + 32 }, (_, index) => ({
  type: 'template-transform',
  template: `{{ '…' * 390000 }}${index}`,
  variables: [],
}));
const endNode = {
  type: 'end',
  outputs: [{ variable: 'result', value_selector: ['node1', 'output'], value_type: 'string' }],
};

describe('a run that needs more memory than a thread may have', () => {
  it('fails with a reason, while the runs beside it go on', { timeout: 90_000 }, async () => {
    const server = await startServer({
      ...environment.env,
      WEFT_ENGINE_HEAP_MB: String(heapMb),
      WEFT_ENGINE_THREADS: '1',
    });
    const { address } = server;
    const apps = await importFaultApps(address, environment.home);
    const key = await importDocument(address, environment.home, document('workflow', [...greedyNodes, endNode]));
    const greedyApp: FaultApp = { mode: 'workflow', key, isEndless: false };
    const witness = new Witness();
    const quick = () => witness.observe(address, apps.quick, { mode: 'blocking', user: 'quick' });
    expect((await quick()).told?.status).toBe('succeeded');

    // They share the one thread with the run that kills it, and go on without it.
    const slow = [1, 2, 3].map((user) =>
      witness.observe(address, apps.slow, { mode: 'streaming', user: `slow ${user}` }),
    );
    const seen = () => witness.sightings.filter(({ runId }) => runId !== null).length;
    await expect.poll(seen, { interval: 10 }).toBe(4);
    const events: StreamEvent[] = [];
    const response = await call(address, greedyApp, 'streaming', { user: 'greedy', text: 'x' });
    for await (const event of readEvents(response)) events.push(event);
    expect(events[0]?.event).toBe('workflow_started');
    expect(events.at(-2)).toMatchObject({
      event: 'workflow_finished',
      data: { status: 'failed', error: expect.stringMatching(/memory limit/) },
    });
    expect(events.at(-1)).toMatchObject({
      event: 'error',
      status: 500,
      code: 'internal_server_error',
      message: expect.stringMatching(/memory limit/),
    });

    expect((await Promise.all(slow)).map(({ told }) => told?.status)).toEqual(Array(3).fill('succeeded'));
    const after = await Promise.all([quick(), quick(), quick(), quick()]);
    expect(after.map(({ told }) => told?.status)).toEqual(Array(4).fill('succeeded'));
    expect((await fetch(`${address}/readyz`)).status).toBe(200);
    expect(witness.refusals).toEqual([]);
    expect((await server.stop()).code).toBe(0);
  });
});
