import { describe, expect, it } from 'vitest';
import { fakeKind } from '#engine/testing/fake-nodes.ts';
import { runInPlace } from '#engine/testing/run-in-place.ts';
import { Float } from './value.ts';

const start = { type: 'start' };
const answer = (text: string) => ({ type: 'answer', answer: text });

describe('the values a run begins with', () => {
  it('are inputs, system values (also under dotted names of the start), environment and conversation', async () => {
    const { text, nodeOutputs } = await runInPlace({
      environment: [
        { name: 'plain', valueType: 'string', value: 'p' },
        { name: 'count', valueType: 'number', value: null },
      ],
      conversation: [
        { name: 'seen', valueType: 'array[string]', value: null },
        { name: 'mood', valueType: 'string', value: 'calm' },
        { name: 'kept', valueType: 'string', value: 'default' },
      ],
      memory: { kept: 'stored' },
      nodes: {
        start,
        out: answer(
          '{{#start.x#}} {{#sys.query#}} {{#env.plain#}} {{#env.count#}} [{{#conversation.seen#}}] {{#conversation.mood#}} {{#conversation.kept#}}',
        ),
      },
      edges: [['start', 'out']],
      inputs: { x: 1.5 },
      system: { query: 'hi', user_id: 'u' },
    });
    expect(text).toBe('1.5 hi p 0 [] calm stored');
    expect(nodeOutputs.start).toMatchObject({
      x: 1.5,
      'sys.query': 'hi',
      'sys.user_id': 'u',
      'sys.workflow_run_id': 'run',
    });
    expect(nodeOutputs.start).toMatchObject({ 'sys.app_id': 'app', 'sys.timestamp': 1_767_225_600 });
  });

  it('trap 12: integer versus float: 3 and 3.0 stay apart through nodes and outputs', async () => {
    const echo = fakeKind({
      compile: () => null,
      run: (_, { variables }) => ({
        outputs: { x: variables.get(['start', 'x']), type: variables.type(['start', 'x']) },
      }),
    });
    const { finished } = await runInPlace({
      mode: 'workflow',
      kinds: { echo },
      nodes: { start, e: { type: 'echo' }, out: { type: 'end', outputs: { x: ['e', 'x'], type: ['e', 'type'] } } },
      edges: [
        ['start', 'e'],
        ['e', 'out'],
      ],
      inputs: { x: new Float(3) },
    });
    expect(finished.outputs).toBe('{"x":3.0,"type":"float"}');
  });

  it('that are no JSON objects fail the run', async () => {
    const { finished } = await runInPlace({ nodes: { start }, edges: [], inputs: [] as never });
    expect(finished.status).toBe('failed');
  });
});

describe('secrets', () => {
  const secret = 'p"ss-w0rd';
  const leak = fakeKind({
    compile: () => null,
    run: (_, { variables, log }) => {
      const value = variables.get(['env', 'key']);
      log({ value });
      return {
        outputs: { header: `Bearer ${value}`, n: 1234 },
        inputs: { value },
        processData: { deep: [{ [String(value)]: value }] },
      };
    },
  });
  const sketch = {
    environment: [{ name: 'key', valueType: 'secret', value: '' }],
    secrets: { key: secret },
    kinds: { leak },
    nodes: { start, l: { type: 'leak' }, out: answer('{{#l.header#}}') },
    edges: [
      ['start', 'l'],
      ['l', 'out'],
    ] as const,
  };

  it('are replaced in everything that leaves the run', async () => {
    const { events, text } = await runInPlace(sketch);
    expect(JSON.stringify(events)).not.toContain('ss-w0rd');
    expect(events.find((event) => event.kind === 'node-finished' && event.nodeId === 'l')).toMatchObject({
      inputs: '{"value":"***"}',
      processData: '{"deep":[{"***":"***"}]}',
      outputs: '{"header":"Bearer ***","n":1234}',
    });
    expect(text).toBe('Bearer ***');
  });

  it('are replaced in errors', async () => {
    const fail = fakeKind({
      compile: () => null,
      run: (_, { variables }) => {
        throw new Error(`refused ${variables.get(['env', 'key'])}`);
      },
    });
    const { finished, events } = await runInPlace({ ...sketch, kinds: { leak: fail } });
    expect(finished.error).toBe('refused ***');
    expect(JSON.stringify(events)).not.toContain('ss-w0rd');
  });

  it('never break the JSON of a trace', async () => {
    const { nodeOutputs } = await runInPlace({ ...sketch, secrets: { key: '1234' } });
    expect(nodeOutputs.l).toEqual({ header: 'Bearer ***', n: 1234 });
  });
});

