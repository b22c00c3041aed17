import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { readRows } from '#plugins/database/testing/read-rows.ts';
import { type TestDatabaseEnvironment, testDatabaseEnvironment } from '#plugins/database/testing/test-database.ts';
import { type TroubledServer, troubledServer } from '#plugins/database/testing/troubled-server.ts';
import { importFaultApps } from '#plugins/runs/testing/fault-apps.ts';
import { killLeftovers, startServer } from '#plugins/runs/testing/server-process.ts';
import { Witness } from '#plugins/runs/testing/witness.ts';

const server = inject('testDatabaseUrl');
const callers = 8;

describe.skipIf(server === '')('a server whose database goes away under load', () => {
  let environment: TestDatabaseEnvironment;
  let database: TroubledServer;

  beforeAll(async () => {
    environment = await testDatabaseEnvironment();
    database = await troubledServer(server, environment.env.DATABASE_URL ?? '');
  });
  afterEach(killLeftovers);
  afterAll(async () => {
    await database.close();
    await environment.dispose();
  });

  it('loses nothing it accepted, goes on with its runs, and is ready again', { timeout: 120_000 }, async () => {
    const process = await startServer({ ...environment.env, DATABASE_URL: database.url });
    const { address } = process;
    const apps = await importFaultApps(address, environment.home);
    const witness = new Witness();
    let isOver = false;
    const hammer = async (index: number) => {
      const app = [apps.quick, apps.paced, apps.chat][index % 3] ?? apps.quick;
      const mode = index % 2 === 0 ? 'streaming' : 'blocking';
      while (!isOver) await witness.observe(address, app, { mode, user: `caller-${index}` });
    };
    const all = Array.from({ length: callers }, (_, index) => hammer(index));
    const answered = () => witness.sightings.filter(({ told }) => told !== null).length;
    const goesOn = async () => {
      const before = answered();
      await expect.poll(answered, { timeout: 30_000, interval: 20 }).toBeGreaterThan(before + callers);
    };

    await goesOn();
    for (let round = 0; round < 5; round++) {
      await database.endConnections();
      await sleep(200);
    }
    await goesOn();
    await database.cut();
    await expect.poll(async () => (await fetch(`${address}/readyz`)).status, { interval: 100 }).toBe(503);
    expect((await fetch(`${address}/healthz`)).status).toBe(200);
    await sleep(2_000);
    await database.mend();
    await expect.poll(async () => (await fetch(`${address}/readyz`)).status, { interval: 100 }).toBe(200);
    await goesOn();
    isOver = true;
    await Promise.all(all);

    // No connection of a caller broke, so whoever saw a run saw its end; and all of it is in the history.
    const seen = witness.sightings.filter(({ runId }) => runId !== null);
    expect(seen.filter(({ told }) => told?.status !== 'succeeded')).toEqual([]);
    const findings = await witness.findings(address);
    const wrong = findings.filter(
      ({ sighting, status, outputs, message, messageCount }) =>
        (sighting.runId !== null && status !== 'succeeded') ||
        (sighting.told?.outputs !== undefined && JSON.stringify(sighting.told.outputs) !== JSON.stringify(outputs)) ||
        (sighting.messageId !== null && (messageCount !== 1 || message?.answer !== sighting.told?.answer)),
    );
    expect(wrong).toEqual([]);
    // Whoever could not be served was told so at once, and in the contract's words.
    const unexpected = /The server failed to answer/;
    expect(witness.refusals.filter((text) => !text.startsWith('500 ') || unexpected.test(text))).toEqual([]);
    expect((await process.stop()).code).toBe(0);
    const running = await readRows(environment, "select id from workflow_runs where status = 'running'");
    expect(running).toEqual([]);
  });
});
