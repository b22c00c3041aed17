import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EventReader } from '#plugins/delivery-api/testing/event-reader.ts';
import { type ImportedApp, startPlatform, type TestPlatform } from '#plugins/delivery-api/testing/platform.ts';
import { approvalWorkflow, askNode, document, endNode, pairWorkflow, startNode } from './testing/documents.ts';
import { eventOf, FormClient, names, type RequiredForm } from './testing/form-client.ts';

let platform: TestPlatform;
let client: FormClient;
let app: ImportedApp;

beforeAll(async () => {
  platform = await startPlatform({ config: { engine: { threads: 2 }, 'human-input': { interval: 50 } } });
  client = new FormClient(platform);
  app = await platform.importApp(approvalWorkflow());
});
afterAll(() => platform.dispose());

/** Asks, and gives the form. */
async function ask(of = app) {
  const run = await client.run(of, { order: 'ferns' });
  const [form] = run.forms;
  if (form === undefined) throw new Error('the run opened no form');
  return { ...run, form, token: form.form_token };
}

describe('a workflow that asks', () => {
  it('tells of its form, pauses, and goes on where the answer sends it', async () => {
    const { runId, events, form, token } = await ask();
    expect(names(events).slice(-2)).toEqual(['human_input_required', 'workflow_paused']);
    expect(eventOf(events, 'workflow_paused').data).toMatchObject({
      workflow_run_id: runId,
      paused_nodes: ['ask'],
      status: 'paused',
      reasons: [{ TYPE: 'human_input_required', form_id: form.form_id, form_token: token }],
    });
    const detail = await platform.get(app.key, `/v1/workflows/run/${runId}`);
    expect(detail.body).toMatchObject({ status: 'paused', finished_at: null });

    expect(await client.read(app, token)).toMatchObject({
      status: 200,
      body: {
        form_content: 'Approve ferns? {{#$output.note#}}',
        inputs: [{ type: 'paragraph', output_variable_name: 'note', default: null }],
        resolved_default_values: { note: '' },
        user_actions: [
          { id: 'ok', title: 'Approve', button_style: 'primary' },
          { id: 'no', title: 'Reject', button_style: 'default' },
        ],
        expiration_time: form.expiration_time,
      },
    });
    expect(await client.answer(app, token)).toMatchObject({ status: 200, body: {} });
    expect(await client.answer(app, token)).toMatchObject({
      status: 412,
      body: { code: 'human_input_form_submitted' },
    });
    expect(await client.read(app, token)).toMatchObject({ status: 412, body: { code: 'human_input_form_submitted' } });

    const finished = eventOf(await client.follow(app, runId), 'workflow_finished');
    expect(finished.data).toMatchObject({
      status: 'succeeded',
      outputs: { note: 'fine', action: 'ok', title: 'Approve', text: 'Approve ferns? fine' },
      total_steps: 3,
    });
    expect(names(await client.follow(app, runId))).toEqual(['workflow_finished']);
  });

  it('answers a blocking call with what it waits for', async () => {
    const answer = await platform.post(app.key, '/v1/workflows/run', { inputs: { order: 'moss' }, user: 'u1' });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        workflow_run_id: expect.any(String),
        data: { status: 'paused', finished_at: null, paused_nodes: ['ask'], reasons: [{ node_title: 'Ask' }] },
      },
    });
    const { workflow_run_id: runId, data } = answer.body as {
      workflow_run_id: string;
      data: { reasons: { form_token: string }[] };
    };
    await client.answer(app, data.reasons[0]?.form_token ?? '', { action: 'no', inputs: { note: 'never' } });
    const finished = eventOf(await client.follow(app, runId), 'workflow_finished');
    expect(finished.data).toMatchObject({ outputs: { refused: 'never' } });
  });

  it('trap 24: waits for two people at once, and for the second after the first', async () => {
    const both = await platform.importApp(pairWorkflow());
    const { runId, events, forms } = await client.run(both);
    expect(names(events).filter((name) => /human|paused/.test(name))).toEqual([
      'human_input_required',
      'human_input_required',
      'workflow_paused',
    ]);
    const [one, two] = ['one', 'two'].map((id) => forms.find((form) => form.node_id === id)?.form_token ?? '');
    expect(await client.answer(both, two ?? '', { inputs: { note: 'second' } })).toMatchObject({ status: 200 });
    const second = await client.follow(both, runId);
    expect(eventOf(second, 'workflow_paused').data).toMatchObject({ paused_nodes: ['one'] });
    expect(names(second)).not.toContain('human_input_required');
    expect(await client.answer(both, one ?? '', { inputs: { note: 'first' } })).toMatchObject({ status: 200 });
    const last = eventOf(await client.follow(both, runId), 'workflow_finished');
    expect(last.data).toMatchObject({ status: 'succeeded', outputs: { one: 'first', two: 'second' } });
  });

  it('loses no answer that comes before the run has paused', async () => {
    const slow = document(
      'workflow',
      {
        start: startNode,
        ask: askNode(),
        wait: {
          type: 'code',
          code_language: 'javascript',
          code: waiting,
          variables: [],
          outputs: { done: { type: 'string' } },
        },
        end: endNode({ note: ['ask', 'note'], done: ['wait', 'done'] }),
      },
      [
        ['start', 'ask'],
        ['start', 'wait'],
        ['ask', 'end', 'ok'],
        ['wait', 'end'],
      ],
    );
    const busy = await platform.importApp(slow);
    const request = { body: { inputs: {}, response_mode: 'streaming', user: 'u1' } };
    const reader = new EventReader(await platform.open(busy.key, '/v1/workflows/run', request));
    const required = await reader.until(({ event }) => event === 'human_input_required');
    const { form_token: token } = required.data as { form_token: string };
    expect(await client.answer(busy, token)).toMatchObject({ status: 200 });
    await reader.rest();
    const runId = String(required.workflow_run_id);
    const events = await client.follow(busy, runId, '&continue_on_pause=true');
    expect(eventOf(events, 'workflow_finished').data).toMatchObject({ outputs: { note: 'fine', done: 'yes' } });
  });

  it('loses no answer that comes just as the run pauses', async () => {
    const runs = Array.from({ length: 20 }, async (_, index) => {
      const request = { body: { inputs: {}, response_mode: 'streaming', user: 'u1' } };
      const reader = new EventReader(await platform.open(app.key, '/v1/workflows/run', request));
      const required = await reader.until(({ event }) => event === 'human_input_required');
      const { form_token: token } = required.data as RequiredForm;
      const answer = await client.answer(app, token, { inputs: { note: `n${index}` } });
      await reader.rest();
      const events = await client.follow(app, String(required.workflow_run_id), '&continue_on_pause=true');
      return [answer.status, eventOf(events, 'workflow_finished').data] as const;
    });
    for (const [index, [status, data]] of (await Promise.all(runs)).entries()) {
      expect(status).toBe(200);
      expect(data).toMatchObject({ status: 'succeeded', outputs: { note: `n${index}` } });
    }
  });

  it('takes one of many answers that come at once', async () => {
    const { runId, token } = await ask();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => client.answer(app, token, { inputs: { note: `n${index}` } })),
    );
    const won = answers.findIndex(({ status }) => status === 200);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(412)]);
    const finished = eventOf(await client.follow(app, runId), 'workflow_finished');
    expect(finished.data).toMatchObject({ outputs: { note: `n${won}` } });
  });

  it('goes on by __timeout once the time is over, and takes no answer then', async () => {
    const impatient = await platform.importApp(approvalWorkflow({ timeout: 0.00001, timeout_unit: 'hour' }));
    const { runId, token, form } = await ask(impatient);
    expect(form.expiration_time).toBeGreaterThan(0);
    const events = await client.follow(impatient, runId, '&continue_on_pause=true');
    expect(eventOf(events, 'workflow_finished').data).toMatchObject({ outputs: { late: 'ferns' } });
    expect(await client.answer(impatient, token)).toMatchObject({
      status: 412,
      body: { code: 'human_input_form_expired' },
    });
    expect(await client.read(impatient, token)).toMatchObject({
      status: 412,
      body: { code: 'human_input_form_expired' },
    });
  });

  it('stops while it waits, and takes no answer then', async () => {
    const { runId, taskId, token } = await ask();
    await platform.post(app.key, `/v1/workflows/tasks/${taskId}/stop`, { user: 'u1' });
    const finished = eventOf(await client.follow(app, runId, '&continue_on_pause=true'), 'workflow_finished');
    expect(finished.data).toMatchObject({ status: 'stopped', error: 'Stopped by the user.' });
    expect(await client.answer(app, token)).toMatchObject({ status: 412, body: { code: 'human_input_form_expired' } });
  });

  it.each([
    [
      'iteration',
      { iterator_selector: ['list', 'result'], output_selector: ['ask', 'note'], is_parallel: true, parallel_nums: 10 },
    ],
    ['iteration', { iterator_selector: ['list', 'result'], output_selector: ['ask', 'note'] }],
  ])('asks in each round of an %s (%j)', async (type, settings) => {
    const rounds = await platform.importApp(
      document(
        'workflow',
        {
          start: startNode,
          list: {
            type: 'code',
            code_language: 'javascript',
            code: "function main() { return { result: ['a', 'b', 'c'] } }",
            variables: [],
            outputs: { result: { type: 'array[string]' } },
          },
          box: { type, start_node_id: 'first', ...settings },
          first: { type: `${type}-start`, parent: 'box' },
          ask: { ...askNode({ form_content: 'About {{#box.item#}}?' }), parent: 'box' },
          end: endNode({ notes: ['box', 'output'] }),
        },
        [
          ['start', 'list'],
          ['list', 'box'],
          ['first', 'ask'],
          ['box', 'end'],
        ],
      ),
    );
    const run = await client.run(rounds);
    let open = [...run.forms];
    const asked: unknown[] = [];
    for (let events = run.events; ; ) {
      const form = open.pop();
      if (form === undefined) {
        expect(eventOf(events, 'workflow_finished').data).toMatchObject({ outputs: { notes: ['a!', 'b!', 'c!'] } });
        break;
      }
      asked.push(form.form_content);
      const note = `${String(form.form_content).at(-2)}!`;
      expect(await client.answer(rounds, form.form_token, { inputs: { note } })).toMatchObject({ status: 200 });
      events = await client.follow(rounds, run.runId);
      open = [
        ...open,
        ...events
          .filter(({ event }) => event === 'human_input_required')
          .map(({ data }) => data as (typeof open)[number]),
      ];
    }
    expect(asked.sort()).toEqual(['About a?', 'About b?', 'About c?']);
  });
});

