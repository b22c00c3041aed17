import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabaseEnvironment, testDatabaseEnvironment } from '#plugins/database/testing/test-database.ts';
import { type FaultApps, importFaultApps } from '#plugins/runs/testing/fault-apps.ts';
import { socketsOf } from '#plugins/runs/testing/open-sockets.ts';
import { call, readEvents } from '#plugins/runs/testing/open-stream.ts';
import { killLeftovers, type ServerProcess, startServer } from '#plugins/runs/testing/server-process.ts';
import { Witness } from '#plugins/runs/testing/witness.ts';

const streams = 100;

let environment: TestDatabaseEnvironment;
beforeAll(async () => {
  environment = await testDatabaseEnvironment();
});
afterEach(killLeftovers);
afterAll(() => environment.dispose());

/** Opens a stream and leaves it: every third one at once, the others after a few frames. Gives the run's id, if known. */
async function leave(server: ServerProcess, apps: FaultApps, index: number): Promise<string | null> {
  const abort = new AbortController();
  const app = index % 2 === 0 ? apps.slow : apps.chat;
  let runId: string | null = null;
  try {
    const opening = call(server.address, app, 'streaming', { user: `u${index}`, text: 'hello', signal: abort.signal });
    if (index % 3 === 0) setTimeout(() => abort.abort(), index);
    let frames = 0;
    for await (const event of readEvents(await opening)) {
      runId ??= event.workflow_run_id ?? null;
      frames += 1;
      if (frames > index % 7) abort.abort();
    }
  } catch {
    // It left.
  }
  return runId;
}

describe('clients that leave in the middle of a stream', () => {
  it('stop no run, and leave no socket behind', { timeout: 90_000 }, async () => {
    const server = await startServer(environment.env);
    const apps = await importFaultApps(server.address, environment.home);
    const before = await socketsOf(server.pid);
    const left = await Promise.all(Array.from({ length: streams }, (_, index) => leave(server, apps, index)));
    const seen = left.flatMap((runId, index) =>
      runId === null ? [] : [{ app: index % 2 === 0 ? apps.slow : apps.chat, runId }],
    );
    expect(seen.length).toBeGreaterThan(streams / 2);

    const witness = new Witness();
    for (const { app, runId } of seen) {
      witness.sightings.push({ app, user: '', runId, messageId: null, conversationId: null, told: null });
    }
    const unfinished = async () =>
      (await witness.findings(server.address)).filter(({ status }) => status !== 'succeeded');
    await expect.poll(unfinished, { timeout: 30_000, interval: 300 }).toEqual([]);

    // Those of the last look-ups are kept for the next request.
    await expect.poll(() => socketsOf(server.pid)).toBeLessThan(before + 20);
    expect((await fetch(`${server.address}/readyz`)).status).toBe(200);
    const after = await witness.observe(server.address, apps.quick, { mode: 'blocking', user: 'late' });
    expect(after.told?.status).toBe('succeeded');
    expect((await server.stop()).code).toBe(0);
  });
});
