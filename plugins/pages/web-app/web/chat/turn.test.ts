import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readFrame } from '#plugins/web-app/web/workflow/frames.ts';
import { splitReasoning } from './split-reasoning.ts';
import { Turn } from './turn.ts';
import { turnOfMessage } from './turn-of-message.ts';

beforeEach(() => {
  vi.stubGlobal('document', { hidden: false });
  vi.stubGlobal('requestAnimationFrame', (tell: () => void) => setTimeout(tell, 0));
});
// Other files share these globals.
afterEach(() => vi.unstubAllGlobals());

/** Frames as a server has told them (runtime API, streaming), in short. */
function told(frames: readonly object[], begun: Turn = new Turn('k', { query: 'q' })): Turn {
  for (const frame of frames) {
    const read = readFrame(frame);
    if (read !== null) begun.apply(read);
  }
  return begun;
}

const ids = { conversation_id: 'c', message_id: 'm', task_id: 't', created_at: 1 };
const source = { position: 1, document_name: 'Ferns.pdf', dataset_name: 'Garden', content: 'Shade.', score: 0.9 };
const end = { event: 'message_end', ...ids, id: 'm', metadata: { retriever_resources: [source] }, files: [] };

describe('a turn, by the frames of its run', () => {
  it('grows by words, is replaced, and ends', () => {
    const turn = told([
      { event: 'message', ...ids, answer: 'Fer' },
      { event: 'message', ...ids, answer: 'ns' },
    ]);
    expect(turn.state).toMatchObject({ answer: 'Ferns', status: 'running' });
    told([{ event: 'message_replace', ...ids, answer: 'Moss', reason: '' }, end], turn);
    expect(turn.state).toMatchObject({
      answer: 'Moss',
      status: 'done',
      sources: [{ document: 'Ferns.pdf', score: 0.9 }],
    });
    expect(turn.isOver).toBe(true);
  });

  it('of an agent keeps the last state of each thought, and its files once', () => {
    const thought = {
      event: 'agent_thought',
      ...ids,
      id: 'x',
      position: 1,
      thought: '',
      tool_labels: {},
      message_files: [],
    };
    const file = {
      event: 'message_file',
      ...ids,
      id: 'f',
      type: 'image',
      belongs_to: 'assistant',
      url: '/files/f?sign=1',
    };
    const { state } = told([
      { ...thought, tool: 'search', tool_input: '{"q":1}', observation: '' },
      { ...thought, tool: 'search', tool_input: '{"q":1}', observation: 'found' },
      file,
      { event: 'agent_message', ...ids, answer: 'It is ' },
      { ...end, files: [{ id: 'f', related_id: 'f', type: 'image', url: '/files/f?sign=2', filename: 'f.png' }] },
    ]);
    expect(state.thoughts).toMatchObject([{ tool: 'search', observation: 'found' }]);
    expect(state.answerFiles).toHaveLength(1);
  });

  it('of a graph ends when the graph does, not before', () => {
    const run = { ...ids, workflow_run_id: 'r' };
    const node = { id: 'e', node_id: 'n', node_type: 'llm', title: 'Model', created_at: 1 };
    const turn = told([
      { event: 'workflow_started', ...run, data: { id: 'r', reason: 'initial' } },
      { event: 'node_started', ...run, data: node },
      { event: 'message', ...ids, answer: 'Yes' },
      { event: 'node_finished', ...run, data: { ...node, status: 'succeeded', elapsed_time: 0.2 } },
      end,
    ]);
    expect(turn.isOver).toBe(false);
    expect(turn.state.steps).toMatchObject([{ title: 'Model', status: 'succeeded' }]);
    told([{ event: 'workflow_finished', ...run, data: { id: 'r', status: 'stopped' } }], turn);
    expect(turn.state.status).toBe('stopped');
    const failed = told([
      { event: 'workflow_started', ...run, data: { id: 'r' } },
      { event: 'workflow_finished', ...run, data: { status: 'failed', error: 'no model' } },
      { event: 'error', code: 'completion_request_error', message: 'no model', status: 400 },
    ]);
    expect(failed.state).toMatchObject({ status: 'failed', error: { message: 'no model' } });
  });

  it('waits for a form, and goes on with its answer', () => {
    const run = { ...ids, workflow_run_id: 'r' };
    const form = { form_id: 'f', form_token: 'token', node_id: 'n', node_title: 'Ask', form_content: 'Go on?' };
    const turn = told([
      { event: 'workflow_started', ...run, data: { id: 'r' } },
      { event: 'message', ...ids, answer: 'Well. ' },
      { event: 'human_input_required', ...run, data: { ...form, inputs: [], actions: [{ id: 'ok', title: 'Yes' }] } },
      { event: 'workflow_paused', ...run, data: {} },
    ]);
    expect(turn.state).toMatchObject({ status: 'waiting', forms: [{ token: 'token', state: 'open' }] });
    // Told again, where the run is followed from its beginning.
    told([{ event: 'human_input_required', ...run, data: { ...form, inputs: [], actions: [] } }], turn);
    expect(turn.state.forms).toMatchObject([{ place: 6 }]);
    const filled = {
      node_id: 'n',
      node_title: 'Ask',
      rendered_content: 'Go on? Yes',
      action_id: 'ok',
      action_text: 'Yes',
    };
    told([{ event: 'human_input_form_filled', ...run, data: filled }], turn);
    expect(turn.state).toMatchObject({ status: 'running', forms: [{ state: 'filled', answer: 'Yes' }] });
  });

  it('tells its listeners once in a frame', async () => {
    const turn = new Turn('k', {});
    const heard = vi.fn();
    turn.subscribe(heard);
    for (const answer of ['a', 'b', 'c']) turn.apply({ event: 'message', data: {}, all: { answer } });
    expect(turn.snapshot().answer).toBe('');
    await vi.waitFor(() => expect(turn.snapshot().answer).toBe('abc'));
    expect(heard).toHaveBeenCalledTimes(1);
  });

  it('takes frames without what they should have', () => {
    const events = ['message', 'message_end', 'agent_thought', 'message_file', 'human_input_required', 'node_started'];
    const odd = [null, 1, 'x', {}, { event: 1 }, ...events.map((event) => ({ event }))];
    expect(() => told(odd as object[])).not.toThrow();
  });
});

it('is read from lists as well', () => {
  const state = turnOfMessage({
    ...{ id: 'm', conversation_id: 'c', query: 'q', answer: 'a', status: 'error', error: 'why', created_at: 2 },
    ...{ feedback: { rating: 'like' }, retriever_resources: [source], message_files: [], agent_thoughts: [] },
  });
  expect(state).toMatchObject({
    id: 'm',
    status: 'failed',
    rating: 'like',
    createdAt: 2000,
    sources: [{ position: 1 }],
  });
});

it('parts thoughts from what is said', () => {
  expect(splitReasoning('<think>\nhm')).toEqual({ reasoning: 'hm', text: '' });
  expect(splitReasoning('<think>hm</think>\n\nYes')).toEqual({ reasoning: 'hm', text: 'Yes' });
  expect(splitReasoning('Yes <think>')).toEqual({ reasoning: '', text: 'Yes <think>' });
});
