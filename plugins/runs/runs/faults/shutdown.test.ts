import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readRows } from '#plugins/database/testing/read-rows.ts';
import { type TestDatabaseEnvironment, testDatabaseEnvironment } from '#plugins/database/testing/test-database.ts';
import { importFaultApps } from '#plugins/runs/testing/fault-apps.ts';
import { call, readEvents, type StreamEvent } from '#plugins/runs/testing/open-stream.ts';
import { killLeftovers, startServer } from '#plugins/runs/testing/server-process.ts';
import { Witness } from '#plugins/runs/testing/witness.ts';

let environment: TestDatabaseEnvironment;
beforeAll(async () => {
  environment = await testDatabaseEnvironment();
});
afterEach(killLeftovers);
afterAll(() => environment.dispose());

function isRefused(address: string): Promise<boolean> {
  const { hostname, port } = new URL(address);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    socket.on('connect', () => {
      socket.destroy();
      resolve(false);
    });
    socket.on('error', () => resolve(true));
  });
}

async function seenRuns(witness: Witness, count: number): Promise<void> {
  const seen = () => witness.sightings.filter(({ runId }) => runId !== null).length;
  await expect.poll(seen, { interval: 10 }).toBe(count);
}

describe('a server that is asked to stop', () => {
  it('finishes what it has begun, takes nothing new, and leaves a free folder', { timeout: 90_000 }, async () => {
    const server = await startServer({ ...environment.env, WEFT_STOP_SECONDS: '30' });
    const apps = await importFaultApps(server.address, environment.home);
    const witness = new Witness();
    const calls = [1, 2, 3, 4, 5, 6].flatMap((index) => [
      witness.observe(server.address, apps.slow, { mode: 'blocking', user: `b${index}` }),
      witness.observe(server.address, apps.slow, { mode: 'streaming', user: `s${index}` }),
      witness.observe(server.address, apps.chat, { mode: 'streaming', user: `c${index}` }),
    ]);
    await seenRuns(witness, 12);
    const stopped = server.stop();
    await expect.poll(() => isRefused(server.address), { interval: 20 }).toBe(true);
    await Promise.all(calls);
    expect(witness.refusals).toEqual([]);
    expect(witness.sightings.filter(({ told }) => told?.status !== 'succeeded')).toEqual([]);
    expect(await stopped).toEqual({ code: 0, signal: null });
    expect(existsSync(join(environment.home, 'lock'))).toBe(false);

    const next = await startServer(environment.env);
    const findings = await witness.findings(next.address);
    expect(findings).toHaveLength(18);
    expect(findings.filter(({ status }) => status !== 'succeeded')).toEqual([]);
    expect((await next.stop()).code).toBe(0);
  });

  it('leaves what outlives the grace period to the next start, which goes on with it', {
    timeout: 90_000,
  }, async () => {
    const server = await startServer({ ...environment.env, WEFT_STOP_SECONDS: '1' });
    const apps = await importFaultApps(server.address, environment.home);
    const witness = new Witness();
    const calls = [
      witness.observe(server.address, apps.slow, { mode: 'streaming', user: 'a' }),
      witness.observe(server.address, apps.slowChat, { mode: 'streaming', user: 'b' }),
      witness.observe(server.address, apps.slow, { mode: 'blocking', user: 'c' }),
    ];
    await seenRuns(witness, 2);
    expect(await server.stop()).toEqual({ code: 0, signal: null });
    await Promise.all(calls);
    expect(witness.sightings.filter(({ told }) => told !== null)).toEqual([]);

    const next = await startServer(environment.env);
    const ends = async () => (await witness.findings(next.address)).map(({ status, error }) => ({ status, error }));
    const ended = { status: 'succeeded', error: null };
    await expect.poll(ends, { interval: 200 }).toEqual([ended, ended]);
    const [, chat] = await witness.findings(next.address);
    expect(chat?.message).toMatchObject({ status: 'normal', answer: expect.stringMatching(/^This( \S+){19}/) });
    const runs = "select count(*)::int as count from workflow_runs where status = 'succeeded'";
    const count = async () => (await readRows<{ count: number }>(environment, runs))[0]?.count;
    expect((await next.stop()).code).toBe(0);
    expect(await count()).toBeGreaterThanOrEqual(3);
  });

  it('tells each caller whose run it leaves that the run goes on', { timeout: 60_000 }, async () => {
    const server = await startServer({ ...environment.env, WEFT_STOP_SECONDS: '1' });
    const apps = await importFaultApps(server.address, environment.home);
    const begun = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const blocking = call(server.address, apps.endless, 'blocking', { user: 'a', text: 'Hi' });
    const readers = [apps.endless, apps.endlessChat].map(async (app, index) => {
      const events: StreamEvent[] = [];
      for await (const event of readEvents(await call(server.address, app, 'streaming', { user: 'a', text: 'Hi' }))) {
        events.push(event);
        if (event.event === 'node_started') begun[index]?.resolve();
      }
      return events.at(-1);
    });
    await Promise.all(begun.map(({ promise }) => promise));
    const stopped = server.stop();
    const suspended = {
      status: 500,
      code: 'internal_server_error',
      message: expect.stringMatching(/goes on when it is back/),
    };
    const id = expect.stringMatching(/^[0-9a-f-]{36}$/);
    expect(await Promise.all(readers)).toMatchObject([
      { event: 'error', workflow_run_id: id, ...suspended },
      { event: 'error', message_id: id, conversation_id: id, ...suspended },
    ]);
    expect(await (await blocking).json()).toMatchObject(suspended);
    expect(await stopped).toEqual({ code: 0, signal: null });
  });
});
