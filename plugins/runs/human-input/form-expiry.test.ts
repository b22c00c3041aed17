import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Database } from '#plugins/database/contract.ts';
import { runQuery } from '#plugins/database/testing/run-query.ts';
import { type ImportedApp, startPlatform, type TestPlatform } from '#plugins/delivery-api/testing/platform.ts';
import {
  approvalChat,
  approvalWorkflow,
  askNode,
  document,
  endNode,
  pairWorkflow,
  startNode,
} from './testing/documents.ts';
import { eventOf, FormClient, type RequiredForm } from './testing/form-client.ts';

const DAY = 86_400;

let platform: TestPlatform;
let client: FormClient;
let app: ImportedApp;

beforeAll(async () => {
  platform = await startPlatform({ config: { 'human-input': { interval: 30, longestWait: 2 } } });
  client = new FormClient(platform);
  app = await platform.importApp(approvalWorkflow());
});
afterAll(() => platform.dispose());

/** Rows of forms, past all services. */
function query<Row>(text: string): Promise<readonly Row[]> {
  return runQuery<Row>(platform.kernel.resolve(Database), text);
}

async function ask(settings: Readonly<Record<string, unknown>> = {}) {
  const asking = await platform.importApp(approvalWorkflow(settings));
  const run = await client.run(asking, { order: 'ferns' });
  const form: RequiredForm | undefined = run.forms[0];
  if (form === undefined) throw new Error('the run opened no form');
  return { ...run, asking, form };
}

function waitOf(form: RequiredForm): number {
  return Number(form.expiration_time) - Date.now() / 1000;
}

describe('the time a form waits', () => {
  it('is the time its node says, or what the server allows', async () => {
    const short = await ask({ timeout: 1, timeout_unit: 'day' });
    expect(Math.abs(waitOf(short.form) - DAY)).toBeLessThan(60);
    const long = await ask({ timeout: 40, timeout_unit: 'day' });
    expect(Math.abs(waitOf(long.form) - 2 * DAY)).toBeLessThan(60);
    const rows = await query<{ ends_run: boolean }>(
      `select ends_run from human_input_forms where id in ('${short.form.form_id}', '${long.form.form_id}') order by id`,
    );
    expect(rows).toEqual([{ ends_run: false }, { ends_run: true }]);
  });

  it('over, lets the run go on by its timeout', async () => {
    const { asking, runId, form } = await ask({ timeout: 1, timeout_unit: 'day' });
    await query(`update human_input_forms set expires_at = now() where id = '${form.form_id}'`);
    const events = await client.follow(asking, runId, '&continue_on_pause=true&include_state_snapshot=true');
    expect(eventOf(events, 'human_input_form_timeout').data).toMatchObject({
      node_id: 'ask',
      node_title: 'Ask',
      expiration_time: expect.any(Number),
    });
    expect(eventOf(events, 'workflow_finished').data).toMatchObject({ outputs: { late: 'ferns' } });
  });

  it('over for the whole server, stops the run', async () => {
    const { asking, runId, form } = await ask({ timeout: 40, timeout_unit: 'day' });
    await query(`update human_input_forms set expires_at = now() where id = '${form.form_id}'`);
    const events = await client.follow(asking, runId, '&continue_on_pause=true');
    expect(eventOf(events, 'workflow_finished').data).toMatchObject({
      status: 'stopped',
      error: expect.stringContaining('Nobody answered'),
    });
    expect(await client.answer(asking, form.form_token)).toMatchObject({
      status: 412,
      body: { code: 'human_input_form_expired' },
    });
  });
});

describe('a settled form', () => {
  it('is found when whoever took the answer died before the run could go on', async () => {
    const { asking, runId, form } = await ask();
    await query(`
      update human_input_forms set status = 'submitted', action_id = 'ok', answers = '{"note":"found"}',
        settled_at = now(), looked_at = now() - interval '1 minute'
      where id = '${form.form_id}'`);
    const events = await client.follow(asking, runId, '&continue_on_pause=true');
    expect(eventOf(events, 'workflow_finished').data).toMatchObject({ outputs: { note: 'found' } });
    const [row] = await query<{ is_taken: boolean }>(
      `select taken_at is not null as is_taken from human_input_forms where id = '${form.form_id}'`,
    );
    expect(row).toEqual({ is_taken: true });
  });

  it('of a run that has ended is looked at once more, and not again', async () => {
    const { asking, runId, form } = await ask();
    await client.answer(asking, form.form_token);
    await client.follow(asking, runId, '&continue_on_pause=true');
    await query(`
      update human_input_forms set taken_at = null, looked_at = now() - interval '1 minute'
      where id = '${form.form_id}'`);
    const isTaken = async () => {
      const [row] = await query<{ taken: boolean }>(
        `select taken_at is not null as taken from human_input_forms where id = '${form.form_id}'`,
      );
      return row?.taken;
    };
    await expect.poll(isTaken, { interval: 20 }).toBe(true);
  });
});

