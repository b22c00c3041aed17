import { describe, expect, it } from 'vitest';
import type { RunEvent } from '#engine';
import { chunk, nodeFinished, runFinished } from '#engine/testing/run-events.ts';
import { MessageFrames } from './message-frames.ts';

const startedAt = 1_767_225_600_000;
const run = {
  runId: 'r1',
  workflowId: 'w1',
  recordedInputs: '{"sys.query":"hi"}',
  startedAt,
  user: { id: 'eu1', sessionId: 'ada' },
};

function frames(isGraphApp: boolean, conversationId: string | null = 'c1', isAgentApp = false): MessageFrames {
  const modes = { isGraphApp, isAgentApp, showsCitations: true };
  return new MessageFrames({ run, taskId: 't1', messageId: 'm1', conversationId, createdAt: startedAt, ...modes });
}

function parsed(texts: readonly string[]): Record<string, unknown>[] {
  return texts.map((text) => JSON.parse(text) as Record<string, unknown>);
}

describe('the stream of a message', () => {
  it('says of each piece of text where it comes from, also when texts take turns', () => {
    const selectors = [['a', 'text'], ['a', 'text'], null, ['b', 'text'], null, ['a', 'text']];
    const told = frames(true).map(selectors.map((selector) => chunk(['x'], selector)));
    expect(parsed(told).map((event) => event.from_variable_selector)).toEqual(selectors);
  });

  it('carries the envelope, the message id and one event per delta', () => {
    const events = parsed(frames(false).map([chunk(['Twice', ' a "week"\n'])]));
    expect(events).toEqual([
      {
        event: 'message',
        conversation_id: 'c1',
        message_id: 'm1',
        created_at: 1_767_225_600,
        task_id: 't1',
        id: 'm1',
        answer: 'Twice',
        from_variable_selector: null,
      },
      expect.objectContaining({ answer: ' a "week"\n' }),
    ]);
  });

  it('sends a text that takes the place of all before, and why', () => {
    const events = parsed(
      frames(false).map([
        { kind: 'text-replaced', text: 'Sorry.', reason: 'output_moderation' },
        { kind: 'text-replaced', text: 'Again' },
      ]),
    );
    expect(events).toEqual([
      {
        event: 'message_replace',
        conversation_id: 'c1',
        message_id: 'm1',
        created_at: 1_767_225_600,
        task_id: 't1',
        id: 'm1',
        answer: 'Sorry.',
        reason: 'output_moderation',
      },
      expect.objectContaining({ answer: 'Again', reason: '' }),
    ]);
  });

  it('has no conversation in a completion app', () => {
    const [event] = parsed(frames(false, null).map([chunk(['x'])]));
    expect(event).not.toHaveProperty('conversation_id');
  });

  it('shows no workflow events of an app that has no graph of its own', () => {
    const mapper = frames(false);
    expect(mapper.map([{ kind: 'run-started', at: startedAt, reason: 'initial' }, nodeFinished()])).toEqual([]);
  });

  it('ends a chatflow with message_end before workflow_finished', () => {
    const events = parsed(frames(true).map([runFinished({ answer: 'x', outputs: '{"answer":"x"}' })]));
    expect(events.map((event) => event.event)).toEqual(['message_end', 'workflow_finished']);
    expect(events[0]).toMatchObject({
      id: 'm1',
      files: [],
      metadata: { annotation_reply: null, retriever_resources: [], usage: { total_price: '0', currency: 'USD' } },
    });
    expect(events[1]).toMatchObject({ workflow_run_id: 'r1', data: { status: 'succeeded', outputs: { answer: 'x' } } });
  });

  it('ends a stopped chatflow the same way', () => {
    const events = parsed(frames(true).map([runFinished({ status: 'stopped', error: 'Stopped by the user.' })]));
    expect(events.map((event) => event.event)).toEqual(['message_end', 'workflow_finished']);
  });

  it('ends a failed chatflow with workflow_finished and an error without task id, and no message_end', () => {
    const failed = runFinished({ status: 'failed', error: 'boom', errorCode: 'models.completion_request_error' });
    const events = parsed(frames(true).map([failed]));
    expect(events.map((event) => event.event)).toEqual(['workflow_finished', 'error']);
    expect(events[1]).toEqual({
      event: 'error',
      conversation_id: 'c1',
      message_id: 'm1',
      created_at: 1_767_225_600,
      status: 400,
      code: 'invalid_param',
      message: 'boom',
      trouble: 'fault',
      retry_after: null,
    });
  });

  it('reports a provider trouble by its own code in a chat app', () => {
    const failed = runFinished({ status: 'failed', error: 'no key', errorCode: 'models.provider_not_initialize' });
    expect(parsed(frames(false).map([failed]))).toEqual([
      expect.objectContaining({ event: 'error', status: 400, code: 'provider_not_initialize' }),
    ]);
  });

  it('reports a died thread as an error of the server', () => {
    const failed = runFinished({ status: 'failed', error: 'thread died', errorCode: 'engine.thread_died' });
    expect(parsed(frames(false).map([failed]))[0]).toMatchObject({ status: 500, code: 'internal_server_error' });
  });

  it('merges cited sources into gap-free positions, one entry per document', () => {
    const mapper = frames(true);
    const cite = (id: string, position: number) => ({ dataset_id: 'd', document_id: id, position });
    mapper.map([{ kind: 'citations', nodeId: 'n', resources: JSON.stringify([cite('a', 1), cite('b', 2)]) }]);
    mapper.map([{ kind: 'citations', nodeId: 'n', resources: JSON.stringify([cite('b', 1), cite('c', 2)]) }]);
    const [end] = parsed(mapper.map([runFinished()]));
    expect(end).toMatchObject({
      metadata: { retriever_resources: [{ position: 1 }, { position: 2 }, { position: 3 }] },
    });
  });
});

