import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { greetingWorkflow, promptApp } from '#engine/testing/app-document.ts';
import type { StreamedEvent } from '#plugins/delivery-api/testing/event-reader.ts';
import { type ImportedApp, startPlatform, type TestPlatform } from '#plugins/delivery-api/testing/platform.ts';
import { approvalChat, approvalWorkflow, askNode, document, endNode, startNode } from './testing/documents.ts';
import { eventOf, FormClient, names } from './testing/form-client.ts';

let platform: TestPlatform;
let client: FormClient;
let app: ImportedApp;
let approval: ImportedApp;

beforeAll(async () => {
  platform = await startPlatform({ config: { 'human-input': { interval: 50 } } });
  client = new FormClient(platform);
  app = await platform.importApp(approvalChat());
  approval = await platform.importApp(approvalWorkflow());
});
afterAll(() => platform.dispose());

interface MessageItem {
  readonly id: string;
  readonly answer: string;
  readonly status: string;
  readonly extra_contents: readonly Readonly<Record<string, unknown>>[];
}

async function messages(conversationId: unknown): Promise<readonly MessageItem[]> {
  const answer = await platform.get(app.key, `/v1/messages?user=u1&conversation_id=${conversationId}`);
  expect(answer.status).toBe(200);
  return (answer.body as { data: MessageItem[] }).data;
}

function textOf(events: readonly StreamedEvent[]): string {
  return events.flatMap(({ event, answer }) => (event === 'message' ? [String(answer)] : [])).join('');
}

describe('a chat that asks', () => {
  it('trap 24: keeps its place in the text: what comes after the answer goes on where the stream stopped', async () => {
    const { runId, events, forms } = await client.chat(app, 'ferns');
    const before = textOf(events);
    expect(before).toMatch(/^Thinking: .+\. $/);
    expect(names(events).slice(-2)).toEqual(['human_input_required', 'workflow_paused']);
    const required = eventOf(events, 'human_input_required');
    const identity = {
      conversation_id: required.conversation_id,
      message_id: required.message_id,
      task_id: required.task_id,
      created_at: required.created_at,
    };
    expect(required).toMatchObject({ workflow_run_id: runId, conversation_id: expect.any(String) });
    const token = forms[0]?.form_token ?? '';

    const [waiting] = await messages(required.conversation_id);
    expect(waiting).toMatchObject({ answer: before, status: 'paused' });
    expect(waiting?.extra_contents).toMatchObject([
      {
        type: 'human_input',
        workflow_run_id: runId,
        submitted: false,
        form_definition: { form_token: token, form_content: 'Go on with ferns? {{#$output.note#}}' },
        form_submission_data: null,
      },
    ]);

    expect(await client.answer(app, token)).toMatchObject({ status: 200 });
    const rest = await client.follow(app, runId, '&include_state_snapshot=false&continue_on_pause=true');
    expect(['workflow_started', 'workflow_finished']).toContain(names(rest)[0]);

    const finished = eventOf(rest, 'workflow_finished');
    expect(finished).toMatchObject({ ...identity, data: { status: 'succeeded' } });
    const whole = `${before}You said fine.`;
    expect(finished.data).toMatchObject({ outputs: { answer: whole } });
    const [done] = await messages(required.conversation_id);
    expect(done).toMatchObject({ answer: whole, status: 'normal' });
    expect(done?.extra_contents).toMatchObject([
      {
        submitted: true,
        form_definition: { form_token: null },
        form_submission_data: {
          action_id: 'ok',
          rendered_content: 'Go on with ferns? fine',
          submitted_data: { note: 'fine' },
        },
      },
    ]);
  });

  it('gives who reads along every event once, before and after the answer', async () => {
    const { runId, events, forms } = await client.chat(app, 'moss');
    const reader = await client.join(app, runId, '&continue_on_pause=true&include_state_snapshot=true');
    await reader.until(({ event }) => event === 'workflow_paused');
    expect(reader.events).toEqual(events);
    await client.answer(app, forms[0]?.form_token ?? '', { inputs: { note: 'twice' } });
    const all = await reader.rest();
    const later = all.slice(events.length);
    expect(names(later).filter((name) => name !== 'message')).toEqual([
      'workflow_started',
      'human_input_form_filled',
      'node_finished',
      'node_started',
      'node_finished',
      'message_end',
      'workflow_finished',
    ]);
    expect(later[0]?.data).toMatchObject({ reason: 'resumption' });
    expect(eventOf(later, 'human_input_form_filled')).toMatchObject({
      workflow_run_id: runId,
      data: { node_id: 'ask', action_id: 'ok', action_text: 'Approve', rendered_content: 'Go on with moss? twice' },
    });
    expect(textOf(later)).toBe('You said twice.');
  });

  it('answers a blocking call with the text so far', async () => {
    const body = { inputs: {}, query: 'ivy', user: 'u1' };
    expect(await platform.post(app.key, '/v1/chat-messages', body)).toMatchObject({
      status: 200,
      body: {
        event: 'workflow_paused',
        mode: 'advanced-chat',
        conversation_id: expect.any(String),
        answer: expect.stringMatching(/^Thinking: /),
        workflow_run_id: expect.any(String),
        data: { status: 'paused', paused_nodes: ['ask'] },
      },
    });
  });

  it('lets a conversation go on while a message in it waits', async () => {
    const first = await client.chat(app, 'one');
    const conversation = String(eventOf(first.events, 'workflow_paused').conversation_id);
    const second = await client.chat(app, 'two', conversation);
    await client.answer(app, second.forms[0]?.form_token ?? '', { action: 'no' });
    await client.follow(app, second.runId, '&continue_on_pause=true');
    const items = await messages(conversation);
    expect(items.map(({ status }) => status)).toEqual(['paused', 'normal']);
    expect(items[1]?.answer).toMatch(/Refused\.$/);
    await client.answer(app, first.forms[0]?.form_token ?? '');
    await client.follow(app, first.runId, '&continue_on_pause=true');
    expect((await messages(conversation))[0]?.answer).toMatch(/You said fine\.$/);
  });

  it('keeps the text so far when it is stopped while it waits', async () => {
    const { runId, taskId, events } = await client.chat(app, 'oak');
    await platform.post(app.key, `/v1/chat-messages/${taskId}/stop`, { user: 'somebody else' });
    expect((await platform.get(app.key, `/v1/workflows/run/${runId}`)).body).toMatchObject({ status: 'paused' });
    await platform.post(app.key, `/v1/chat-messages/${taskId}/stop`, { user: 'u1' });
    const end = await client.follow(app, runId, '&continue_on_pause=true');
    expect(eventOf(end, 'workflow_finished').data).toMatchObject({ status: 'stopped' });
    const [message] = await messages(eventOf(events, 'workflow_paused').conversation_id);
    expect(message).toMatchObject({ answer: textOf(events), status: 'normal' });
  });
});

