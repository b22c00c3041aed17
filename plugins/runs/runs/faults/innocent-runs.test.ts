import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readRows } from '#plugins/database/testing/read-rows.ts';
import { type TestDatabaseEnvironment, testDatabaseEnvironment } from '#plugins/database/testing/test-database.ts';
import { document, type FaultApp, importDocument } from '#plugins/runs/testing/fault-apps.ts';
import { type GateServer, startGateServer } from '#plugins/runs/testing/gate-server.ts';
import { killLeftovers, startServer } from '#plugins/runs/testing/server-process.ts';
import { Witness } from '#plugins/runs/testing/witness.ts';

const innocents = 4;
/** More than a run may lose in its own turn; none loses more than one in it. */
const deaths = 5;
const patienceMs = 60_000;

let environment: TestDatabaseEnvironment;
let gate: GateServer;
beforeAll(async () => {
  environment = await testDatabaseEnvironment();
  gate = await startGateServer();
});
afterEach(killLeftovers);
afterAll(async () => {
  await gate.close();
  await environment.dispose();
});

/** Waits at the gate. */
function waitingWorkflow(): unknown {
  const request = {
    type: 'http-request',
    method: 'get',
    url: `${gate.address}/innocent`,
    headers: '',
    params: '',
    authorization: { type: 'no-auth', config: null },
    body: { type: 'none', data: [] },
    timeout: { connect: 60, read: 120, write: 60 },
  };
  const outputs = [{ variable: 'result', value_selector: ['node1', 'status_code'], value_type: 'string' }];
  return document('workflow', [request, { type: 'end', outputs }]);
}

describe('runs whose engine threads die one after another, and none of them is to blame', () => {
  it('all succeed, though none of their nodes finished between', { timeout: 240_000 }, async () => {
    const server = await startServer({
      ...environment.env,
      WEFT_EGRESS_ALLOW: new URL(gate.address).host,
      WEFT_ENGINE_THREADS: '1',
      WEFT_ENGINE_HEAP_MB: '333',
      WEFT_PLUGINS: fileURLToPath(new URL('../testing/mortal-threads', import.meta.url)),
    });
    const key = await importDocument(server.address, environment.home, waitingWorkflow());
    const app: FaultApp = { mode: 'workflow', isEndless: false, key };
    const witness = new Witness();
    const calls = Array.from({ length: innocents }, (_, index) =>
      witness.observe(server.address, app, { mode: 'streaming', user: `caller-${index}` }),
    );
    const dead = () => server.output().split('An engine thread ended and is replaced').length - 1;
    let seen = 0;
    for (let death = 1; death <= deaths; death += 1) {
      // All of them at first; in quarantine the one whose turn it is.
      const asked = seen + (death <= 2 ? innocents : 1);
      await expect.poll(() => gate.seen('innocent'), { timeout: patienceMs }).toBeGreaterThanOrEqual(asked);
      seen = gate.seen('innocent');
      process.kill(server.pid, 'SIGUSR2');
      await expect.poll(dead, { timeout: patienceMs, interval: 20 }).toBe(death);
    }
    gate.open('innocent');
    await Promise.all(calls);
    expect((await server.stop()).code).toBe(0);
    const rows = await readRows<{ status: string; error: string | null }>(
      environment,
      'select status, error from workflow_runs',
    );
    expect(rows).toEqual(Array(innocents).fill({ status: 'succeeded', error: null }));
  });
});
