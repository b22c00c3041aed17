import { describe, expect, it } from 'vitest';
import type { RunEvent } from '#engine';
import { type RunSketch, runInPlace, startInPlace } from '#engine/testing/run-in-place.ts';

const start = { type: 'start' };
const llm = (tokens: readonly string[], settings: Record<string, unknown> = {}) => ({
  type: 'work',
  tokens,
  every: 10,
  ...settings,
});
const answer = (text: string, settings: Record<string, unknown> = {}) => ({
  type: 'answer',
  answer: text,
  ...settings,
});

/** The order of what matters to a reader: chunks and finished nodes. */
function story(events: readonly RunEvent[]): string[] {
  return events.flatMap((event) => {
    if (event.kind === 'chunk') return event.deltas.map((delta) => `"${delta}"`);
    return event.kind === 'node-finished' ? [event.nodeId] : [];
  });
}

async function tell(sketch: RunSketch): Promise<string[]> {
  const { events, finished, text, outputs } = await runInPlace(sketch);
  expect(finished.answer).toBe(text);
  expect(outputs.answer ?? '').toBe(text);
  return story(events);
}

describe('trap 8: streaming order', () => {
  it('sends tokens live, before the answer node runs', async () => {
    const run = startInPlace({
      nodes: { start, llm: llm(['a', 'b']), out: answer('<{{#llm.text#}}>') },
      edges: [
        ['start', 'llm'],
        ['llm', 'out'],
      ],
    });
    await run.clock.advance(5);
    expect(story(run.events)).toEqual(['"<"', 'start', '"a"']);
    await run.clock.until(run.done);
    expect(story(run.events)).toEqual(['"<"', 'start', '"a"', '"b"', '">"', 'llm', 'out']);
    expect(run.events.filter((event) => event.kind === 'chunk')).toMatchObject([
      { nodeId: 'out', selector: null, deltas: ['<'], position: null },
      { nodeId: 'out', selector: ['llm', 'text'], deltas: ['a'] },
      { nodeId: 'out', selector: ['llm', 'text'], deltas: ['b'] },
      { nodeId: 'out', selector: null, deltas: ['>'] },
    ]);
  });

  it('keeps the tokens of the model that is named later', async () => {
    const sketch = {
      nodes: { start, a: llm(['a1', 'a2']), b: llm(['b1', 'b2']), out: answer('{{#b.text#}}|{{#a.text#}}') },
      edges: [
        ['start', 'a'],
        ['a', 'b'],
        ['b', 'out'],
      ] as const,
    };
    expect(await tell(sketch)).toEqual(['start', 'a', '"b1"', '"b2"', '"|"', '"a1"', '"a2"', 'b', 'out']);
  });

  it('follows the template, not the arrival, when models run in parallel', async () => {
    const sketch = (slow: number) => ({
      nodes: {
        start,
        a: llm(['a1', 'a2'], { delay: slow }),
        b: llm(['b1', 'b2'], { delay: 20 - slow }),
        out: answer('{{#a.text#}}{{#b.text#}}'),
      },
      edges: [
        ['start', 'a'],
        ['start', 'b'],
        ['a', 'out'],
        ['b', 'out'],
      ] as const,
    });
    const chunks = ['"a1"', '"a2"', '"b1"', '"b2"'];
    for (const slow of [0, 20]) {
      expect((await tell(sketch(slow))).filter((item) => item.startsWith('"'))).toEqual(chunks);
    }
  });

  it('makes the second of two answers in a chain wait for the first', async () => {
    const sketch = {
      nodes: {
        start,
        a: llm(['a']),
        one: answer('1{{#a.text#}}', { delay: 5 }),
        b: llm(['b']),
        two: answer('2{{#b.text#}}'),
      },
      edges: [
        ['start', 'a'],
        ['a', 'one'],
        ['one', 'b'],
        ['b', 'two'],
      ] as const,
    };
    expect(await tell(sketch)).toEqual(['"1"', 'start', '"a"', 'a', '"2"', 'one', '"b"', 'b', 'two']);
  });

  it('shows nothing behind a branch before it is decided, and its leading text right after', async () => {
    const sketch = {
      nodes: {
        start,
        if: { type: 'branch', handle: 'yes', delay: 5 },
        a: llm(['a']),
        yes: answer('yes {{#a.text#}}'),
        no: answer('no'),
      },
      edges: [
        ['start', 'if'],
        ['if', 'a', 'yes'],
        ['a', 'yes'],
        ['if', 'no', 'no'],
      ] as const,
    };
    expect(await tell(sketch)).toEqual(['start', '"yes "', 'if', '"a"', 'a', 'yes']);
  });

  it('sends the tokens of a model with a fail branch in one burst when it is done', async () => {
    const sketch = {
      nodes: { start, llm: llm(['a', 'b'], { error_strategy: 'fail-branch' }), out: answer('{{#llm.text#}}') },
      edges: [
        ['start', 'llm'],
        ['llm', 'out', 'source'],
      ] as const,
    };
    expect(await tell(sketch)).toEqual(['start', '"a"', '"b"', 'llm', 'out']);
  });

  it('waits for an assigner that writes a variable of the template', async () => {
    const sketch = {
      conversation: [{ name: 'n', valueType: 'number', value: 1 }],
      nodes: {
        start,
        set: { type: 'work', delay: 5, updates: [{ selector: ['conversation', 'n'], value: 2 }] },
        other: { type: 'work', delay: 5, updates: [{ selector: ['conversation', 'm'], value: 2 }] },
        out: answer('n={{#conversation.n#}}'),
      },
      edges: [
        ['start', 'set'],
        ['set', 'other'],
        ['other', 'out'],
      ] as const,
    };
    expect(await tell(sketch)).toEqual(['start', '"n="', '"2"', 'set', 'other', 'out']);
    const early = { ...sketch, nodes: { ...sketch.nodes, out: answer('m={{#conversation.m#}}!') } };
    expect((await tell(early)).join(' ')).toBe('start set "m=" "2" "!" other out');
    const unrelated = { ...sketch, nodes: { ...sketch.nodes, out: answer('hello') } };
    expect((await tell(unrelated))[0]).toBe('"hello"');
  });

  it('never shows a model that no template names', async () => {
    const sketch = {
      nodes: { start, llm: llm(['secret']), out: answer('done') },
      edges: [
        ['start', 'llm'],
        ['llm', 'out'],
      ] as const,
    };
    expect(await tell(sketch)).toEqual(['"done"', 'start', 'llm', 'out']);
  });

  it('gives the outputs of an end node with line breaks between them', async () => {
    const { text, outputs, finished } = await runInPlace({
      mode: 'workflow',
      nodes: { start, llm: llm(['a', 'b']), out: { type: 'end', outputs: { x: ['llm', 'text'], y: ['start', 'n'] } } },
      edges: [
        ['start', 'llm'],
        ['llm', 'out'],
      ],
      inputs: { n: [1] },
    });
    expect(text).toBe('ab\n- 1');
    expect(outputs).toEqual({ x: 'ab', y: [1] });
    expect(finished.answer).toBe('');
  });
});

