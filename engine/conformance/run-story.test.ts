import { describe, expect, it } from 'vitest';
import { answerProblems } from './answer-checks.ts';
import type { StreamedEvent } from './read-frames.ts';
import { readContinuation, readStory } from './run-story.ts';

const started = (event: string, id: string, more: object = {}): StreamedEvent => ({
  event,
  task_id: 't',
  data: { id, node_id: id, node_type: 'llm', ...more },
});
const finished = (id: string, more: object = {}) => started('node_finished', id, { status: 'succeeded', ...more });
const begin = started('workflow_started', 'run');
const text = (delta: string): StreamedEvent => ({ event: 'message', task_id: 't', answer: delta });
const end = (status: string, outputs: object = {}) => started('workflow_finished', 'run', { status, outputs });
const messageEnd: StreamedEvent = { event: 'message_end', task_id: 't' };
const error: StreamedEvent = { event: 'error', status: 400, code: 'invalid_param', message: 'no' };

const chat = [
  begin,
  started('node_started', 'a'),
  text('Hel'),
  text('lo'),
  finished('a'),
  messageEnd,
  end('succeeded', { answer: 'Hello' }),
];

const sound = (audio: string): StreamedEvent => ({ event: `tts_message${audio === '' ? '_end' : ''}`, audio });

const round = [
  begin,
  started('iteration_started', 'i'),
  started('iteration_next', 'i', { index: 0 }),
  started('node_started', 'a', { iteration_id: 'i' }),
  finished('a', { iteration_id: 'i' }),
  started('iteration_next', 'i', { index: 1 }),
  started('iteration_completed', 'i', { status: 'succeeded' }),
  end('succeeded'),
];

function problems(events: readonly StreamedEvent[], mode = 'advanced-chat'): readonly string[] {
  const story = readStory(events, mode);
  return [...story.problems, ...answerProblems(story, mode)];
}

describe('a legal stream', () => {
  it.each<[string, string, readonly StreamedEvent[]]>([
    ['of a chatflow', 'advanced-chat', chat],
    ['of a failed chatflow', 'advanced-chat', [begin, text('Hi'), end('failed'), error]],
    ['of a workflow with rounds', 'workflow', round],
    ['of a failed workflow', 'workflow', [begin, end('failed'), error]],
    ['of a paused workflow', 'workflow', [begin, started('node_started', 'a'), started('workflow_paused', 'run')]],
    ['of a text generator', 'completion', [text('a'), messageEnd]],
    ['of a failed chat', 'chat', [text('a'), error]],
    ['of a spoken chat', 'chat', [text('a'), sound('AA'), messageEnd, sound('AA'), sound('')]],
    ['of a spoken chatflow', 'advanced-chat', [...chat, sound('AA'), sound('')]],
  ])('%s has no problems', (_case, mode, events) => {
    expect(problems(events, mode)).toEqual([]);
  });

  it('tells how the run ended and what each node did', () => {
    expect(readStory(chat, 'advanced-chat')).toMatchObject({
      status: 'succeeded',
      runId: 'run',
      taskId: 't',
      text: 'Hello',
      nodes: [{ nodeId: 'a', type: 'llm', status: 'succeeded', isInside: false }],
    });
    expect(readStory([begin, end('failed'), error], 'workflow')).toMatchObject({
      status: 'failed',
      error: 'no',
      errorCode: 'invalid_param',
    });
  });
});

describe('a run that is joined again', () => {
  it('has one end, and only part of its story', () => {
    expect(readContinuation([finished('a'), end('succeeded')], 'workflow')).toMatchObject({
      status: 'succeeded',
      text: null,
      problems: [],
    });
    expect(readContinuation([finished('a')], 'workflow').problems).toEqual(['a joined run has 0 ends']);
  });
});

describe('a stream that breaks the contract', () => {
  const without = (index: number) => chat.filter((_event, at) => at !== index);
  it.each<[string, readonly StreamedEvent[], string]>([
    ['has no end', chat.slice(0, -2), 'the stream ends with'],
    ['has two ends', [...chat, end('succeeded', { answer: 'Hello' })], 'the stream ends with'],
    ['goes on after its end', [...chat, text('!')], 'the stream ends with'],
    ['ends the workflow before the message', [...without(5), messageEnd], 'the stream ends with'],
    ['speaks on after its last sound', [...chat, sound(''), sound('AA')], 'tts_message comes after'],
    ['fails without saying why', [begin, end('failed')], 'the stream ends with'],
    ['starts with a node', without(0), 'the first event is node_started'],
    ['forgets to finish a node', without(4), 'llm a: started and never finished'],
    ['finishes what never started', without(1), 'llm a: node_finished without a start'],
    ['finishes a node twice', [...chat.slice(0, 5), finished('a'), ...chat.slice(5)], 'after its end'],
    ['starts a node twice', [...chat.slice(0, 2), started('node_started', 'a'), ...chat.slice(2)], 'a second'],
    ['changes its task', [...chat.slice(0, 2), { ...text('Hel'), task_id: 'u' }, ...chat.slice(3)], 'task_id changes'],
    ['leaves text out', without(2), 'streamed text and answer differ'],
  ])('is found: it %s', (_case, events, told) => {
    expect(problems(events).join('\n')).toContain(told);
  });

  it('is found: rounds out of order, and nodes outside of their container', () => {
    const swapped = [round[0], round[1], round[5], round[2], ...round.slice(3, 5), ...round.slice(6)];
    expect(
      problems(
        swapped.filter((event) => event !== undefined),
        'workflow',
      ).join(),
    ).toContain('is told after round');
    const late = [round[0], ...round.slice(3, 5), ...round.slice(1, 3), ...round.slice(5)];
    expect(
      problems(
        late.filter((event) => event !== undefined),
        'workflow',
      ).join(),
    ).toContain('outside of its container');
  });

  it('is found: a workflow that streams something else than its outputs', () => {
    const chunk = (delta: string): StreamedEvent => ({ event: 'text_chunk', task_id: 't', data: { text: delta } });
    const response = finished('e', { node_type: 'end', outputs: { a: 'x', b: ['y'] } });
    const run = (delta: string) => [begin, started('node_started', 'e'), chunk(delta), response, end('succeeded')];
    expect(problems(run('x\n- y'), 'workflow')).toEqual([]);
    expect(problems(run('x- y\n'), 'workflow').join()).toContain('streamed text and outputs differ');
  });

  it('is none where an address of a kept file was signed anew', () => {
    const signed = (id: string, sign: string) =>
      `http://h/files/${id}/file-preview?timestamp=1&nonce=${sign}&sign=${sign}=`;
    const chunk = { event: 'text_chunk', task_id: 't', data: { text: signed('f', 'a1') } } as StreamedEvent;
    const run = (id: string) => [
      ...[begin, started('node_started', 'e'), chunk],
      ...[finished('e', { node_type: 'end', outputs: { a: signed(id, 'b2') } }), end('succeeded')],
    ];
    expect(problems(run('f'), 'workflow')).toEqual([]);
    expect(problems(run('g'), 'workflow').join()).toContain('streamed text and outputs differ');
  });
});
