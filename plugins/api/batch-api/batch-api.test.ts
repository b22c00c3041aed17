import { beforeAll, describe, expect, it } from 'vitest';
import { greetingWorkflow, promptApp } from '#engine/testing/app-document.ts';
import { parseFrames } from '#http/testing/client.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { type BatchClient, batchClient, type ToldBatch } from './testing/batch-client.ts';
import { slowWorkflow } from './testing/documents.ts';

let platform: TestPlatform;
let greeting: BatchClient;
let slow: BatchClient;
let slowAppId: string;

beforeAll(async () => {
  platform = await sharedPlatform();
  greeting = batchClient(platform.url, (await platform.importApp(greetingWorkflow())).key);
  const app = await platform.importApp(slowWorkflow());
  slow = batchClient(platform.url, app.key);
  slowAppId = app.appId;
});

const isFinished = ({ status }: ToldBatch) => status === 'finished';
const isStill = ({ running }: ToldBatch) => running === 0;
const names = (count: number) => Array.from({ length: count }, (_, index) => `Ada ${index + 1}`);
const table = (lines: readonly string[]) => `name\n${lines.join('\n')}\n`;

describe('a batch', () => {
  it('runs the app once for each row, and keeps what came of it', async () => {
    const made = await greeting.create(table(names(30)), { name: 'Greetings' });
    expect(made).toMatchObject({ name: 'Greetings', total: 30, wrong: 0 });
    const batch = await greeting.until(made.id, isFinished);
    expect(batch).toMatchObject({ succeeded: 30, failed: 0, waiting: 0, running: 0, output_columns: ['greeting'] });
    const rows = await greeting.rows(made.id);
    expect(rows.map(({ outputs }) => outputs?.greeting)).toEqual(names(30).map((name) => `Hello ${name}`));
    expect(new Set(rows.map(({ workflow_run_id: id }) => id)).size).toBe(30);
  });

  it('of a completion app keeps its answers', async () => {
    const { key } = await platform.importApp(promptApp('completion'));
    const client = batchClient(platform.url, key);
    const { id } = await client.create('topic\nferns\n');
    expect(await client.until(id, isFinished)).toMatchObject({ succeeded: 1 });
    expect((await client.rows(id))[0]?.outputs?.answer).toMatch(/ferns/);
  });

  it('runs the version that was published when it was made', async () => {
    const { appId, key } = await platform.importApp(slowWorkflow());
    const client = batchClient(platform.url, key);
    const { id } = await client.create('text\none\ntwo\nthree\nfour\nfive\nsix\n');
    await client.act(id, 'pause');
    const draft = `/console/api/apps/${appId}/draft`;
    const { hash } = (await platform.management.request(draft)).body as { hash: string };
    const other = slowWorkflow().replaceAll('"result"', '"other"');
    const saved = await platform.management.request(draft, { method: 'PUT', body: { yaml: other, hash } });
    const published = await platform.management.request(`/console/api/apps/${appId}/publish`, { body: {} });
    expect([saved.status, published.status]).toEqual([200, 200]);
    await client.act(id, 'resume');
    expect(await client.until(id, isFinished)).toMatchObject({ succeeded: 6, output_columns: ['result'] });
  });

  it('is paused: rows that run finish, no other begins; and goes on', async () => {
    const { id } = await slow.create(`text\n${names(40).join('\n')}\n`);
    await slow.until(id, ({ succeeded }) => succeeded > 0);
    expect((await slow.act(id, 'pause')).status).toBe('paused');
    const still = await slow.until(id, isStill);
    expect(still).toMatchObject({ status: 'paused', stopped: 0 });
    expect(still.waiting).toBeGreaterThan(0);
    expect(await slow.get(id)).toMatchObject({ waiting: still.waiting, succeeded: still.succeeded });
    expect((await slow.act(id, 'resume')).status).toBe('running');
    expect(await slow.until(id, isFinished)).toMatchObject({ succeeded: 40 });
  });

  it('is stopped: rows that run are stopped, the others never run; they run when they are retried', async () => {
    const { id } = await slow.create(`text\n${names(40).join('\n')}\n`);
    await slow.until(id, ({ running }) => running > 0);
    const stopped = await slow.act(id, 'stop');
    expect(stopped).toMatchObject({ status: 'stopped', waiting: 0 });
    const over = await slow.until(id, isStill);
    expect(over.succeeded + over.stopped).toBe(40);
    expect(over.stopped).toBeGreaterThan(30);
    expect((await slow.act(id, 'retry')).status).toBe('running');
    expect(await slow.until(id, isFinished)).toMatchObject({ succeeded: 40, stopped: 0, failed: 0 });
  });

  it('tells its progress to all who follow it, and then ends', async () => {
    const { id } = await greeting.create(table(names(20)));
    const followers = await Promise.all([1, 2, 3].map(() => greeting.open(`/v1/batches/${id}/events`)));
    const streams = await Promise.all(followers.map(async (answer) => Buffer.from(await answer.arrayBuffer())));
    for (const stream of streams) {
      const { events } = parseFrames(stream);
      const last = events.at(-1) as { event: string; batch: ToldBatch };
      expect(last).toMatchObject({ event: 'progress', batch: { id, status: 'finished', succeeded: 20 } });
      expect(events.length).toBeLessThan(200);
    }
    const { events } = parseFrames(streams[0] ?? Buffer.alloc(0));
    const told = events.flatMap(({ rows }) => rows as number[]);
    const later = (events[0] as { batch: ToldBatch }).batch;
    expect(new Set(told).size).toBeGreaterThanOrEqual(20 - later.succeeded);
  });

  it('waits while its app is paused, says why, and goes on by itself', async () => {
    const { id } = await slow.create(`text\n${names(12).join('\n')}\n`);
    await platform.management.request(`/console/api/apps/${slowAppId}`, {
      method: 'PATCH',
      body: { status: 'paused' },
    });
    expect((await slow.request('GET', `/v1/batches/${id}`)).status).toBe(403);
    await platform.management.request(`/console/api/apps/${slowAppId}`, {
      method: 'PATCH',
      body: { status: 'active' },
    });
    const held = await slow.get(id);
    // Between two rows it has not come to the pause.
    if (held.error !== null) expect(held.error).toMatch(/paused/);
    await slow.act(id, 'pause');
    await slow.act(id, 'resume');
    expect(await slow.until(id, isFinished)).toMatchObject({ succeeded: 12, failed: 0 });
  });

  it('is named, kept, listed newest first, and deleted with its rows', async () => {
    const client = batchClient(platform.url, (await platform.importApp(greetingWorkflow())).key, 'lister');
    const made: ToldBatch[] = [];
    for (let count = 0; count < 3; count += 1) made.push(await client.create(table(['Ada']), { name: `B${count}` }));
    const first = await client.request('GET', '/v1/batches?limit=2');
    const page = first.body as { data: ToldBatch[]; has_more: boolean };
    expect([page.data.map(({ name }) => name), page.has_more]).toEqual([['B2', 'B1'], true]);
    const rest = (await client.request('GET', `/v1/batches?limit=2&before=${page.data[1]?.id}`)).body;
    expect(rest).toMatchObject({ data: [{ name: 'B0' }], has_more: false });
    const id = made[0]?.id ?? '';
    const changed = await client.request('PATCH', `/v1/batches/${id}`, { name: 'Mine', kept: true });
    expect(changed.body).toMatchObject({ name: 'Mine', kept: true });
    expect((await client.request('DELETE', `/v1/batches/${id}`)).status).toBe(204);
    expect((await client.request('GET', `/v1/batches/${id}`)).status).toBe(404);
  });

  it('is made once however often it is sent under one Idempotency-Key', async () => {
    const key = { 'idempotency-key': crypto.randomUUID() };
    const file = { content: table(['Ada']) };
    const [first, second] = [
      await greeting.form('/v1/batches', file, {}, key),
      await greeting.form('/v1/batches', file, {}, key),
    ];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect((second.body as ToldBatch).id).toBe((first.body as ToldBatch).id);
  });

  it('waits for the limit of its app on runs at a time, and fails no row for it', async () => {
    const { appId, key } = await platform.importApp(slowWorkflow());
    const limits = await platform.management.request(`/console/api/apps/${appId}/limits`, {
      method: 'PATCH',
      body: { app: { concurrent_runs: 1 } },
    });
    expect(limits.status).toBe(200);
    const client = batchClient(platform.url, key);
    const { id } = await client.create('text\none\ntwo\nthree\nfour\n');
    expect(await client.until(id, isFinished, 60)).toMatchObject({ succeeded: 4, failed: 0 });
  });
});
