import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readRows } from '../../database/testing/read-rows.ts';
import { type TestDatabaseEnvironment, testDatabaseEnvironment } from '../../database/testing/test-database.ts';
import { type FaultApp, type FaultApps, importFaultApps } from '../testing/fault-apps.ts';
import { killLeftovers, type ServerProcess, startServer } from '../testing/server-process.ts';
import { type Finding, Witness } from '../testing/witness.ts';

const callers = 16;
const rounds = 3;
const turnsOfConversation = 5;
const reason = 'The server process that executed this run stopped before the run ended.';

let environment: TestDatabaseEnvironment;
beforeAll(async () => {
  environment = await testDatabaseEnvironment();
});
afterEach(killLeftovers);
afterAll(() => environment.dispose());

/** Keeps calling until the server is gone. */
async function hammer(witness: Witness, server: ServerProcess, apps: FaultApps, index: number): Promise<void> {
  const ways: readonly (readonly [FaultApp, 'blocking' | 'streaming'])[] = [
    [apps.quick, 'blocking'],
    [apps.quick, 'streaming'],
    [apps.paced, 'streaming'],
    [apps.chat, 'blocking'],
    [apps.chat, 'streaming'],
    [apps.paced, 'blocking'],
    [apps.endless, 'streaming'],
    [apps.endlessChat, 'streaming'],
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
function complaint({ sighting, status, error, outputs, message, messageCount }: Finding): string | null {
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
  // The end may have been kept a moment before the process died, without the caller having heard of it.
  if (status === 'succeeded' && !app.isEndless)
    return message === null || message.answer !== '' ? null : `${name}: succeeded, its message is empty`;
  if (status !== 'failed' || error !== reason) return `${name}: cut off, kept as ${status} (${error})`;
  if (message !== null && (message.status !== 'error' || message.error !== reason))
    return `${name}: failed, its message is ${message.status} (${message.error})`;
  return null;
}

async function complaints(witness: Witness, address: string): Promise<string[]> {
  return (await witness.findings(address)).map(complaint).filter((text) => text !== null);
}

describe('a server that is killed under load', () => {
  it('keeps every run that was answered, and ends every other with a reason', { timeout: 180_000 }, async () => {
    const witness = new Witness();
    let server = await startServer(environment.env);
    const apps = await importFaultApps(server.address, environment.home);
    for (let round = 1; round <= rounds; round++) {
      const before = witness.sightings.length;
      const current = server;
      const all = Array.from({ length: callers }, (_, index) => hammer(witness, current, apps, index));
      const isUnderWay = () => {
        const seen = witness.sightings.slice(before);
        const endless = seen.filter(({ app, runId }) => app.isEndless && runId !== null);
        return endless.length >= 2 && seen.filter(({ told }) => told !== null).length >= callers;
      };
      await expect.poll(isUnderWay, { timeout: 30_000, interval: 20 }).toBe(true);
      await sleep(Math.random() * 800);
      expect((await server.kill()).signal).toBe('SIGKILL');
      await Promise.all(all);
      expect(witness.refusals).toEqual([]);

      server = await startServer(environment.env);
      const { address } = server;
      await expect.poll(() => complaints(witness, address), { timeout: 15_000, interval: 250 }).toEqual([]);
    }
    expect((await server.stop()).code).toBe(0);

    const [left] = await readRows<{ runs: number; messages: number }>(
      environment,
      `select (select count(*)::int from workflow_runs where status = 'running') as runs,
        (select count(*)::int from messages where status = 'running') as messages`,
    );
    expect(left).toEqual({ runs: 0, messages: 0 });
    const kept = await readRows<{ id: string }>(environment, 'select id from workflow_runs');
    const ids = kept.map(({ id }) => id);
    const answered = witness.sightings.flatMap(({ told, runId }) => (told !== null && runId !== null ? [runId] : []));
    expect(answered.length).toBeGreaterThan(callers);
    expect(answered.filter((id) => ids.filter((other) => other === id).length !== 1)).toEqual([]);
  });
});
