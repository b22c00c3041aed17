import { describe, expect, it } from 'vitest';
import { ThinkSplitter } from './think-splitter.ts';

function split(text: string, size: number): { text: string; thoughts: string } {
  const result = { text: '', thoughts: '' };
  const splitter = new ThinkSplitter(
    (piece) => {
      result.text += piece;
    },
    (piece) => {
      result.thoughts += piece;
    },
  );
  for (let start = 0; start < text.length; start += size) splitter.push(text.slice(start, start + size));
  splitter.end();
  return result;
}

describe('think tags', () => {
  const sizes = [1, 2, 3, 4, 5, 6, 7, 8, 11, 1000];

  it.each(sizes)('are cut out when they arrive %i characters at a time', (size) => {
    const text = '<think>\nfirst <b> 1 < 2\n</think>\n\nThe <answer> is 1 </ 2.<THINK>more</THINK> End<';
    expect(split(text, size)).toEqual({ text: 'The <answer> is 1 </ 2. End<', thoughts: 'first <b> 1 < 2\nmore' });
  });

  it.each(sizes)('that never close hold thoughts, %i characters at a time', (size) => {
    expect(split('a<think>b</thin', size)).toEqual({ text: 'a', thoughts: 'b</thin' });
  });

  it('leave text without tags as it is', () => {
    expect(split('plain  text\n', 4)).toEqual({ text: 'plain  text\n', thoughts: '' });
  });
});
