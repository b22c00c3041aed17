import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabaseEnvironment, testDatabaseEnvironment } from '../../database/testing/test-database.ts';
import { document, type FaultApp, importDocument, importFaultApps } from '../testing/fault-apps.ts';
import { call, readEvents, type StreamEvent } from '../testing/open-stream.ts';
import { killLeftovers, startServer } from '../testing/server-process.ts';
import { Witness } from '../testing/witness.ts';

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
  it('fails with a reason and takes nobody along but its own thread', { timeout: 90_000 }, async () => {
    const server = await startServer({
      ...environment.env,
      WEFT_ENGINE_HEAP_MB: String(heapMb),
      WEFT_ENGINE_THREADS: '2',
    });
    const { address } = server;
    const apps = await importFaultApps(address, environment.home);
    const key = await importDocument(address, environment.home, document('workflow', [...greedyNodes, endNode]));
    const greedyApp: FaultApp = { mode: 'workflow', key, isEndless: false };
    const witness = new Witness();
    const quick = () => witness.observe(address, apps.quick, { mode: 'blocking', user: 'quick' });
    expect((await quick()).told?.status).toBe('succeeded');

    // It has one of the two threads; the next run gets the other one.
    const slow = witness.observe(address, apps.slow, { mode: 'streaming', user: 'slow' });
    await expect.poll(() => witness.sightings[1]?.runId, { timeout: 10_000, interval: 10 }).not.toBe(null);
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

    expect((await slow).told?.status).toBe('succeeded');
    const after = await Promise.all([quick(), quick(), quick(), quick()]);
    expect(after.map(({ told }) => told?.status)).toEqual(Array(4).fill('succeeded'));
    const blocking = await call(address, greedyApp, 'blocking', { user: 'greedy', text: 'x' });
    expect(await blocking.json()).toMatchObject({
      data: { status: 'failed', error: expect.stringMatching(/memory limit/) },
    });
    expect((await fetch(`${address}/readyz`)).status).toBe(200);
    expect(witness.refusals).toEqual([]);
    expect((await server.stop()).code).toBe(0);
  });
});
