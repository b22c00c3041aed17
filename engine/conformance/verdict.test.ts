import { describe, expect, it } from 'vitest';
import type { RunStory } from './run-story.ts';
import { decide } from './verdict.ts';

function tree(...nodes: readonly object[]) {
  return { app: { mode: 'workflow' }, workflow: { graph: { nodes: nodes.map((data) => ({ id: 'n', data })) } } };
}

function graph(nodes: Readonly<Record<string, object>>) {
  const list = Object.entries(nodes).map(([id, data]) => ({ id, data }));
  return { app: { mode: 'workflow' }, workflow: { graph: { nodes: list } } };
}

function story(status: string, more: Partial<RunStory> = {}): RunStory {
  const none = { error: null, errorCode: null, runId: '', taskId: '', conversationId: '', text: '', outputs: {} };
  return { ...none, nodes: [], problems: [], status, ...more };
}

const nodeEnd = (nodeId: string, type: string, status = 'succeeded', outputs = {}) => ({
  nodeId,
  type,
  status,
  outputs,
  error: null,
  isInside: false,
});

const judge = (document: object, ...stories: readonly RunStory[]) =>
  decide({ tree: { ...document }, refusal: null, stories, problems: [] });
const refuse = (message: string, status = 400) =>
  decide({ tree: tree(), refusal: { status, code: 'x', message }, stories: [], problems: [] }).verdict;

describe('a verdict', () => {
  it('is passed only when nothing was missing', () => {
    expect(judge(tree({ type: 'llm' }), story('succeeded'))).toEqual({ verdict: 'passed', needs: [] });
    expect(judge(tree({ type: 'http-request' }), story('succeeded'))).toEqual({ verdict: 'ran', needs: ['http'] });
    const files = { type: 'start', variables: [{ type: 'file-list' }] };
    expect(judge(tree(files), story('succeeded'))).toEqual({ verdict: 'ran', needs: ['files'] });
  });

  it('counts a tool, an agent or a module as there when its node succeeded each time', () => {
    const tool = tree({ type: 'tool', provider_name: 'time' });
    const ran = (...statuses: readonly string[]) => ({ nodes: statuses.map((status) => nodeEnd('n', 'tool', status)) });
    expect(judge(tool, story('succeeded', ran('succeeded')))).toEqual({ verdict: 'passed', needs: [] });
    expect(judge(tool, story('succeeded', ran('succeeded', 'exception')))).toMatchObject({ needs: ['tool time'] });
    expect(judge(tool, story('succeeded'))).toEqual({ verdict: 'ran', needs: ['tool time'] });
    const code = tree({ type: 'code', code_language: 'python3', code: 'import json, numpy as np\nfrom a.b import c' });
    expect(judge(code, story('succeeded')).needs).toEqual(['python numpy', 'python a']);
  });

  it('is failed for any breach of the contract, and for failures of the server', () => {
    expect(decide({ tree: tree(), refusal: null, stories: [story('succeeded')], problems: ['hung'] }).verdict).toBe(
      'failed',
    );
    expect(judge(tree(), story('failed', { errorCode: 'internal_server_error' })).verdict).toBe('failed');
    expect(judge(tree(), story('failed', { error: 'nobody knows' })).verdict).toBe('failed');
    expect(refuse('broken', 500)).toBe('failed');
  });

  it('is needs where a run ends for want of something', () => {
    expect(refuse("The node has the type 'warp', which is not available here: install it")).toBe('needs');
    const needy = graph({ a: { type: 'knowledge-retrieval' }, b: { type: 'code', variables: [['a', 'result']] } });
    for (const failing of ['a', 'b']) {
      expect(judge(needy, story('failed', { nodes: [nodeEnd(failing, 'x', 'failed')] })).verdict).toBe('needs');
    }
    const chat = { model_config: { dataset_configs: { datasets: { datasets: [{ dataset: {} }] } } } };
    expect(judge(chat, story('failed', { error: 'dataset not found' })).verdict).toBe('needs');
    const person = story('paused');
    expect(judge(tree({ type: 'human-input' }), person)).toEqual({ verdict: 'needs', needs: ['a person'] });
  });

  it('is own where the document asks for what can not be there', () => {
    const document = graph({
      s: { type: 'start', variables: [] },
      m: { type: 'llm' },
      c: { type: 'code', x: '{{#m.text#}}' },
    });
    const missing = (name: string) => {
      const failing = { ...nodeEnd('a', 'answer', 'failed'), error: `Variable ${name} not found` };
      return judge(document, story('failed', { nodes: [nodeEnd('s', 'start'), nodeEnd('m', 'llm'), failing] })).verdict;
    };
    expect(missing('s.lang')).toBe('own');
    expect(missing('nobody.text')).toBe('own');
    expect(
      judge(document, story('failed', { error: 'no JSON', nodes: [nodeEnd('c', 'code', 'failed')] })).verdict,
    ).toBe('own');
  });

  it('is failed where a node that ran lacks what the DSL promises of it', () => {
    const document = graph({ m: { type: 'llm' }, a: { type: 'if-else', x: [['m', 'usage']] } });
    const missing = (name: string) => {
      const failing = { ...nodeEnd('a', 'if-else', 'failed'), error: `Variable m.${name} not found` };
      return judge(document, story('failed', { nodes: [nodeEnd('m', 'llm'), failing] })).verdict;
    };
    expect(missing('usage')).toBe('failed');
    expect(missing('colour')).toBe('own');
  });

  it('is own for a document that runs in circles, and for values that do not fit a node', () => {
    expect(judge(tree(), story('stopped', { error: 'Maximum execution steps exceeded: 501 > 500' })).verdict).toBe(
      'own',
    );
    const failing = {
      ...nodeEnd('n', 'iteration', 'failed'),
      error: 'An iteration goes through a list, and s.x is none',
    };
    expect(judge(tree({ type: 'iteration' }), story('failed', { nodes: [failing] })).verdict).toBe('own');
    expect(judge(tree(), story('stopped', { error: 'Stopped by user' })).verdict).toBe('failed');
  });

  it('is own where code gives up, and failed where its sandbox does', () => {
    const judged = (error: string) =>
      judge(tree({ type: 'code' }), story('failed', { nodes: [{ ...nodeEnd('n', 'code', 'failed'), error }] })).verdict;
    expect(judged("KeyError: 'data'")).toBe('own');
    expect(judged('json.decoder.JSONDecodeError: Expecting value')).toBe('own');
    expect(judged('The code ran longer than 10 s and was ended.')).toBe('failed');
  });

  it('is failed for slips of the code, whatever the document lacks', () => {
    const document = graph({ a: { type: 'tool' }, h: { type: 'http-request' } });
    const failing = (nodeId: string, type: string, error: string) =>
      judge(document, story('failed', { error, nodes: [{ ...nodeEnd(nodeId, type, 'failed'), error }] })).verdict;
    expect(failing('a', 'tool', 'No plugin answers the host call "x".')).toBe('failed');
    expect(failing('a', 'tool', 'Cannot read properties of undefined')).toBe('failed');
    expect(failing('a', 'tool', 'There is no such tool.')).toBe('needs');
    expect(failing('a', 'tool', 'The node names no tool: choose one.')).toBe('own');
    expect(failing('h', 'http-request', 'The connection was refused.')).toBe('failed');
    expect(failing('h', 'http-request', 'The JSON body can not be read.')).toBe('own');
  });

  it('is refused for what is no valid document', () => {
    expect(refuse('The graph has no start.')).toBe('refused');
  });
});
