import { describe, expect, it } from 'vitest';
import { Float, fromJson } from '#engine/run/values/value.ts';
import { runInPlace } from '#engine/testing/run-in-place.ts';
import { traceText } from './trace-cut.ts';

describe('what a record shows', () => {
  it('is the value itself while it is of usual size', () => {
    const value = { text: 'x'.repeat(100_000), list: Array(1000).fill(new Float(1)), none: null };
    const { text, isCut } = traceText(value);
    expect(isCut).toBe(false);
    expect(fromJson(text)).toEqual(value);
  });

  it('of a longer text is its beginning, marked, without half a character', () => {
    const { text, isCut } = traceText({ a: { b: `${'x'.repeat(99_999)}🙂y` }, c: 1 });
    expect(isCut).toBe(true);
    expect(JSON.parse(text)).toEqual({ a: { b: `${'x'.repeat(99_999)}…` }, c: 1 });
  });

  it('of a longer list are its first thousand items, in nested ones as well', () => {
    const list = Array.from({ length: 1001 }, (_, index) => index);
    expect(JSON.parse(traceText({ list: [list] }).text)).toEqual({ list: [list.slice(0, 1000)] });
  });

  it('of many parts is what fits into 1000 KiB, from the front', () => {
    const parts = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`k${index}`, '二'.repeat(90_000)]));
    const { text, isCut } = traceText([parts]);
    expect(isCut).toBe(true);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1000 * 1024 + 100);
    const [shown] = JSON.parse(text);
    expect(shown.k0).toBe(parts.k0);
    expect(Object.keys(shown)).toEqual(['k0', 'k1', 'k2', 'k3']);
    expect(shown.k3).toMatch(/^二+…$/);
  });

  it('keeps the small parts of a record beside a large one', () => {
    const prompts = Array.from({ length: 50 }, () => 'x'.repeat(90_000));
    const { text } = traceText({ mode: 'chat', prompts, usage: { total_tokens: 3 } });
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1000 * 1024 + 100);
    const shown = JSON.parse(text);
    expect(Object.keys(shown)).toEqual(['mode', 'prompts', 'usage']);
    expect(shown.usage).toEqual({ total_tokens: 3 });
    expect(shown.prompts.map((prompt: string) => prompt.length)).toEqual([
      ...Array(11).fill(90_000),
      expect.any(Number),
    ]);
  });

  it('keeps floats, and keys of any name', () => {
    const value = JSON.parse('{"__proto__": {"a": 1}}');
    const { text } = traceText({ value, float: new Float(2), list: Array(2000).fill(0) });
    expect(text).toMatch(/^\{"value":\{"__proto__":\{"a":1\}\},"float":2\.0,"list":\[0,/);
  });
});

describe('a record of a node', () => {
  const long = 'x'.repeat(200_000);
  const big = { type: 'work', outputs: { text: long, n: 1 } };
  const edges = [
    ['start', 'big'],
    ['big', 'out'],
  ] as const;

  it('is cut and says so, while the values themselves go on whole', async () => {
    const nodes = { start: { type: 'start' }, big, out: { type: 'answer', answer: '{{#big.text#}}!' } };
    const { events, text, finished } = await runInPlace({ nodes, edges });
    const record = events.find((event) => event.kind === 'node-finished' && event.nodeId === 'big');
    expect(record).toMatchObject({ outputs: JSON.stringify({ text: `${'x'.repeat(100_000)}…`, n: 1 }) });
    expect(record).toMatchObject({ metadata: '{"truncated":["outputs"]}' });
    expect(text).toBe(`${long}!`);
    expect(JSON.parse(finished.outputs)).toMatchObject({ answer: `${long}!` });
  });

  it('is enough to go on from: the whole value is in its state', async () => {
    const nodes = {
      start: { type: 'start' },
      big: { ...big, delay: 1 },
      out: { type: 'answer', answer: '{{#big.text#}}!' },
    };
    const { events } = await runInPlace({ nodes, edges });
    const end = events.findIndex((event) => event.kind === 'node-finished' && event.nodeId === 'big');
    const rest = await runInPlace({ nodes, edges, past: { events: events.slice(0, end + 1) } });
    expect(rest.started).not.toContain('big');
    expect(JSON.parse(rest.finished.outputs)).toMatchObject({ answer: `${long}!` });
  });

  it('never shows half a secret where it is cut', async () => {
    const secret = 'sesame-open';
    const outputs = { text: `${'x'.repeat(99_995)}${secret}${'y'.repeat(100)}` };
    const { events } = await runInPlace({
      nodes: { start: { type: 'start' }, big: { type: 'work', outputs }, out: { type: 'answer', answer: '' } },
      edges,
      environment: [{ name: 'key', valueType: 'secret', value: '' }],
      secrets: { key: secret },
    });
    const record = events.find((event) => event.kind === 'node-finished' && event.nodeId === 'big');
    expect(record).toMatchObject({ outputs: expect.stringContaining('x***yy') });
    expect(JSON.stringify({ ...record, state: null })).not.toContain('sesa');
  });
});