describe('trap 9: streamed text equals the final answer', () => {
  it('when a template names a stream twice', async () => {
    const sketch = {
      nodes: { start, llm: llm(['a', 'b']), out: answer('{{#llm.text#}}/{{#llm.text#}}') },
      edges: [
        ['start', 'llm'],
        ['llm', 'out'],
      ] as const,
    };
    expect((await runInPlace(sketch)).nodeOutputs.out).toMatchObject({ answer: 'ab/ab' });
    expect((await tell(sketch)).filter((item) => item.startsWith('"')).join('')).toBe('"a""b""/""a""b"');
  });

  it('when it names both sides of a branch: nothing for the skipped one', async () => {
    const { text, nodeOutputs } = await runInPlace({
      nodes: {
        start,
        if: { type: 'branch', handle: 'a' },
        a: llm(['A']),
        b: llm(['B']),
        out: answer('[{{#a.text#}}{{#b.text#}}]'),
      },
      edges: [
        ['start', 'if'],
        ['if', 'a', 'a'],
        ['if', 'b', 'b'],
        ['a', 'out'],
        ['b', 'out'],
      ],
    });
    expect(text).toBe('[A]');
    expect(nodeOutputs.out).toMatchObject({ answer: '[A]' });
  });

  it('trap 10: unresolved template: the bare name, and later answers are not held up', async () => {
    const { text, nodeOutputs } = await runInPlace({
      nodes: {
        start,
        one: answer('{{#start.nothing#}} {{#ghost.x#}}.'),
        llm: llm(['ok']),
        two: answer('{{#llm.text#}}'),
      },
      edges: [
        ['start', 'one'],
        ['one', 'llm'],
        ['llm', 'two'],
      ],
    });
    expect(text).toBe('start.nothing ghost.x.ok');
    expect(nodeOutputs.one).toMatchObject({ answer: 'start.nothing ghost.x.' });
  });

  it('when a failing model has streamed and its default follows', async () => {
    const { text, nodeOutputs } = await runInPlace({
      nodes: {
        start,
        llm: llm(['par', 'tial'], {
          fails: true,
          failsAfter: 1,
          error_strategy: 'default-value',
          default_value: [{ key: 'text', type: 'string', value: 'partly done' }],
        }),
        out: answer('{{#llm.text#}}'),
      },
      edges: [
        ['start', 'llm'],
        ['llm', 'out'],
      ],
    });
    expect(text).toBe('partly done');
    expect(nodeOutputs.out).toMatchObject({ answer: 'partly done' });
  });

  it('when a failing model has streamed into a fail branch that names it', async () => {
    const { text, nodeOutputs } = await runInPlace({
      nodes: {
        start,
        llm: llm(['par', 'tial'], { fails: true, failsAfter: 1, error_strategy: 'fail-branch' }),
        out: answer('{{#llm.text#}}: {{#llm.error_type#}}'),
      },
      edges: [
        ['start', 'llm'],
        ['llm', 'out', 'fail-branch'],
      ],
    });
    expect(text).toBe('llm.text: FakeError');
    expect(nodeOutputs.out).toMatchObject({ answer: text });
  });

  it('when a model fails in the middle of its stream and a retry says the same again', async () => {
    const { text, events } = await runInPlace({
      nodes: {
        start,
        llm: llm(['one ', 'two ', 'three'], {
          fails: 1,
          failsAfter: 2,
          retry_config: { retry_enabled: true, max_retries: 1, retry_interval: 50 },
        }),
        out: answer('{{#llm.text#}}.'),
      },
      edges: [
        ['start', 'llm'],
        ['llm', 'out'],
      ],
    });
    expect(text).toBe('one two three.');
    expect(story(events).slice(1)).toEqual(['"one "', '"two "', '"three"', '"."', 'llm', 'out']);
  });

  it('with values that are not streamed, in their markdown form', async () => {
    const { text } = await runInPlace({
      nodes: {
        start,
        out: answer('{{#start.list#}}\n{{#start.object#}} {{#start.none#}}{{#start.flag#}} {{#sys.query#}}'),
      },
      edges: [['start', 'out']],
      inputs: { list: ['a', 'b'], object: { k: 1 }, none: null, flag: true },
      system: { query: 'q' },
    });
    expect(text).toBe('- a\n- b\n{\n  "k": 1\n} True q');
  });

  it('in workflow mode, where several answers are joined in the order they are shown', async () => {
    const { text, outputs, finished } = await runInPlace({
      mode: 'workflow',
      nodes: { start, slow: llm(['s'], { delay: 50 }), a: answer('{{#slow.text#}}1'), b: answer('2') },
      edges: [
        ['start', 'slow'],
        ['slow', 'a'],
        ['start', 'b'],
      ],
    });
    expect(text).toBe('s12');
    expect(outputs).toEqual({ answer: 's12', files: [] });
    expect(finished.answer).toBe('s12');
  });
});
