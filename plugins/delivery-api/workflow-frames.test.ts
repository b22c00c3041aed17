import { describe, expect, it } from 'vitest';
import { chunk, nodeFinished, runFinished } from '../../engine/testing/run-events.ts';
import { WorkflowFrames } from './workflow-frames.ts';

const context = {
  runId: 'r1',
  workflowId: 'w1',
  recordedInputs: '{"topic":"ferns"}',
  startedAt: 1_767_225_600_000,
  user: { id: 'eu1', sessionId: 'ada' },
};

function events(...input: Parameters<WorkflowFrames['map']>[0]): Record<string, unknown>[] {
  return new WorkflowFrames(context, 't1').map(input).map((text) => JSON.parse(text) as Record<string, unknown>);
}

describe('the stream of a workflow', () => {
  it('starts with the run, its inputs and the reason', () => {
    expect(events({ kind: 'run-started', at: 0, reason: 'initial' })).toEqual([
      {
        event: 'workflow_started',
        workflow_run_id: 'r1',
        task_id: 't1',
        data: {
          id: 'r1',
          workflow_id: 'w1',
          inputs: { topic: 'ferns' },
          created_at: 1_767_225_600,
          reason: 'initial',
          sequence_number: 1,
        },
      },
    ]);
  });

  it('says which values of a node are cut', () => {
    const [event] = events(nodeFinished({ metadata: '{"truncated":["inputs","outputs"]}' }));
    expect(event?.data).toMatchObject({
      inputs_truncated: true,
      process_data_truncated: false,
      outputs_truncated: true,
    });
  });

  it('sends every field of a finished node', () => {
    const [event] = events(nodeFinished({ metadata: '{"total_tokens":3,"total_price":"0.1","currency":"USD"}' }));
    expect(event?.data).toEqual({
      id: '00000000-0000-4000-8000-000000000001',
      node_id: 'n1',
      node_type: 'template-transform',
      title: 'A node',
      index: 1,
      predecessor_node_id: null,
      inputs: {},
      inputs_truncated: false,
      process_data: null,
      process_data_truncated: false,
      outputs: { output: 'x' },
      outputs_truncated: false,
      status: 'succeeded',
      error: null,
      elapsed_time: 0.5,
      execution_metadata: { total_tokens: 3, total_price: '0.1', currency: 'USD' },
      created_at: 1_767_225_600,
      finished_at: 1_767_225_600,
      files: [],
      iteration_id: null,
      loop_id: null,
    });
  });

  it('sends text as chunks with their selector', () => {
    expect(events(chunk(['a', 'b'])).map((event) => event.data)).toEqual([
      { text: 'a', from_variable_selector: ['n1', 'text'] },
      { text: 'b', from_variable_selector: ['n1', 'text'] },
    ]);
  });

  it('sends a text that takes the place of all before', () => {
    expect(events({ kind: 'text-replaced', text: 'Sorry.' })).toEqual([
      { event: 'text_replace', workflow_run_id: 'r1', task_id: 't1', data: { text: 'Sorry.' } },
    ]);
  });

  it('ends a failed run with workflow_finished, then error', () => {
    const [finished, error] = events(runFinished({ status: 'failed', error: 'boom' }));
    expect(finished).toMatchObject({ event: 'workflow_finished', data: { status: 'failed', error: 'boom' } });
    expect(error).toEqual({
      event: 'error',
      workflow_run_id: 'r1',
      status: 400,
      code: 'invalid_param',
      message: 'boom',
    });
  });

  it('never puts a status beside the event name except on errors', () => {
    const all = events({ kind: 'run-started', at: 0, reason: 'initial' }, nodeFinished(), chunk(['x']), runFinished());
    for (const event of all) expect(event).not.toHaveProperty('status');
  });
});
