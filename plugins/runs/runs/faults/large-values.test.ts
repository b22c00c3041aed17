import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { testClient } from '#http/testing/client.ts';
import { lockTables } from '#plugins/database/testing/locked-tables.ts';
import { readRows } from '#plugins/database/testing/read-rows.ts';
import { type TestDatabaseEnvironment, testDatabaseEnvironment } from '#plugins/database/testing/test-database.ts';
import { document, importDocument } from '#plugins/runs/testing/fault-apps.ts';
import { killLeftovers, startServer } from '#plugins/runs/testing/server-process.ts';

const text = 'a large text. '.repeat(7_000);

let environment: TestDatabaseEnvironment;
beforeAll(async () => {
  environment = await testDatabaseEnvironment();
});
afterEach(killLeftovers);
afterAll(() => environment.dispose());

/** Doubles its text, asks a model for two seconds, and ends with the doubled text. */
const doubling = document('workflow', [
  {
    type: 'template-transform',
    template: '{{ text }}{{ text }}',
    variables: [{ variable: 'text', value_selector: ['start', 'text'] }],
  },
  {
    type: 'llm',
    model: { provider: 'demo', name: 'demo-chat', mode: 'chat', completion_params: { pace_ms: 100, max_tokens: 20 } },
    prompt_template: [{ role: 'user', text: 'Hello' }],
    context: { enabled: false, variable_selector: [] },
    vision: { enabled: false },
  },
  { type: 'end', outputs: [{ variable: 'result', value_selector: ['node1', 'output'], value_type: 'string' }] },
]);

const call = (mode: string) => ({ body: { inputs: { text }, user: 'u', response_mode: mode } });

async function blobs(home: string): Promise<number> {
  const files = await readdir(join(home, 'blobs', 'runs'), { recursive: true, withFileTypes: true }).catch(() => []);
  return files.filter((file) => file.isFile()).length;
}

/** Reads a stream until a text comes up, and leaves it. */
async function until(answer: Response, sign: string): Promise<string> {
  let read = '';
  for await (const piece of answer.body ?? []) {
    read += Buffer.from(piece).toString('latin1');
    if (read.includes(sign)) break;
  }
  return read;
}

describe('a run with large values', () => {
  it('goes on with them when its process was killed, and is shown whole', { timeout: 60_000 }, async () => {
    const first = await startServer(environment.env);
    const key = await importDocument(first.address, environment.home, doubling);
    const stream = await testClient(first.address, key).open('/v1/workflows/run', call('streaming'));
    const told = await until(stream, '"event":"text_chunk"').catch(() => '');
    // The text, and the text twice, while the model speaks.
    await expect.poll(() => blobs(environment.home), { timeout: 1_500, interval: 10 }).toBeGreaterThanOrEqual(2);
    await first.kill();
    const runId = /"workflow_run_id":\s*"([0-9a-f-]{36})"/.exec(told)?.[1];
    expect(runId).toBeDefined();

    const next = await startServer(environment.env);
    const client = testClient(next.address, key);
    const run = async () => (await client.request(`/v1/workflows/run/${runId}`)).body as { status: string };
    await expect.poll(async () => (await run()).status, { timeout: 30_000, interval: 100 }).toBe('succeeded');
    const { inputs, outputs } = (await run()) as { status: string; inputs: string; outputs: unknown };
    expect(JSON.stringify(inputs)).toContain(text);
    expect(outputs).toEqual({ result: text + text });
    await next.stop();
  });

  it('stays in its rows when the folder of blobs can not be used', { timeout: 60_000 }, async () => {
    const server = await startServer({ ...environment.env, WEFT_BLOBS_FOLDER: '/dev/null/blobs' });
    const key = await importDocument(server.address, environment.home, doubling);
    const answer = await testClient(server.address, key).request('/v1/workflows/run', call('blocking'));
    expect(answer.body).toMatchObject({ data: { status: 'succeeded', outputs: { result: text + text } } });
    const { workflow_run_id: id } = answer.body as { workflow_run_id: string };
    await server.kill();
    const rows = await readRows(
      environment,
      `select large, large_outputs, length(outputs::text) > ${2 * text.length} as "isWhole"
       from workflow_runs where id = '${id}'`,
    );
    expect(rows).toEqual([{ large: null, large_outputs: null, isWhole: true }]);
  });

  // Locks are held by another session, which the embedded database does not have.
  it.skipIf(inject('testDatabaseUrl') === '')(
    'leaves blobs without a row, and no row without its blobs, when the process is killed between the two',
    { timeout: 60_000 },
    async () => {
      const server = await startServer(environment.env);
      const key = await importDocument(server.address, environment.home, doubling);
      const before = await blobs(environment.home);
      const release = await lockTables(environment.env.DATABASE_URL ?? '', ['run_blobs']);
      const answer = testClient(server.address, key)
        .request('/v1/workflows/run', call('blocking'))
        .catch(() => null);
      await expect.poll(() => blobs(environment.home), { timeout: 20_000, interval: 20 }).toBeGreaterThan(before);
      await server.kill();
      await release();
      expect(await answer).toBeNull();
      const listed = await readRows<{ count: number }>(environment, 'select count(*)::int as count from run_blobs');
      expect(listed[0]?.count).toBeLessThan(await blobs(environment.home));
      const referring = await readRows(
        environment,
        `select r.id from workflow_runs r where large is not null
           and not exists (select from run_blobs b where b.run_id = r.id)`,
      );
      expect(referring).toEqual([]);
    },
  );
});
