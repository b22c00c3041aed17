import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { batchClient } from '#plugins/batch-api/testing/batch-client.ts';
import { document, importDocument } from '#plugins/runs/testing/fault-apps.ts';
import { type Installation, testInstallation } from '#plugins/runs/testing/installation.ts';

const rows = 60;
const kills = 3;
/** A write that was under way when the server was killed is never made again silently: its row says so. */
const interrupted = /^The server stopped while node/;

/** Counts the writes of each row, each of which takes a while. */
let written: Map<string, number>;
let witness: Server;
let installation: Installation;

beforeAll(async () => {
  written = new Map();
  witness = createServer((request, response) => {
    const name = request.url ?? '';
    written.set(name, (written.get(name) ?? 0) + 1);
    setTimeout(() => response.end('done'), 100);
  });
  await new Promise<void>((resolve) => witness.listen(0, '127.0.0.1', resolve));
  installation = await testInstallation({ WEFT_EGRESS_ALLOW: '127.0.0.1' });
});
afterAll(async () => {
  await installation.dispose();
  witness.close();
});

it('every row runs exactly once, however often the server is killed', { timeout: 240_000 }, async () => {
  const { port } = witness.address() as AddressInfo;
  let server = await installation.start();
  const nodes = [
    {
      type: 'http-request',
      method: 'post',
      url: `http://127.0.0.1:${port}/{{#start.text#}}`,
      headers: '',
      params: '',
      authorization: { type: 'no-auth', config: null },
      body: { type: 'none', data: [] },
    },
    { type: 'end', outputs: [{ variable: 'result', value_selector: ['node1', 'body'], value_type: 'string' }] },
  ];
  const key = await importDocument(server.address, installation.home, document('workflow', nodes));
  const names = Array.from({ length: rows }, (_, index) => `row-${index + 1}`);
  const { id } = await batchClient(server.address, key).create(`text\n${names.join('\n')}\n`);
  for (let kill = 1; kill <= kills; kill += 1) {
    const enough = (rows * kill) / (kills + 1);
    while (written.size < enough) await sleep(10);
    await server.kill();
    server = await installation.start();
  }
  const client = batchClient(server.address, key);
  const batch = await client.until(id, ({ status }) => status === 'finished', 120);
  expect(batch).toMatchObject({ total: rows, waiting: 0, running: 0, stopped: 0, wrong: 0 });
  expect(batch.succeeded + batch.failed).toBe(rows);
  const told = await client.rows(id);
  expect(told.map(({ inputs }) => inputs.text)).toEqual(names);
  expect(new Set(told.map(({ workflow_run_id: run }) => run)).size).toBe(rows);
  for (const { number, status, outputs, error } of told) {
    const times = written.get(`/row-${number}`) ?? 0;
    if (status === 'succeeded')
      expect({ number, times, outputs }).toEqual({ number, times: 1, outputs: { result: 'done' } });
    else
      expect({ number, status, times: times <= 1, error }).toMatchObject({
        status: 'failed',
        times: true,
        error: expect.stringMatching(interrupted),
      });
  }
  // At each kill, no more than ran at a time.
  expect(batch.failed).toBeLessThanOrEqual(4 * kills);

  const again = await client.act(id, 'retry');
  expect(again.status).toBe(batch.failed > 0 ? 'running' : 'finished');
  expect(await client.until(id, ({ status }) => status === 'finished', 60)).toMatchObject({
    succeeded: rows,
    failed: 0,
  });
});