describe('a loop that asks', () => {
  it('waits in each round, one after the other', async () => {
    const rounds = await platform.importApp(
      document(
        'workflow',
        {
          start: startNode,
          box: {
            type: 'loop',
            start_node_id: 'first',
            loop_count: 2,
            loop_variables: [],
            break_conditions: [],
            logical_operator: 'and',
          },
          first: { type: 'loop-start', parent: 'box' },
          ask: { ...askNode(), parent: 'box' },
          end: endNode({ rounds: ['box', 'loop_round'] }),
        },
        [
          ['start', 'box'],
          ['first', 'ask'],
          ['box', 'end'],
        ],
      ),
    );
    const { runId, forms } = await client.run(rounds);
    await client.answer(rounds, forms[0]?.form_token ?? '');
    const second = await client.follow(rounds, runId);
    const { form_id: formId, form_token: token } = eventOf(second, 'human_input_required').data as RequiredForm;
    expect(formId).not.toBe(forms[0]?.form_id);
    await client.answer(rounds, token);
    const finished = eventOf(await client.follow(rounds, runId), 'workflow_finished');
    expect(finished.data).toMatchObject({ status: 'succeeded', outputs: { rounds: 2 } });
  });
});

const waiting = "function main() { const end = Date.now() + 400; while (Date.now() < end); return { done: 'yes' } }";

