import { describe, expect, it } from 'vitest';
import { BoundedLabels } from './bounded-labels.ts';

describe('labels from documents', () => {
  it('tells only so many apart, whatever comes', () => {
    const labels = new BoundedLabels(2);
    expect(labels.of('openai', 'a')).toEqual(['openai', 'a']);
    expect(labels.of('openai', 'b')).toEqual(['openai', 'b']);
    for (let index = 0; index < 1_000; index += 1) expect(labels.of('openai', `c${index}`)).toEqual(['other', 'other']);
    expect(labels.of('openai', 'a')).toEqual(['openai', 'a']);
  });

  it('cuts long names', () => {
    expect(new BoundedLabels(1).of('x'.repeat(10_000))).toEqual(['x'.repeat(100)]);
  });
});
