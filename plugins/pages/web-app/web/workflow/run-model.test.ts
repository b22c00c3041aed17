import { describe, expect, it } from 'vitest';
import { readFrame } from './frames.ts';
import { RunModel } from './run-model.ts';

const ids = { workflow_run_id: 'r1', task_id: 't1' };
const node = (id: string, part: object = {}) => ({
  id,
  node_id: `n-${id}`,
  node_type: 'code',
  title: id,
  created_at: 1767225600,
  iteration_id: null,
  loop_id: null,
  ...part,
});

function fold(...events: readonly (readonly [string, object])[]): RunModel {
  const model = new RunModel();
  for (const [event, data] of events) {
    const frame = readFrame({ event, ...ids, data });
    if (frame !== null) model.apply(frame);
  }
  return model;
}

function foldAll(...frames: readonly object[]): RunModel {
  const model = new RunModel();
  for (const frame of frames.map(readFrame)) if (frame !== null) model.apply(frame);
  return model;
}

const started = ['workflow_started', { id: 'r1', created_at: 1767225600, reason: 'initial' }] as const;
const shown = (model: RunModel) => model.steps.map(({ title, status }) => `${title}: ${status}`);

describe('what a run has told', () => {
  it('names its task, its steps with their times, its text, and its outputs', () => {
    const model = fold(
      started,
      ['node_started', node('Start')],
      ['node_finished', node('Start', { status: 'succeeded', elapsed_time: 0.01 })],
      ['node_started', node('Write')],
      ['text_chunk', { text: 'Ferns ' }],
      ['text_chunk', { text: 'like shade.' }],
    );
    expect([model.taskId, model.runId, model.status, model.text]).toEqual(['t1', 'r1', 'running', 'Ferns like shade.']);
    expect(shown(model)).toEqual(['Start: succeeded', 'Write: running']);
    const end = { status: 'succeeded', outputs: { text: 'Ferns' }, elapsed_time: 2.9, total_tokens: 212, files: [] };
    const frame = readFrame({ event: 'workflow_finished', ...ids, data: end });
    if (frame !== null) model.apply(frame);
    expect([model.status, model.isOver, model.outputs, model.elapsed, model.tokens]).toEqual([
      'succeeded',
      true,
      { text: 'Ferns' },
      2.9,
      212,
    ]);
    // What no event ended has ended with the run.
    expect(shown(model)).toEqual(['Start: succeeded', 'Write: stopped']);
  });

  it('folds the rounds of iterations and loops, also of one in another', () => {
    const outer = node('Each', { node_type: 'iteration', metadata: { iterator_length: 3 } });
    const inner = node('Until', { node_type: 'loop', iteration_id: 'n-Each' });
    const model = fold(
      started,
      ['iteration_started', outer],
      ['iteration_next', { ...outer, index: 0 }],
      ['loop_started', inner],
      ['loop_next', { ...inner, index: 0 }],
      ['node_started', node('Deep', { loop_id: 'n-Until', iteration_id: 'n-Each' })],
      ['iteration_next', { ...outer, index: 1 }],
      ['node_started', node('Flat', { iteration_id: 'n-Each' })],
      ['node_finished', node('Flat', { iteration_id: 'n-Each', status: 'exception', error: 'odd', elapsed_time: 1 })],
    );
    const [each] = model.steps;
    expect([each?.rounds, each?.allRounds]).toEqual([2, 3]);
    expect(each?.children.map(({ title, status, error }) => [title, status, error])).toEqual([
      ['Until', 'running', ''],
      ['Deep', 'running', ''],
      ['Flat', 'exception', 'odd'],
    ]);
    expect(model.steps).toHaveLength(1);
  });

  it('keeps the newest nodes of a long iteration, and counts the others', () => {
    const rounds = Array.from({ length: 1000 }, (_, index) => index);
    const model = fold(
      ['iteration_started', node('Each', { node_type: 'iteration' })],
      ...rounds.map((index) => ['node_started', node(`s${index}`, { iteration_id: 'n-Each' })] as const),
    );
    const [each] = model.steps;
    expect([each?.children.length, each?.hidden, each?.children.at(-1)?.title]).toEqual([200, 800, 's999']);
  });

  it('shows a retry, and the node that failed', () => {
    const model = fold(
      started,
      ['node_started', node('Ask')],
      ['node_retry', node('Ask', { retry_index: 2, status: 'retry' })],
    );
    expect(model.steps[0]).toMatchObject({ status: 'retrying', retries: 2 });
    for (const frame of [
      { event: 'node_finished', ...ids, data: node('Ask', { status: 'failed', error: 'no answer' }) },
      { event: 'workflow_finished', ...ids, data: { status: 'failed', error: 'no answer', outputs: null } },
      { event: 'error', ...ids, status: 400, code: 'invalid_param', message: 'no answer' },
    ].map(readFrame)) {
      if (frame !== null) model.apply(frame);
    }
    expect(model.status).toBe('failed');
    expect(model.failure).toEqual({ message: 'no answer', code: 'invalid_param', node: 'Ask' });
  });

  it('waits for people, and goes on', () => {
    const form = {
      form_id: 'f1',
      form_token: 'tok',
      node_id: 'n4',
      node_title: 'Approval',
      form_content: 'Fine?',
      inputs: [],
      actions: [{ id: 'ok', title: 'Approve', button_style: 'primary' }],
      resolved_default_values: {},
      expiration_time: 1767312000,
    };
    const events = [
      started,
      ['human_input_required', form],
      ['workflow_paused', { reasons: [form], elapsed_time: 0.5 }],
    ] as const;
    const paused = fold(...events);
    expect([paused.status, paused.forms.length, paused.forms[0]?.token]).toEqual(['paused', 1, 'tok']);
    const goesOn = fold(...events, ['human_input_form_filled', { node_title: 'Approval' }], started);
    expect([goesOn.status, goesOn.forms]).toEqual(['running', []]);
  });

  it('takes back text that a crash or a moderation replaced', () => {
    expect(fold(['text_chunk', { text: 'Secret' }], ['text_replace', { text: 'Sorry.' }]).text).toBe('Sorry.');
  });

  it('tells a node that was cut off and begins again once', () => {
    const model = fold(started, ['node_started', node('a')], started, ['node_started', node('b', { node_id: 'n-a' })]);
    expect(shown(model)).toEqual(['b: running']);
  });

  it('reads text generators', () => {
    const common = { task_id: 't2', message_id: 'm1', created_at: 1767225600 };
    const model = foldAll(
      { event: 'message', ...common, answer: 'A ' },
      { event: 'message', ...common, answer: 'note.' },
      { event: 'message_end', ...common, metadata: { usage: { total_tokens: 38, latency: 0.6 } } },
    );
    expect([model.text, model.status, model.tokens, model.elapsed]).toEqual(['A note.', 'succeeded', 38, 0.6]);
    const stopped = new RunModel();
    stopped.isStopAsked = true;
    const end = readFrame({ event: 'message_end', ...common });
    if (end !== null) stopped.apply(end);
    expect(stopped.status).toBe('stopped');
  });

  it('survives frames that make no sense', () => {
    const odd = [null, 3, 'x', [], {}, { event: 7 }, { event: 'node_finished' }, { event: 'iteration_next', data: 3 }];
    const frames = odd.map(readFrame).filter((frame) => frame !== null);
    const model = new RunModel();
    for (const frame of frames) model.apply(frame);
    expect(model.status).toBe('running');
  });
});