describe('updates of a node', () => {
  it('are applied and reported before its own success', async () => {
    const { events, text } = await runInPlace({
      conversation: [{ name: 'n', valueType: 'number', value: 1 }],
      nodes: {
        start,
        set: { type: 'work', updates: [{ selector: ['conversation', 'n'], value: 2 }], outputs: {} },
        out: answer('{{#conversation.n#}}'),
      },
      edges: [
        ['start', 'set'],
        ['set', 'out'],
      ],
    });
    const kinds = events.map((event) => event.kind);
    const updated = kinds.indexOf('variable-updated');
    expect(events[updated]).toEqual({
      kind: 'variable-updated',
      selector: ['conversation', 'n'],
      valueType: 'number',
      value: '2',
    });
    expect(updated).toBeLessThan(events.findIndex((event) => event.kind === 'node-finished' && event.nodeId === 'set'));
    expect(text).toBe('2');
  });
});

describe('events of a run', () => {
  it('tell order, predecessor, times and usage', async () => {
    const usage = {
      promptTokens: 1,
      completionTokens: 2,
      totalTokens: 3,
      promptUnitPrice: '0',
      promptPriceUnit: '0',
      promptPrice: '0.1',
      completionUnitPrice: '0',
      completionPriceUnit: '0',
      completionPrice: '0.2',
      totalPrice: '0.3',
      currency: 'USD',
      latency: 1,
      timeToFirstToken: null,
      timeToGenerate: null,
    };
    const { events, finished } = await runInPlace({
      nodes: { start, a: { type: 'work', delay: 250, usage }, h: { type: 'hidden', usage }, b: { type: 'work' } },
      edges: [
        ['start', 'a'],
        ['a', 'h'],
        ['h', 'b'],
      ],
    });
    expect(events[0]).toEqual({ kind: 'run-started', at: 1_767_225_600_000, reason: 'initial' });
    expect(events.filter((event) => 'nodeId' in event && event.nodeId === 'a')).toMatchObject([
      { kind: 'node-started', index: 2, predecessorNodeId: 'start', position: null, startedAt: 1_767_225_600_000 },
      {
        kind: 'node-finished',
        status: 'succeeded',
        index: 2,
        inputs: '{}',
        processData: null,
        error: null,
        errorType: null,
        metadata: '{"total_tokens":3,"total_price":"0.3","currency":"USD"}',
        elapsed: 0.25,
        finishedAt: 1_767_225_600_250,
      },
    ]);
    expect(events.some((event) => 'nodeId' in event && event.nodeId === 'h')).toBe(false);
    expect(events.find((event) => 'nodeId' in event && event.nodeId === 'b')).toMatchObject({
      index: 3,
      predecessorNodeId: 'h',
    });
    expect(finished).toMatchObject({ totalTokens: 6, totalSteps: 4, elapsed: 0.25, usage: { totalPrice: '0.6' } });
  });

  it('leave outputs empty without a response node', async () => {
    const { finished } = await runInPlace({ nodes: { start }, edges: [] });
    expect(finished).toMatchObject({ status: 'succeeded', outputs: '{}', answer: '', files: '[]', error: null });
  });
});
