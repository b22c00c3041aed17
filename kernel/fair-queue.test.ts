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

  it('takes turns where only one runs at a time', () => {
    const queue = new FairQueue<string>();
    for (const item of ['a1', 'a2', 'a3', 'a4']) queue.add('a', item);
    const next = () => {
      const item = queue.take();
      if (item !== undefined) queue.finished(item.charAt(0));
      return item;
    };
    expect(next()).toBe('a1');
    for (const item of ['b1', 'b2']) queue.add('b', item);
    queue.add('c', 'c1');
    expect([next(), next(), next(), next(), next(), next()]).toEqual(['b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
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