describe('answering a form', () => {
  it.each([
    [{ action: 'maybe' }, 'invalid_form_data', "'maybe' is none of the form's actions (ok, no)"],
    [{ action: '' }, 'invalid_form_data', 'action'],
    [{ inputs: {} }, 'invalid_form_data', 'missing note'],
    [{ inputs: { note: 5 } }, 'invalid_form_data', "'note' is a text"],
    [{ inputs: { note: null } }, 'invalid_form_data', "'note' is a text"],
    [{ inputs: { note: 'x'.repeat(400_001) } }, 'invalid_form_data', 'at most 400000 characters'],
    [{ inputs: [] }, 'invalid_form_data', 'missing note'],
    [{ inputs: ['yes'] }, 'invalid_param', ''],
    [{ inputs: null }, 'invalid_form_data', 'missing note'],
    [{ action: 5 }, 'invalid_param', ''],
    [{ action: undefined }, 'invalid_param', ''],
    [{ user: '' }, 'invalid_param', 'user'],
    [{ user: undefined }, 'invalid_param', 'user'],
  ])('is refused with %j, and the form stays open', async (body, code, message) => {
    const { token } = await ask();
    const answer = await client.answer(app, token, body);
    expect(answer).toMatchObject({ status: 400, body: { code, message: expect.stringContaining(message) } });
    expect((await client.read(app, token)).status).toBe(200);
  });

  it('takes one of what a selection offers, and files by address', async () => {
    const files = await platform.importApp(
      approvalWorkflow({
        form_content: '{{#$output.size#}} {{#$output.photos#}}',
        inputs: [
          {
            type: 'paragraph',
            output_variable_name: 'note',
            default: { type: 'variable', selector: ['start', 'order'] },
          },
          {
            type: 'select',
            output_variable_name: 'size',
            option_source: { type: 'constant', value: ['small', 'large'] },
          },
          { type: 'file-list', output_variable_name: 'photos', allowed_file_types: ['image'], number_limits: 2 },
        ],
      }),
    );
    const { runId, token, form } = await ask(files);
    expect(form.resolved_default_values).toEqual({ note: 'ferns' });
    const photo = { type: 'image', transfer_method: 'remote_url', url: 'https://files.test/a.png' };
    const inputs = { note: '', size: 'small', photos: [photo, photo] };
    for (const changes of [
      { size: 'huge' },
      { size: ['small'] },
      { photos: photo },
      { photos: [photo, photo, photo] },
      { photos: ['x'] },
      { photos: [{ ...photo, url: 'https://files.test/a.exe', type: 'custom' }] },
      { photos: [{ ...photo, transfer_method: 'local_file', upload_file_id: 'x' }] },
    ]) {
      const answer = await client.answer(files, token, { inputs: { ...inputs, ...changes } });
      expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_form_data' } });
    }
    expect(await client.answer(files, token, { inputs: { ...inputs, extra: 1 } })).toMatchObject({ status: 200 });
    const finished = eventOf(await client.follow(files, runId), 'workflow_finished');
    expect(finished.data).toMatchObject({ outputs: { text: 'small [2 files]' } });
  });

  it('needs the token of this form, in this app', async () => {
    const other = await platform.importApp(approvalWorkflow());
    const { token, form } = await ask();
    const wrong = [
      [other, token],
      [app, form.form_id],
      [app, `${token}x`],
      [app, token.slice(1)],
      [app, '%00'],
      [app, 'x'.repeat(300)],
    ] as const;
    for (const [of, guess] of wrong) {
      expect(await client.read(of, guess)).toMatchObject({ status: 404, body: { code: 'not_found' } });
      expect(await client.answer(of, guess)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    }
    const unknown = await platform.get('app-nobody', `/v1/form/human_input/${token}`);
    expect(unknown.status).toBe(401);
    expect((await client.read(app, token)).status).toBe(200);
  });

  it('has no token where the form is not delivered over the API', async () => {
    const hidden = await platform.importApp(approvalWorkflow({ delivery_methods: [] }));
    const { form } = await ask(hidden);
    expect(form).toMatchObject({ form_token: null, display_in_ui: false });
    expect((await client.read(hidden, 'null')).status).toBe(404);
  });
});
