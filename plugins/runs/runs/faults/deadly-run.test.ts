import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readRows } from '#plugins/database/testing/read-rows.ts';
import { type TestDatabaseEnvironment, testDatabaseEnvironment } from '#plugins/database/testing/test-database.ts';
import { document, type FaultApp, importDocument } from '#plugins/runs/testing/fault-apps.ts';
import { type GateServer, startGateServer } from '#plugins/runs/testing/gate-server.ts';
import { killLeftovers, type ServerProcess, startServer } from '#plugins/runs/testing/server-process.ts';
import { Witness } from '#plugins/runs/testing/witness.ts';

const innocents = 6;
/** Lives of the server in which nothing but the deadly run gets on. */
const livesTogether = 3;
const mostLives = 10;

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

/** Reads from the gate, then does these. */
function gatedWorkflow(name: string, ...following: readonly object[]): unknown {
  const request = {
    type: 'http-request',
    method: 'get',
    url: `${gate.address}/${name}/{{#sys.workflow_run_id#}}`,
    headers: '',
    params: '',
    authorization: { type: 'no-auth', config: null },
    body: { type: 'none', data: [] },
    timeout: { connect: 60, read: 120, write: 60 },
  };
  const outputs = [{ variable: 'result', value_selector: ['node1', 'status_code'], value_type: 'string' }];
  return document('workflow', [request, ...following, { type: 'end', outputs }]);
}

/** Resolves when the server has died, or all runs have ended. */
async function untilDeadOrDone(server: ServerProcess, witness: Witness): Promise<'dead' | 'done'> {
  let isDead = false;
  server.exit.then(() => {
    isDead = true;
  });
  const look = async () => {
    if (isDead) return 'dead';
    const findings = await witness.findings(server.address).catch(() => []);
    const isDone = findings.length > innocents && findings.every(({ status }) => status !== 'running');
    return isDone ? 'done' : null;
  };
  await expect.poll(look, { timeout: 60_000, interval: 50 }).not.toBeNull();
  return isDead ? 'dead' : 'done';
}

describe('a run that brings down every process that executes it', () => {
  it('fails at last, and none of those beside it', { timeout: 240_000 }, async () => {
    const env = {
      ...environment.env,
      WEFT_EGRESS_ALLOW: new URL(gate.address).host,
      WEFT_WATCH_SECONDS: '1',
      WEFT_PLUGINS: fileURLToPath(new URL('../testing/deadly-nodes', import.meta.url)),
    };
    let server: ServerProcess | null = await startServer(env);
    const { address } = server;
    const importApp = async (name: string, ...following: readonly object[]): Promise<FaultApp> => {
      const key = await importDocument(address, environment.home, gatedWorkflow(name, ...following));
      return { mode: 'workflow', isEndless: false, key };
    };
    const [deadly, innocent] = [await importApp('deadly', { type: 'deadly' }), await importApp('innocent')];
    const witness = new Witness();
    const observe = (app: FaultApp, user: string) => witness.observe(address, app, { mode: 'streaming', user });
    const calls = [observe(deadly, 'deadly')];
    await expect.poll(() => gate.waiting('deadly'), { timeout: 30_000 }).toBe(1);
    for (let index = 0; index < innocents; index += 1) calls.push(observe(innocent, `innocent ${index}`));
    await expect.poll(() => gate.waiting('innocent'), { timeout: 30_000 }).toBe(innocents);
    // Nodes begin before their runs are told of: that waits for the journal.
    const told = () => witness.sightings.filter(({ runId }) => runId !== null).length;
    await expect.poll(told, { timeout: 30_000 }).toBe(innocents + 1);
    gate.open('deadly');
    await Promise.all(calls);
    expect(witness.sightings.filter(({ runId, told }) => runId !== null && told === null)).toHaveLength(innocents + 1);

    let lives = 1;
    for (let end = 'dead'; end === 'dead'; lives += 1) {
      expect(lives).toBeLessThan(mostLives);
      if (lives === livesTogether) gate.open('innocent');
      // It may die before it says that it listens.
      server = await startServer(env).catch(() => null);
      if (server !== null) end = await untilDeadOrDone(server, witness);
    }
    expect((await server?.stop())?.code).toBe(0);

    const rows = await readRows<{ id: string; status: string; error: string | null; crashes: number }>(
      environment,
      'select id, status, error, crashes from workflow_runs',
    );
    const [first] = witness.sightings;
    expect(rows.filter(({ id }) => id === first?.runId)).toEqual([
      expect.objectContaining({ status: 'failed', error: expect.stringContaining('it is not tried again') }),
    ]);
    const others = rows.filter(({ id }) => id !== first?.runId);
    expect(others.map(({ status }) => status)).toEqual(Array(innocents).fill('succeeded'));
    // They went down with it until groups of the quarantine were small enough to leave them out; it was lost alone twice.
    const deadlyCrashes = rows.find(({ id }) => id === first?.runId)?.crashes ?? 0;
    expect(Math.max(...others.map(({ crashes }) => crashes))).toBeLessThanOrEqual(deadlyCrashes - 2);
  });
});
