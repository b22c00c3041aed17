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
  const none = {
    error: null,
    errorCode: null,
    failureCode: null,
    runId: '',
    taskId: '',
    conversationId: '',
    text: '',
    outputs: {},
  };
  return { ...none, nodes: [], problems: [], status, ...more };
}

const nodeEnd = (nodeId: string, type: string, status = 'succeeded', outputs = {}) => ({
  id: `execution of ${nodeId}`,
  nodeId,
  type,
  status,
  outputs,
  error: null,
  errorType: null as string | null,
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
    const parameter = (name: string) => {
      const error = `The variable m.${name} of the required parameter "q" has no value here.`;
      const failing = { ...nodeEnd('a', 'tool', 'failed'), error, errorType: 'ToolParameterError' };
      return judge(document, story('failed', { nodes: [nodeEnd('m', 'llm'), failing] })).verdict;
    };
    expect(parameter('usage')).toBe('failed');
    expect(parameter('colour')).toBe('own');
  });

  it('is own for a document that runs in circles, and for values that do not fit a node', () => {
    expect(judge(tree(), story('stopped', { error: 'Maximum execution steps exceeded: 501 > 500' })).verdict).toBe(
      'own',
    );
    const failing = {
      ...nodeEnd('n', 'iteration', 'failed'),
      error: 'An iteration goes through a list, and s.x is none',
      errorType: 'InvalidIteratorValueError',
    };
    expect(judge(tree({ type: 'iteration' }), story('failed', { nodes: [failing] })).verdict).toBe('own');
    expect(judge(tree(), story('stopped', { error: 'Stopped by user' })).verdict).toBe('failed');
  });

  it('is failed for slips of the code, whatever the document lacks', () => {
    const document = graph({ a: { type: 'tool' }, h: { type: 'http-request' } });
    const failing = (nodeId: string, type: string, error: string, errorType: string | null = null) =>
      judge(document, story('failed', { error, nodes: [{ ...nodeEnd(nodeId, type, 'failed'), error, errorType }] }))
        .verdict;
    expect(failing('a', 'tool', 'No plugin answers the host call "x".')).toBe('failed');
    expect(failing('a', 'tool', 'Cannot read properties of undefined')).toBe('failed');
    expect(failing('a', 'tool', 'There is no such tool.')).toBe('needs');
    expect(failing('a', 'tool', 'The node names no tool: choose one.')).toBe('own');
    expect(failing('h', 'http-request', 'The connection was refused.')).toBe('failed');
    expect(failing('h', 'http-request', 'The JSON body can not be read.', 'RequestBodyError')).toBe('own');
    expect(failing('a', 'tool', 'The parameter "x" is required and has no value.', 'ToolParameterError')).toBe('own');
    expect(failing('a', 'tool', 'fetch failed', 'TypeError')).toBe('failed');
  });

  it('is failed where a JSON body could not be sent although every placeholder stands in quotes', () => {
    const judged = (value: string) => {
      const nodes = { h: { type: 'http-request', body: { type: 'json', data: [{ value }] } } };
      const failing = { ...nodeEnd('h', 'http-request', 'failed'), error: 'x', errorType: 'RequestBodyError' };
      return judge(graph(nodes), story('failed', { nodes: [failing] })).verdict;
    };
    expect(judged('{"a": "{{#m.text#}} and {{#m.text#}}"}')).toBe('failed');
    expect(judged('{"a": {{#m.text#}}}')).toBe('own');
  });

  it('is own for a graph that can not be built, and failed where the server was in the way', () => {
    const judged = (failureCode: string | null) => judge(tree(), story('failed', { failureCode, error: 'x' })).verdict;
    expect(judged('node-flow.invalid_setting')).toBe('own');
    expect(judged('engine.invalid_graph')).toBe('own');
    expect(judged('engine.no_thread')).toBe('failed');
    expect(judged(null)).toBe('failed');
    const tool = { model_config: { agent_mode: { tools: [{ provider_name: 'x' }] } } };
    expect(judge(tool, story('failed', { failureCode: 'tools.not_installed' })).verdict).toBe('needs');
    expect(judge(tool, story('failed', { failureCode: 'engine.host_call_failed' })).verdict).toBe('failed');
  });

  it('is refused for what is no valid document', () => {
    expect(refuse('The graph has no start.')).toBe('refused');
  });
});
