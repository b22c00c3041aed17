import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { testClient } from '#http/testing/client.ts';
import { readRows } from '#plugins/database/testing/read-rows.ts';
import { type TestDatabaseEnvironment, testDatabaseEnvironment } from '#plugins/database/testing/test-database.ts';
import { type EffectWitness, startEffectWitness } from '#plugins/runs/testing/effect-witness.ts';
import { importEffectsApp, importFaultApps } from '#plugins/runs/testing/fault-apps.ts';
import { killLeftovers, startServer } from '#plugins/runs/testing/server-process.ts';
import { Witness } from '#plugins/runs/testing/witness.ts';

/** A process that falls silent for a while, as in a pause of its machine, and comes back when others have its runs. */
describe.skipIf(inject('testDatabaseUrl') === '')('a process that falls silent', () => {
  let environment: TestDatabaseEnvironment;
  let effects: EffectWitness;
  let otherHome: string;

  beforeAll(async () => {
    environment = await testDatabaseEnvironment();
    effects = await startEffectWitness();
    otherHome = await mkdtemp(join(tmpdir(), 'weft-test-'));
  });
  afterAll(async () => {
    await killLeftovers();
    await effects.close();
    await environment.dispose();
    await rm(otherHome, { recursive: true, force: true });
  });

  it('loses its runs to another, and can not write to them any more', { timeout: 90_000 }, async () => {
    const allow = new URL(effects.address).host;
    const env = { ...environment.env, WEFT_SILENT_SECONDS: '3', WEFT_EGRESS_ALLOW: allow };
    const silent = await startServer(env);
    const apps = await importFaultApps(silent.address, environment.home);
    await copyFile(join(environment.home, 'secret.key'), join(otherHome, 'secret.key'));
    const other = await startServer({ ...env, WEFT_HOME: otherHome });
    const effectsApp = await importEffectsApp(silent.address, environment.home, effects.address);
    const witness = new Witness();
    const calls = [apps.slow, apps.slow, apps.slowChat, effectsApp].map((app, index) =>
      witness.observe(silent.address, app, { mode: 'streaming', user: `u${index}` }),
    );
    const seen = () => witness.sightings.filter(({ runId }) => runId !== null).length;
    await expect.poll(seen, { interval: 5 }).toBe(4);
    process.kill(silent.pid, 'SIGSTOP');
    const ends = async () => {
      const rows = await Promise.all(
        witness.sightings.map(async ({ app, runId }) => {
          const answer = await testClient(other.address, app.key).request(`/v1/workflows/run/${runId}`);
          return (answer.body as { status: string }).status;
        }),
      );
      return rows.filter((status) => status === 'running').length;
    };
    await expect.poll(ends, { timeout: 30_000, interval: 200 }).toBe(0);
    process.kill(silent.pid, 'SIGCONT');
    // It finds out by itself, tells what is not its own any more as the other does, and serves on.
    await Promise.all(calls);
    expect(witness.sightings.slice(0, 3).map(({ told }) => told?.status)).toEqual(Array(3).fill('succeeded'));
    const quick = await witness.observe(silent.address, apps.quick, { mode: 'blocking', user: 'later' });
    expect(quick.told?.status).toBe('succeeded');

    const findings = await witness.findings(other.address);
    expect(findings.slice(0, 3).map(({ status }) => status)).toEqual(Array(3).fill('succeeded'));
    expect(findings[2]?.message).toMatchObject({ status: 'normal', answer: expect.stringMatching(/^This( \S+){19}/) });
    const posts = [...effects.requests.values()].map((methods) => methods.filter((method) => method === 'POST').length);
    expect(Math.max(...posts)).toBeLessThanOrEqual(1);
    await Promise.all([silent.stop(), other.stop()]);
    const twice = await readRows<{ run_id: string }>(
      environment,
      'select run_id from run_nodes group by run_id, node_id having count(*) > 1',
    );
    expect(twice).toEqual([]);
  });
});
