import { describe, expect, it } from 'vitest';
import { fakeKind } from '#engine/testing/fake-nodes.ts';
import { runInPlace } from '#engine/testing/run-in-place.ts';
import { parseTemplate, renderTemplate } from './template.ts';
import { checkSize, maxValueSize } from './value-size.ts';

const start = { type: 'start' };
const long = 'x'.repeat(100_000);
const giving = (outputs: Readonly<Record<string, unknown>>) =>
  fakeKind({ compile: () => null, run: () => ({ outputs }) });

function doubled(times: number): unknown {
  let value: unknown = ['x'];
  for (let round = 0; round < times; round += 1) value = [value, value];
  return value;
}

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = { in: value };
  return value;
}

describe('the size of a value', () => {
  it('is its characters and parts', () => {
    expect(() => checkSize('x'.repeat(maxValueSize), 'It')).not.toThrow();
    expect(() => checkSize('x'.repeat(maxValueSize + 1), 'It')).toThrow(/It is larger than the 4 million/);
    expect(() => checkSize({ ['k'.repeat(maxValueSize)]: 1 }, 'It')).toThrow(/larger/);
    expect(() => checkSize(new Array(maxValueSize + 1), 'It')).toThrow(/larger/);
  });

  it('counts shared parts as often as they appear, and stops counting at the limit', () => {
    expect(() => checkSize(doubled(10), 'It')).not.toThrow();
    expect(() => checkSize(doubled(200), 'It')).toThrow(/larger/);
  });

  it('has a depth', () => {
    expect(() => checkSize(nested(900), 'It')).not.toThrow();
    expect(() => checkSize(nested(100_000), 'It')).toThrow(/larger/);
  });
});

describe('a run', () => {
  it('fails when a template makes too much of its variables', () => {
    const template = parseTemplate('{{#a.x#}}'.repeat(60));
    expect(() => renderTemplate(template, { get: () => long }, 'text')).toThrow(/variables filled in is larger/);
  });

  it('fails when its streamed text grows too long, with what was shown as its answer', async () => {
    const { finished } = await runInPlace({
      nodes: { start, answer: { type: 'answer', answer: '{{#sys.query#}}'.repeat(3000) } },
      edges: [['start', 'answer']],
      system: { query: long },
    });
    expect(finished).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('The text of the run is larger'),
    });
    expect(finished.answer).toHaveLength(maxValueSize);
  });

  it('fails at a node that puts out a structure beyond measure', async () => {
    const { finished, statuses } = await runInPlace({
      nodes: { start, bomb: { type: 'bomb' } },
      edges: [['start', 'bomb']],
      kinds: { bomb: giving({ value: doubled(200) }) },
    });
    expect(statuses.bomb).toBe('failed');
    expect(finished).toMatchObject({ status: 'failed', error: expect.stringContaining('larger') });
  });

  it('fails when all its records together are too much', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `n${index}`);
    const { finished, statuses } = await runInPlace({
      nodes: { start, ...Object.fromEntries(names.map((name) => [name, { type: 'wide' }])) },
      edges: names.map((name, index) => [index === 0 ? 'start' : `n${index - 1}`, name] as const),
      kinds: { wide: giving({ text: 'x'.repeat(3_000_000) }) },
    });
    expect(finished).toMatchObject({ status: 'failed', errorCode: 'engine.run_too_large' });
    expect([statuses.n9, statuses.n10, statuses.n11]).toEqual(['succeeded', 'failed', undefined]);
  });
});
