import { describe, expect, it } from 'vitest';
import type { RunEvent } from '#engine';
import { ShownSteps, stepView } from './shown-steps.ts';
import { WorkflowFrames } from './workflow-frames.ts';

const node = { executionId: 'e', nodeId: 'llm', nodeType: 'llm', title: 'Ask', index: 1, predecessorNodeId: null };
const times = { startedAt: 1000, finishedAt: 2000, elapsed: 1, position: undefined };
const finished = {
  ...{ kind: 'node-finished', status: 'exception', error: 'SECRET ADDRESS', errorType: 'X' },
  ...node,
  ...times,
  inputs: '{"prompt":"SECRET PROMPT"}',
  processData: '{"prompts":["SECRET PROMPT"]}',
  outputs: '{"text":"SECRET DRAFT"}',
  metadata: '{"total_tokens":3,"note":"SECRET NOTE"}',
} as unknown as RunEvent;
const round = {
  ...{ kind: 'container', container: 'loop', phase: 'next', at: 1000, data: '{"index":2,"pre_loop_output":"SECRET"}' },
  ...node,
} as unknown as RunEvent;
const log = { kind: 'agent-log', ...node, data: '{"data":"SECRET LOG"}' } as unknown as RunEvent;
const text = { kind: 'chunk', nodeId: 'end', deltas: ['Hello'], selector: ['llm', 'text'] } as unknown as RunEvent;

const run = { runId: 'r', workflowId: 'w', recordedInputs: '{}', startedAt: 0, user: { id: 'u', sessionId: 's' } };
const told = (view: 'names' | 'none') =>
  new ShownSteps(new WorkflowFrames(run, 't'), { steps: view })
    .map([finished, round, log, text])
    .map((frame) => JSON.parse(frame));

describe('attack T11: what visitors are told of steps', () => {
  it('is that they ran, never what they were given or gave', () => {
    const frames = told('names');
    expect(JSON.stringify(frames)).not.toContain('SECRET');
    expect(frames.map(({ event }) => event)).toEqual(['node_finished', 'loop_next', 'text_chunk']);
    expect(frames[0].data).toMatchObject({
      title: 'Ask',
      status: 'exception',
      elapsed_time: 1,
      inputs: null,
      outputs: null,
      error: null,
    });
    expect(frames[1].data.index).toBe(2);
  });

  it('is nothing where the page shows no steps', () => {
    expect(told('none').map(({ event }) => event)).toEqual(['text_chunk']);
  });

  it('is decided by the app, and programs see everything', () => {
    const visitor = { id: 'v', address: '127.0.0.1' };
    expect(stepView({ visitor: { ...visitor, seesSteps: true, isExempt: true } })).toEqual({ steps: 'names' });
    const outsider = { ...visitor, seesSteps: false, isExempt: false };
    expect(stepView({ visitor: outsider })).toEqual({ steps: 'none', causes: 'outline' });
    expect(stepView({})).toEqual({});
  });

  it('is what a failed run means to them, without the words of a provider', () => {
    const error = 'Vendor (api.vendor.example) limits the rate of calls (429). It says: SECRET. Try again in 12 s.';
    const end = { kind: 'run-finished', status: 'failed', error, errorCode: 'models.completion_request_error' };
    const ended = { ...end, outputs: '{}', usage: {}, files: '[]', finishedAt: 0, elapsed: 0 } as unknown as RunEvent;
    const framesOf = (view: ConstructorParameters<typeof ShownSteps>[1]) =>
      new ShownSteps(new WorkflowFrames(run, 't'), view).map([ended]).join('\n');
    const outlined = framesOf({ steps: 'names', causes: 'outline' });
    expect(outlined).not.toMatch(/SECRET|vendor/i);
    expect(JSON.parse(outlined.split('\n').at(-1) ?? '')).toMatchObject({ trouble: 'busy', retry_after: 12 });
    expect(framesOf({ steps: 'names' })).toContain('SECRET');
  });
});
