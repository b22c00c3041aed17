import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { testClient } from '#http/testing/client.ts';
import { serverQuery } from '#plugins/database/testing/server-query.ts';
import { type TroubledServer, troubledServer } from '#plugins/database/testing/troubled-server.ts';
import { approvalWorkflow } from '#plugins/human-input/testing/documents.ts';
import { FormClient, serverAt } from '#plugins/human-input/testing/form-client.ts';
import { document, importDocument } from '#plugins/runs/testing/fault-apps.ts';
import { type GateServer, startGateServer } from '#plugins/runs/testing/gate-server.ts';
import { type Installation, testInstallation } from '#plugins/runs/testing/installation.ts';
import { runServer } from '#plugins/runs/testing/server-process.ts';

const server = inject('testDatabaseUrl');
const working = 150;
const waiting = 100;
/** Answers that were taken when the process is asked to stop. */
const taken = 20;
const patience = { timeout: 60_000, interval: 20 };

/** Runs that were accepted, and processes that stop when it suits nobody. */
describe.skipIf(server === '')('runs of processes that stop, and of starts that fail', () => {
  let installation: Installation;
  let database: TroubledServer;
  let gate: GateServer;

  beforeAll(async () => {
    gate = await startGateServer();
    installation = await testInstallation({ WEFT_EGRESS_ALLOW: new URL(gate.address).host, WEFT_STOP_SECONDS: '2' });
    database = await troubledServer(server, installation.env.DATABASE_URL ?? '');
  });
  afterAll(async () => {
    await database.close();
    await installation.dispose();
    await gate.close();
  });

  const rows = <Row extends object>(query: string) => serverQuery<Row>(installation.env.DATABASE_URL ?? '', query);
  const statuses = async () =>
    Object.fromEntries(
      (
        await rows<{ status: string; count: number }>(
          'select status, count(*)::int as count from workflow_runs group by status',
        )
      ).map(({ status, count }) => [status, count]),
    );
  /** The process that started last, once the database knows it. */
  const newProcess = async (known: ReadonlySet<string>) => {
    const find = async () =>
      (await rows<{ id: string }>('select boot_id as id from processes')).find(({ id }) => !known.has(id))?.id;
    await expect.poll(find, patience).toBeDefined();
    return await find();
  };
  const knownProcesses = async () =>
    new Set((await rows<{ id: string }>('select boot_id as id from processes')).map(({ id }) => id));

  /** Reads from the gate. */
  const gated = () => {
    const request = {
      type: 'http-request',
      method: 'get',
      url: `${gate.address}/gate`,
      headers: '',
      params: '',
      authorization: { type: 'no-auth', config: null },
      body: { type: 'none', data: [] },
      timeout: { connect: 60, read: 120, write: 60 },
    };
    const outputs = [{ variable: 'result', value_selector: ['node1', 'status_code'], value_type: 'string' }];
    return document('workflow', [request, { type: 'end', outputs }]);
  };

  it('all go on, and none of them fails', { timeout: 120_000 }, async () => {
    const first = await installation.start();
    const key = await importDocument(first.address, installation.home, gated());
    const app = { key: await importDocument(first.address, installation.home, JSON.parse(approvalWorkflow())) };
    const body = { inputs: { text: 'Hi' }, response_mode: 'async', user: 'u' };
    const begin = () => testClient(first.address, key).request('/v1/workflows/run', { body });
    const accepted = await Promise.all(Array.from({ length: working }, begin));
    expect(accepted.filter(({ status }) => status !== 202)).toEqual([]);
    const asking = new FormClient(serverAt(first.address));
    const asked = await Promise.all(Array.from({ length: waiting }, () => asking.run(app, { order: 'ferns' })));
    const tokens = asked.map(({ forms }) => forms[0]?.form_token ?? '');
    expect(await statuses()).toEqual({ running: working, paused: waiting });
    let known = await knownProcesses();
    await first.kill();

    const stopped = runServer(installation.env, async ({ child }) => {
      await newProcess(known);
      child.kill('SIGTERM');
    });
    expect(await stopped).toMatchObject({ code: 0 });
    expect(await statuses()).toEqual({ running: working, paused: waiting });

    known = await knownProcesses();
    const env = {
      ...installation.env,
      DATABASE_URL: database.url,
      WEFT_PLUGINS: fileURLToPath(new URL('../testing/breaking-start', import.meta.url)),
    };
    const broken = runServer(env, async ({ printed }) => {
      await printed(/(waiting for the end of the database)/);
      const own = await newProcess(known);
      const begun = async () =>
        (await rows<{ id: string }>(`select id from workflow_runs where process_id = '${own}'`)).length;
      await expect.poll(begun, patience).toBe(working);
      await database.cut();
    });
    expect(await broken).toMatchObject({ code: 1 });
    expect(await statuses()).toEqual({ running: working, paused: waiting });

    const third = await installation.start();
    gate.open('gate');
    await expect.poll(statuses, patience).toEqual({ succeeded: working, paused: waiting });
    const people = new FormClient(serverAt(third.address));
    let answered = 0;
    const enough = Promise.withResolvers<void>();
    const answers = tokens.map(async (token) => {
      const { status } = await people.answer(app, token).catch(() => ({ status: 0 }));
      if (status === 200) answered += 1;
      if (answered >= taken) enough.resolve();
    });
    await enough.promise;
    expect((await third.stop()).code).toBe(0);
    await Promise.all(answers);
    expect((await statuses()).failed).toBeUndefined();

    const fourth = await installation.start();
    const done = async () => (await statuses()).succeeded ?? 0;
    await expect.poll(done, patience).toBeGreaterThanOrEqual(working + answered);
    expect((await statuses()).failed).toBeUndefined();
    expect((await fourth.stop()).code).toBe(0);
  });
});
