import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabaseEnvironment, testDatabaseEnvironment } from '../../database/testing/test-database.ts';
import { importFaultApps } from '../testing/fault-apps.ts';
import { killLeftovers, startServer } from '../testing/server-process.ts';
import { Witness } from '../testing/witness.ts';

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
  await expect.poll(seen, { timeout: 15_000, interval: 10 }).toBe(count);
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
    await expect.poll(() => isRefused(server.address), { interval: 20, timeout: 10_000 }).toBe(true);
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

  it('stops what outlives the grace period, and says so in the history', { timeout: 90_000 }, async () => {
    const server = await startServer({ ...environment.env, WEFT_STOP_SECONDS: '1' });
    const apps = await importFaultApps(server.address, environment.home);
    const witness = new Witness();
    const calls = [
      witness.observe(server.address, apps.endless, { mode: 'streaming', user: 'a' }),
      witness.observe(server.address, apps.endlessChat, { mode: 'streaming', user: 'b' }),
      witness.observe(server.address, apps.endless, { mode: 'blocking', user: 'c' }),
    ];
    await seenRuns(witness, 2);
    expect(await server.stop()).toEqual({ code: 0, signal: null });
    await Promise.all(calls);

    const next = await startServer(environment.env);
    const findings = await witness.findings(next.address);
    expect(findings).toHaveLength(2);
    for (const finding of findings) {
      expect(finding).toMatchObject({ status: 'stopped', error: expect.stringMatching(/shutting down/) });
    }
    // The message keeps what was said.
    expect(findings[1]?.message).toMatchObject({ answer: 'This' });
    expect((await next.stop()).code).toBe(0);
  });
});
