import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readRows } from '../../database/testing/read-rows.ts';
import { type TestDatabaseEnvironment, testDatabaseEnvironment } from '../../database/testing/test-database.ts';
import { type EffectWitness, startEffectWitness } from '../testing/effect-witness.ts';
import { type FaultApp, type FaultApps, importEffectsApp, importFaultApps } from '../testing/fault-apps.ts';
import { killLeftovers, type ServerProcess, startServer } from '../testing/server-process.ts';
import { type Finding, Witness } from '../testing/witness.ts';

const callers = 16;
const rounds = 3;
const turnsOfConversation = 5;
/** What a run says whose request with an effect was under way. */
const interrupted = /^The server stopped while node "node2"/;

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

interface Apps extends FaultApps {
  readonly effects: FaultApp;
}

/** Keeps calling until the server is gone. */
async function hammer(witness: Witness, server: ServerProcess, apps: Apps, index: number): Promise<void> {
  const ways: readonly (readonly [FaultApp, 'blocking' | 'streaming'])[] = [
    [apps.quick, 'blocking'],
    [apps.quick, 'streaming'],
    [apps.paced, 'streaming'],
    [apps.chat, 'blocking'],
    [apps.chat, 'streaming'],
    [apps.effects, 'streaming'],
    [apps.slow, 'streaming'],
    [apps.slowChat, 'streaming'],
  ];
  const [app, mode] = ways[index % ways.length] ?? [apps.quick, 'blocking'];
  const user = `caller-${index}`;
  let isGone = false;
  server.exit.then(() => {
    isGone = true;
  });
  let conversationId: string | undefined;
  for (let turn = 1; !isGone; turn++) {
    const sighting = await witness.observe(server.address, app, { mode, user, conversationId });
    conversationId = turn % turnsOfConversation === 0 ? undefined : (sighting.conversationId ?? undefined);
    // A refused connection fails at once; the exit is noticed a little later.
    if (sighting.told === null) await sleep(5);
  }
}

/** What is wrong with what the history says about a run. */
function complaint(finding: Finding, apps: Apps): string | null {
  const { sighting, status, error, outputs, message, messageCount } = finding;
  const { app, runId, messageId, told } = sighting;
  const name = `${app.mode} run ${runId}, message ${messageId}`;
  if (messageId !== null && messageCount !== 1) return `${name}: the message is there ${messageCount} times`;
  if (told !== null) {
    if (runId !== null && status !== told.status) return `${name}: told ${told.status}, kept ${status}`;
    if (told.outputs !== undefined && JSON.stringify(outputs) !== JSON.stringify(told.outputs))
      return `${name}: told ${JSON.stringify(told.outputs)}, kept ${JSON.stringify(outputs)}`;
    if (told.answer !== null && message?.answer !== told.answer)
      return `${name}: told ${told.answer}, kept ${message?.answer}`;
    return message === null || message.status === 'normal' ? null : `${name}: its message is ${message.status}`;
  }
  if (app === apps.effects && status === 'failed' && error !== null && interrupted.test(error)) return null;
  if (status !== 'succeeded') return `${name}: cut off, kept as ${status} (${error})`;
  if (message !== null && (message.status !== 'normal' || message.answer === ''))
    return `${name}: went on, its message is ${message.status} (${message.answer})`;
  return null;
}

/** Runs whose effects are not what they may be: nothing is written twice, nothing that was read is read again. */
function repeated(requests: EffectWitness['requests']): string[] {
  const bad = [...requests].filter(([, methods]) => {
    const posts = methods.filter((method) => method === 'POST').length;
    const firstPost = methods.indexOf('POST');
    return posts > 1 || (firstPost !== -1 && methods.indexOf('GET', firstPost) !== -1);
  });
  return bad.map(([run, methods]) => `${run}: ${methods.join(' ')}`);
}

describe('a server that is killed under load', () => {
  it('goes on with every run it had accepted, and repeats no effect', { timeout: 180_000 }, async () => {
    const witness = new Witness();
    const env = { ...environment.env, WEFT_EGRESS_ALLOW: new URL(effects.address).host };
    let server = await startServer(env);
    const apps: Apps = {
      ...(await importFaultApps(server.address, environment.home)),
      effects: await importEffectsApp(server.address, environment.home, effects.address),
    };
    for (let round = 1; round <= rounds; round++) {
      const before = witness.sightings.length;
      const current = server;
      const all = Array.from({ length: callers }, (_, index) => hammer(witness, current, apps, index));
      const isUnderWay = () => {
        const seen = witness.sightings.slice(before);
        const slow = seen.filter(({ app, runId }) => app === apps.slow && runId !== null);
        return slow.length >= 2 && seen.filter(({ told }) => told !== null).length >= callers;
      };
      await expect.poll(isUnderWay, { timeout: 30_000, interval: 20 }).toBe(true);
      await sleep(Math.random() * 1_500);
      expect((await server.kill()).signal).toBe('SIGKILL');
      await Promise.all(all);
      expect(witness.refusals).toEqual([]);

      server = await startServer(env);
      const { address } = server;
      const complaints = async () => {
        const findings = await witness.findings(address);
        return findings.map((finding) => complaint(finding, apps)).filter((text) => text !== null);
      };
      await expect.poll(complaints, { timeout: 30_000, interval: 250 }).toEqual([]);
    }
    expect((await server.stop()).code).toBe(0);
    expect(repeated(effects.requests)).toEqual([]);

    const [left] = await readRows<{ runs: number; messages: number }>(
      environment,
      `select (select count(*)::int from workflow_runs where status = 'running') as runs,
        (select count(*)::int from messages where status = 'running') as messages`,
    );
    expect(left).toEqual({ runs: 0, messages: 0 });
    const kept = await readRows<{ id: string; crashes: number }>(environment, 'select id, crashes from workflow_runs');
    const ids = kept.map(({ id }) => id);
    const answered = witness.sightings.flatMap(({ told, runId }) => (told !== null && runId !== null ? [runId] : []));
    expect(answered.length).toBeGreaterThan(callers);
    expect(answered.filter((id) => ids.filter((other) => other === id).length !== 1)).toEqual([]);
    expect(kept.filter(({ crashes }) => crashes > 0).length).toBeGreaterThanOrEqual(rounds * 2);
  });
});
