import { beforeAll, describe, expect, it } from 'vitest';
import { greetingWorkflow, promptApp } from '#engine/testing/app-document.ts';
import { batchClient } from '#plugins/batch-api/testing/batch-client.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';

let platform: TestPlatform;
let key: string;

interface Told {
  readonly id: string;
  readonly name: string;
  readonly kept: boolean;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly outputs: Readonly<Record<string, unknown>> | null;
  readonly answer: string | null;
}

beforeAll(async () => {
  platform = await sharedPlatform();
  ({ key } = await platform.importApp(greetingWorkflow()));
});

const run = (name: string, user: string) =>
  platform.post(key, '/v1/workflows/run', { inputs: { name }, user, response_mode: 'blocking' });

async function list(user: string, query = ''): Promise<{ readonly data: readonly Told[]; readonly has_more: boolean }> {
  const { status, body, text } = await platform.get(key, `/v1/results?user=${user}${query}`);
  expect(status, text).toBe(200);
  return body as { data: readonly Told[]; has_more: boolean };
}

const change = (user: string, id: string, body: object) =>
  batchClient(platform.url, key, user).request('PATCH', `/v1/results/${id}`, body);

describe('results', () => {
  it('are the single runs of a user, newest first, without those of batches', async () => {
    for (const name of ['Ada', 'Ben', 'Cid']) await run(name, 'r1');
    const batches = batchClient(platform.url, key, 'r1');
    const { id } = await batches.create('name\nBatch\nBatch\n');
    await batches.until(id, ({ status }) => status === 'finished');
    await run('Dan', 'r1');
    await run('Eve', 'another');
    const { data, has_more } = await list('r1');
    expect([data.map(({ inputs }) => inputs), has_more]).toEqual([
      ['Dan', 'Cid', 'Ben', 'Ada'].map((name) => ({ name })),
      false,
    ]);
    expect(data[0]?.outputs).toEqual({ greeting: 'Hello Dan' });
    const first = await list('r1', '&limit=3');
    expect([first.data.length, first.has_more]).toEqual([3, true]);
    const rest = await list('r1', `&limit=3&before=${first.data[2]?.id}`);
    expect([rest.data.map(({ inputs }) => inputs.name), rest.has_more]).toEqual([['Ada'], false]);
  });

  it('are kept, named, and deleted, each by its user alone', async () => {
    await run('Ada', 'r2');
    await run('Ben', 'r2');
    const [newest, oldest] = (await list('r2')).data;
    const id = oldest?.id ?? '';
    expect((await change('r2', id, { kept: true, name: ' First ' })).body).toMatchObject({ kept: true, name: 'First' });
    expect((await change('r3', id, { kept: false })).status).toBe(404);
    expect((await list('r2', '&kept=true')).data).toMatchObject([{ id, name: 'First' }]);
    expect((await list('r2', '&kept=false')).data).toMatchObject([{ id: newest?.id }]);
    const client = batchClient(platform.url, key, 'r2');
    expect((await client.request('DELETE', `/v1/results/${id}`)).status).toBe(204);
    expect((await list('r2')).data).toMatchObject([{ id: newest?.id }]);
    expect((await change('r2', id, { kept: true })).status).toBe(404);
  });

  it('of a completion app have its answer', async () => {
    const { key: own } = await platform.importApp(promptApp('completion'));
    await platform.post(own, '/v1/completion-messages', { inputs: { topic: 'ferns' }, user: 'r4' });
    const { body } = await platform.get(own, '/v1/results?user=r4');
    expect(body).toMatchObject({ data: [{ answer: expect.stringMatching(/ferns/), inputs: { topic: 'ferns' } }] });
  });
});