describe('an open form', () => {
  it('is told of once, also when only the journal knows that it was', async () => {
    const pair = await platform.importApp(pairWorkflow());
    const { runId, forms } = await client.run(pair);
    const [first, second] = forms;
    const toldAt = `select told_at is not null as is_told from human_input_forms where run_id = '${runId}' order by id`;
    await expect.poll(() => query(toldAt), { interval: 20 }).toEqual(Array(2).fill({ is_told: true }));
    await query(`update human_input_forms set told_at = null where run_id = '${runId}'`);
    await client.answer(pair, first?.form_token ?? '');
    const reader = await client.join(pair, runId, '&continue_on_pause=true&include_state_snapshot=true');
    await client.answer(pair, second?.form_token ?? '');
    const told = (await reader.rest()).filter(({ event }) => event === 'human_input_required');
    expect(told.map(({ data }) => data)).toEqual(forms);
  });

  it('is closed with its run, also when nobody saw the run end', async () => {
    const { asking, runId, form } = await ask();
    await query(
      `update workflow_runs set status = 'failed', error = 'lost', finished_at = now() where id = '${runId}'`,
    );
    for (const answer of [await client.read(asking, form.form_token), await client.answer(asking, form.form_token)]) {
      expect(answer).toMatchObject({
        status: 412,
        body: { code: 'human_input_form_expired', message: expect.stringContaining('has ended') },
      });
    }
    const shown = await platform.management.request(`/console/api/forms/${form.form_id}`);
    expect(shown.body).toMatchObject({ status: 'closed' });
  });

  it('is closed when its run is stopped', async () => {
    const chat = await platform.importApp(approvalChat());
    const { taskId, forms, runId } = await client.chat(chat, 'x');
    await platform.post(chat.key, `/v1/chat-messages/${taskId}/stop`, { user: 'u1' });
    await client.follow(chat, runId, '&continue_on_pause=true');
    const status = async () => {
      const answer = await platform.management.request(`/console/api/forms/${forms[0]?.form_id}`);
      return (answer.body as { status: string }).status;
    };
    await expect.poll(status, { interval: 20 }).toBe('closed');
  });

  it('is closed when another branch fails the run', async () => {
    const code = "function main() { const end = Date.now() + 300; while (Date.now() < end); throw new Error('boom') }";
    const failing = await platform.importApp(
      document(
        'workflow',
        {
          start: startNode,
          ask: askNode(),
          fail: { type: 'code', code_language: 'javascript', code, variables: [], outputs: { x: { type: 'string' } } },
          end: endNode({ note: ['ask', 'note'] }),
        },
        [
          ['start', 'ask'],
          ['start', 'fail'],
          ['ask', 'end', 'ok'],
          ['fail', 'end'],
        ],
      ),
    );
    const { events, runId } = await client.run(failing);
    expect(eventOf(events, 'workflow_finished').data).toMatchObject({ status: 'failed' });
    const open = async () => (await platform.management.request(`/console/api/forms?run_id=${runId}`)).body;
    await expect.poll(open, { interval: 20 }).toMatchObject({ data: [] });
  });

  it('shows neither its token nor itself where it does not belong', async () => {
    const { form } = await ask();
    const [row] = await query<Readonly<Record<string, unknown>>>(
      `select * from human_input_forms where id = '${form.form_id}'`,
    );
    expect(JSON.stringify(row)).not.toContain(form.form_token);
    const listed = await platform.management.request('/console/api/forms');
    expect(listed.text).not.toContain(form.form_token);
    const unknown = await platform.management.request('/console/api/forms/3a6c1d1e-90f4-4a1c-8a08-7b2a3d9e4c55');
    expect(unknown).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect((await platform.get(app.key, '/console/api/forms')).status).toBe(401);
  });
});
