import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readRows } from '#plugins/database/testing/read-rows.ts';
import { type TestDatabaseEnvironment, testDatabaseEnvironment } from '#plugins/database/testing/test-database.ts';
import { type EffectWitness, startEffectWitness } from '#plugins/runs/testing/effect-witness.ts';
import { type FaultApp, type FaultApps, importEffectsApp, importFaultApps } from '#plugins/runs/testing/fault-apps.ts';
import { importMixedApps, type MixedApps, variousOutputs } from '#plugins/runs/testing/mixed-apps.ts';
import { killLeftovers, type ServerProcess, startServer } from '#plugins/runs/testing/server-process.ts';
import { type Finding, Witness } from '#plugins/runs/testing/witness.ts';

const callers = 14;
const deaths = 5;
/** Runs that are accepted between two deaths, at least, and how many more at most. */
const runsBetween = 25;
const runsAtMost = 20;
/** A machine under load takes many times what a quiet one does. */
const patienceMs = 60_000;
const interrupted = /^The server stopped while node "node2"/;
/** A run under which thread after thread ends is given up. */
const threadless = /thread/;

let environment: TestDatabaseEnvironment;
let effects: EffectWitness;
beforeAll(async () => {
  environment = await testDatabaseEnvironment();
  effects = await startEffectWitness();
});
afterEach(killLeftovers);
afterAll(async () => {
  await effects.close();
  await environment.dispose();
});

type Apps = FaultApps & MixedApps & { readonly effects: FaultApp };

/** Keeps calling until it is told that it is enough. */
async function hammer(
  witness: Witness,
  { server, apps, index, isEnough }: { server: ServerProcess; apps: Apps; index: number; isEnough: () => boolean },
): Promise<void> {
  const ways = [apps.various, apps.counting, apps.quick, apps.form, apps.paced, apps.effects, apps.slowChat];
  const app = ways[index % ways.length] ?? apps.quick;
  while (!isEnough()) {
    await witness.observe(server.address, app, { mode: 'streaming', user: `caller-${index}` });
    await sleep(1);
  }
}

/** What is wrong with what the history says about a run. */
function complaint({ sighting, status, error, outputs, message, messageCount }: Finding, apps: Apps): string | null {
  const { app, runId, messageId, told } = sighting;
  const name = `${app.mode} run ${runId}, message ${messageId}`;
  if (messageId !== null && messageCount !== 1) return `${name}: the message is there ${messageCount} times`;
  if (status === 'failed' && threadless.test(error ?? '')) return null;
  if (app === apps.form) return status === 'paused' ? null : `${name}: waits for nobody, ${status} (${error})`;
  // The server lived: whoever called was told the end.
  if (told === null) return `${name}: its stream broke off, kept as ${status} (${error})`;
  if (told.status !== status) return `${name}: told ${told.status}, kept ${status}`;
  if (status === 'failed' && app === apps.effects && interrupted.test(error ?? '')) return null;
  if (status !== 'succeeded') return `${name}: kept as ${status} (${error})`;
  if (message !== null && message.answer !== told.answer) return `${name}: told ${told.answer}, kept ${message.answer}`;
  if (app === apps.various && JSON.stringify(outputs) !== JSON.stringify(variousOutputs))
    return `${name}: put out ${JSON.stringify(outputs)}`;
  return null;
}

describe('a server whose engine threads die under load, one by one', () => {
  it('ends every run it had accepted, and repeats no effect', { timeout: 240_000 }, async () => {
    const witness = new Witness();
    const server = await startServer({
      ...environment.env,
      WEFT_EGRESS_ALLOW: new URL(effects.address).host,
      WEFT_ENGINE_THREADS: '2',
      WEFT_ENGINE_HEAP_MB: '333',
      WEFT_PLUGINS: fileURLToPath(new URL('../testing/mortal-threads', import.meta.url)),
    });
    const apps: Apps = {
      ...(await importFaultApps(server.address, environment.home)),
      ...(await importMixedApps(server.address, environment.home)),
      effects: await importEffectsApp(server.address, environment.home, effects.address),
    };
    let isEnough = false;
    const calls = Array.from({ length: callers }, (_, index) =>
      hammer(witness, { server, apps, index, isEnough: () => isEnough }),
    );
    const accepted = () => witness.sightings.filter(({ runId }) => runId !== null).length;
    const dead = () => server.output().split('An engine thread ended and is replaced').length - 1;
    for (let death = 1; death <= deaths; death += 1) {
      const enough = accepted() + runsBetween + Math.floor(Math.random() * runsAtMost);
      await expect.poll(accepted, { timeout: patienceMs, interval: 5 }).toBeGreaterThanOrEqual(enough);
      process.kill(server.pid, 'SIGUSR2');
      await expect.poll(dead, { timeout: patienceMs, interval: 20 }).toBe(death);
    }
    isEnough = true;
    await Promise.all(calls);
    expect(witness.refusals.filter((text) => !threadless.test(text))).toEqual([]);

    const findings = await witness.findings(server.address);
    expect(findings.flatMap((finding) => complaint(finding, apps) ?? [])).toEqual([]);
    // Losing a thread costs a run its life only where it was hit again and again, or had an effect under way.
    const failed = findings.filter(({ status }) => status === 'failed');
    expect(failed.length).toBeLessThan(findings.length / 5);
    expect((await server.stop()).code).toBe(0);

    const kept = await readRows<{ id: string; status: string; error: string | null }>(
      environment,
      'select id, status, error from workflow_runs',
    );
    expect(kept.filter(({ status }) => status === 'running')).toEqual([]);
    const wrong = kept.filter(({ id, status }) => {
      const posts = (effects.requests.get(id) ?? []).filter((method) => method === 'POST').length;
      return posts > 1 || (effects.requests.has(id) && status === 'succeeded' && posts !== 1);
    });
    expect(wrong).toEqual([]);
  });
});