describe('the stream of an agent', () => {
  const log = (id: string, parent: string | null, status: string, data: object): RunEvent => ({
    kind: 'agent-log',
    nodeId: 'agent',
    executionId: 'e1',
    data: JSON.stringify({ id, parent_id: parent, status, data, metadata: { started_at: 1_767_225_601.5 } }),
  });

  it('says what it thinks before the files it brought, each step under one id', () => {
    const calls = [
      { tool: 'draw', label: 'Draw', arguments: { size: 1.0 } },
      { tool: 'draw', label: 'Draw', arguments: {} },
    ];
    const observation = [
      { tool: 'draw', output: 'one' },
      { tool: 'draw', output: 'two' },
    ];
    const file = { id: 'f1', type: 'image', url: 'https://x/a.png' };
    const events = parsed(
      frames(false, 'c1', true).map([
        log('r', null, 'start', { kind: 'round', position: 1 }),
        log('t', 'r', 'start', { kind: 'thought' }),
        log('t', 'r', 'success', { kind: 'thought', output: 'I draw.', calls }),
        log('c', 'r', 'success', { kind: 'call', tool_name: 'draw', tool_call_args: {}, output: 'one' }),
        log('r', null, 'success', { kind: 'round', position: 1, observation, files: [file] }),
        chunk(['There.']),
      ]),
    );
    expect(events.map(({ event, id }) => `${event} ${id}`)).toEqual([
      'agent_thought r',
      'agent_thought r',
      'agent_thought r',
      'message_file f1',
      'agent_message m1',
    ]);
    expect(events[2]).toMatchObject({
      position: 1,
      thought: 'I draw.',
      tool: 'draw;draw',
      tool_labels: { draw: { en_US: 'Draw' } },
      tool_input: '{"draw":{"size":1},"draw (2)":{}}',
      observation: '{"draw":"one","draw (2)":"two"}',
      message_files: ['f1'],
    });
    expect(events[3]).toMatchObject({
      type: 'image',
      belongs_to: 'assistant',
      url: 'https://x/a.png',
      message_id: 'm1',
    });
  });

  it('takes names of tools that are none of its own, and steps of other nodes', () => {
    const calls = [{ tool: '__proto__', label: 'x', arguments: {} }];
    const events = parsed(
      frames(false, 'c1', true).map([
        log('r', null, 'start', { kind: 'round', position: 1 }),
        log('t', 'r', 'success', { kind: 'thought', output: '', calls }),
        log('x', null, 'start', { anything: true }),
        log('t2', 'unknown', 'success', { kind: 'thought', output: 'lost' }),
      ]),
    );
    expect(events).toHaveLength(2);
    expect(events[1]).toMatchObject({ tool: '__proto__', tool_input: '{"__proto__":{}}' });
  });

  it('is told whole to those who see the graph', () => {
    const [event] = parsed(frames(true).map([log('r', null, 'start', { kind: 'round', position: 1 })]));
    expect(event).toMatchObject({ event: 'agent_log', data: { id: 'r', status: 'start' } });
    expect(event).not.toHaveProperty('workflow_run_id');
    expect(frames(false).map([log('r', null, 'start', { kind: 'round', position: 1 })])).toEqual([]);
  });
});
