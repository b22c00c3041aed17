import { describe, expect, it } from 'vitest';
import { chunk, nodeFinished, runFinished } from '#engine/testing/run-events.ts';
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
          inputs: { topic: 'ferns', 'sys.timestamp': 1_767_225_600, 'sys.workflow_run_id': 'r1' },
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

  it('names the files among outputs, of a node and of the run, each once', () => {
    const file = { dify_model_identity: '__dify__file__', type: 'image', filename: 'fern.png', size: 3 };
    const other = { ...file, filename: 'moss.png' };
    const outputs = JSON.stringify({
      one: file,
      list: [file, 'text', other],
      nested: { file },
      text: '__dify__file__',
    });
    const [node, finished] = events(nodeFinished({ outputs }), runFinished({ outputs }));
    expect(node?.data).toMatchObject({ files: [file, other] });
    expect(finished?.data).toMatchObject({ files: [file, other] });
    const [answered] = events(runFinished({ outputs, files: JSON.stringify([other]) }));
    expect(answered?.data).toMatchObject({ files: [other] });
  });

  it('shows an icon with the nodes that are tools', () => {
    const { kind: _kind, status: _status, ...node } = nodeFinished();
    const started = (nodeType: string) => events({ ...node, kind: 'node-started', nodeType })[0];
    expect(started('tool')?.data).toMatchObject({ extras: { icon: { background: '#E4E7EC', content: '🔧' } } });
    expect(started('llm')?.data).toMatchObject({ extras: {} });
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
      trouble: 'fault',
      retry_after: null,
    });
  });

  it('never puts a status beside the event name except on errors', () => {
    const all = events({ kind: 'run-started', at: 0, reason: 'initial' }, nodeFinished(), chunk(['x']), runFinished());
    for (const event of all) expect(event).not.toHaveProperty('status');
  });

  it('carries the sound of its text, and says where it ends', () => {
    const mapper = new WorkflowFrames(context, 't1');
    const common = { workflow_run_id: 'r1', task_id: 't1', created_at: expect.any(Number) };
    expect(JSON.parse(mapper.sound('AAA='))).toEqual({ event: 'tts_message', ...common, audio: 'AAA=' });
    expect(JSON.parse(mapper.sound(''))).toEqual({ event: 'tts_message_end', ...common, audio: '' });
  });
});
