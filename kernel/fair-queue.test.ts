import { describe, expect, it } from 'vitest';
import { FairQueue } from './fair-queue.ts';

describe('FairQueue', () => {
  it('gives items back in order within a workspace', () => {
    const queue = new FairQueue<number>();
    for (const item of [1, 2, 3]) queue.add('a', item);
    expect([queue.take(), queue.take(), queue.take(), queue.take()]).toEqual([1, 2, 3, undefined]);
  });

  it('prefers the workspace with the fewest items running', () => {
    const queue = new FairQueue<string>();
    for (const item of ['a1', 'a2', 'a3']) queue.add('a', item);
    queue.add('b', 'b1');
    expect(queue.take()).toBe('a1');
    expect(queue.take()).toBe('b1');
    expect(queue.take()).toBe('a2');
    queue.add('b', 'b2');
    queue.finished('b');
    expect(queue.take()).toBe('b2');
    queue.finished('a');
    queue.finished('a');
    expect(queue.take()).toBe('a3');
    expect(queue.size).toBe(0);
  });

  it('forgets an item that is not wanted any more, once', () => {
    const queue = new FairQueue<string>();
    queue.add('a', 'x');
    queue.add('a', 'y');
    expect(queue.remove('x')).toBe(true);
    expect(queue.remove('x')).toBe(false);
    expect(queue.waitingOf('a')).toBe(1);
    expect(queue.take()).toBe('y');
  });
});