const twoApprovals = () =>
  document('workflow', { start: startNode, one: askNode(), two: askNode(), end: endNode({ note: ['two', 'note'] }) }, [
    ['start', 'one'],
    ['one', 'two', 'ok'],
    ['two', 'end', 'ok'],
  ]);

const missing = '3a6c1d1e-90f4-4a1c-8a08-7b2a3d9e4c55';

describe('joining a run again', () => {
  it.each([
    ['', 0],
    ['&include_state_snapshot=true', 1],
    ['&continue_on_pause=true', 0],
    ['&include_state_snapshot=true&continue_on_pause=true', 1],
  ])('before the form is answered is told what comes of the answer, to the end (%s)', async (query, isWhole) => {
    const { runId, events, forms } = await client.run(approval);
    const reader = await client.join(approval, runId, query);
    if (isWhole) await reader.until(({ event }) => event === 'human_input_required');
    await client.answer(approval, forms[0]?.form_token ?? '');
    const told = await reader.rest();
    const goesOn = query.includes('continue_on_pause');
    const before = isWhole
      ? names(events).filter((name) => name !== 'text_chunk' && (goesOn || name !== 'workflow_paused'))
      : [];
    expect(names(told).filter((name) => name !== 'text_chunk')).toEqual([
      ...before,
      'workflow_started',
      'human_input_form_filled',
      'node_finished',
      'node_started',
      'node_finished',
      'workflow_finished',
    ]);
  });

  it('of two who wait gives both the next pause, and what follows when they come back', async () => {
    const twice = await platform.importApp(twoApprovals());
    const { runId, forms } = await client.run(twice);
    const readers = await Promise.all([client.join(twice, runId), client.join(twice, runId)]);
    await client.answer(twice, forms[0]?.form_token ?? '');
    const told = await Promise.all(readers.map((reader) => reader.rest()));
    expect(names(told[0] ?? []).filter((name) => name !== 'text_chunk')).toEqual([
      'workflow_started',
      'human_input_form_filled',
      'node_finished',
      'node_started',
      'human_input_required',
      'workflow_paused',
    ]);
    expect(told[1]).toEqual(told[0]);
    const again = await client.join(twice, runId);
    const { form_token: token } = eventOf(told[0] ?? [], 'human_input_required').data as { form_token: string };
    await client.answer(twice, token);
    const rest = await again.rest();
    expect([names(rest)[0], names(rest).at(-1)]).toEqual(['workflow_started', 'workflow_finished']);
  });

  it('shows everything from the beginning when asked, but no pause that is over', async () => {
    const twice = await platform.importApp(twoApprovals());
    const { runId, forms } = await client.run(twice);
    await client.answer(twice, forms[0]?.form_token ?? '');
    // What is told is all since the answer, also when the run waits again already.
    const events = await client.follow(twice, runId);
    expect(names(events).slice(-2)).toEqual(['human_input_required', 'workflow_paused']);
    const whole = await client.join(twice, runId, '&include_state_snapshot=true');
    const { form_token: token } = eventOf(events, 'human_input_required').data as { form_token: string };
    await whole.until(({ data }) => (data as { form_token?: string }).form_token === token);
    expect(whole.events.slice(1 - events.length)).toEqual(events.slice(0, -1));
    expect(names(whole.events).filter((name) => name !== 'text_chunk')).toEqual([
      'workflow_started',
      'node_started',
      'node_finished',
      'node_started',
      'human_input_required',
      'workflow_started',
      'human_input_form_filled',
      'node_finished',
      'node_started',
      'human_input_required',
    ]);
    await client.answer(twice, token);
    expect(names(await whole.rest()).at(-1)).toBe('workflow_finished');
  });

  it('tells of a run that is over only its end', async () => {
    const greeting = await platform.importApp(greetingWorkflow());
    const { runId, events } = await client.run(greeting, { name: 'Ada' });
    for (const query of ['', '&include_state_snapshot=true', '&continue_on_pause=true']) {
      expect(await client.follow(greeting, runId, query)).toEqual([eventOf(events, 'workflow_finished')]);
    }
  });

  it('has the headers of a stream', async () => {
    const { runId, forms } = await client.run(approval);
    const answer = await platform.open(approval.key, `/v1/workflow/${runId}/events?user=u1`, {});
    expect(answer.headers.get('content-type')).toContain('text/event-stream');
    expect(answer.headers.get('cache-control')).toContain('no-cache');
    await client.answer(approval, forms[0]?.form_token ?? '');
    expect(await answer.text()).toMatch(/^event: ping\n\ndata: /);
  });

  it('is for the user who started it, in their app', async () => {
    const { runId } = await client.run(approval);
    const other = await platform.importApp(approvalWorkflow());
    const paths = [
      [approval, `${runId}/events?user=u2`],
      [other, `${runId}/events?user=u1`],
      [approval, `${missing}/events?user=u1`],
      [approval, 'nonsense/events?user=u1'],
    ] as const;
    for (const [of, path] of paths) {
      const answer = await platform.get(of.key, `/v1/workflow/${path}`);
      expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
    }
    expect(await platform.get(approval.key, `/v1/workflow/${runId}/events`)).toMatchObject({
      status: 400,
      body: { code: 'invalid_param', params: 'user' },
    });
    expect(await platform.get(approval.key, `/v1/workflow/${runId}/events?user=u1&continue_on_pause=x`)).toMatchObject({
      status: 400,
      body: { code: 'invalid_param' },
    });
    const chat = await platform.importApp(promptApp('chat'));
    expect(await platform.get(chat.key, `/v1/workflow/${runId}/events?user=u1`)).toMatchObject({
      status: 400,
      body: { code: 'not_workflow_app' },
    });
  });
});
