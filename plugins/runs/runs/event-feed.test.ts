import { describe, expect, it } from 'vitest';
import type { RunEvent } from '#engine';
import { chunk, runFinished } from '#engine/testing/run-events.ts';
import { EventFeed } from './event-buffer.ts';

type Batch = readonly RunEvent[];

const accepted = Promise.resolve();
const a: Batch = [chunk(['a'])];
const b: Batch = [chunk(['b'])];
const end: Batch = [runFinished()];
const over = { done: true, value: undefined };

async function all(reader: AsyncIterable<Batch>): Promise<Batch[]> {
  const batches: Batch[] = [];
  for await (const batch of reader) batches.push(batch);
  return batches;
}

describe('a feed of events', () => {
  it('tells every reader all of them, whenever they come', async () => {
    const feed = new EventFeed();
    const early = all(feed.read(accepted));
    feed.add(a);
    const later = all(feed.read(accepted));
    await Promise.resolve();
    feed.add(b);
    feed.add(end);
    feed.end();
    expect([await early, await later, await all(feed.read(accepted))]).toEqual([
      [a, b, end],
      [a, b, end],
      [a, b, end],
    ]);
  });

  it('tells those who wait when it is over', async () => {
    const feed = new EventFeed();
    const reader = feed.read(accepted);
    const step = reader.next();
    await accepted;
    feed.end();
    expect(await step).toEqual(over);
  });

  it('fails for who waits, and for who comes later once they have read all of it, whatever ends it afterwards', async () => {
    const feed = new EventFeed();
    feed.add(a);
    const reader = feed.read(accepted);
    expect(await reader.next()).toEqual({ done: false, value: a });
    const step = reader.next();
    feed.end(new Error('the journal is gone'));
    feed.end();
    await expect(step).rejects.toThrow('the journal is gone');
    const later = feed.read(accepted);
    expect(await later.next()).toEqual({ done: false, value: a });
    await expect(later.next()).rejects.toThrow('the journal is gone');
  });

  it('fails for readers of a run that was not accepted', async () => {
    const refused = Promise.reject(new Error('refused'));
    await expect(new EventFeed().read(refused).next()).rejects.toThrow('refused');
  });

  it('lets go of a reader that leaves while they wait', async () => {
    const feed = new EventFeed();
    const reader = feed.read(accepted);
    feed.add(a);
    await reader.next();
    const step = reader.next();
    expect(await reader.return?.()).toEqual(over);
    expect(await step).toEqual(over);
    feed.add(b);
    expect(await reader.next()).toEqual(over);
  });

  it.each(['before', 'while it waits to be accepted', 'while it waits'])(
    'ends where the signal says so: %s',
    async (when) => {
      const feed = new EventFeed();
      const abort = new AbortController();
      const { promise, resolve } = Promise.withResolvers<void>();
      if (when === 'before') abort.abort();
      const step = feed.read(promise, { signal: abort.signal }).next();
      if (when === 'while it waits to be accepted') abort.abort();
      resolve();
      if (when === 'while it waits') {
        await promise;
        await new Promise(setImmediate);
        abort.abort();
      }
      expect(await step).toEqual(over);
    },
  );

  it('refuses two steps at once', async () => {
    const feed = new EventFeed();
    const reader = feed.read(accepted);
    feed.add(a);
    await reader.next();
    const step = reader.next();
    expect(() => reader.next()).toThrow('two steps at once');
    feed.add(b);
    expect(await step).toEqual({ done: false, value: b });
  });

  it('tells much in steps, so that who stops reading was given little', async () => {
    const large = chunk(['x'.repeat(10_000)]);
    const feed = new EventFeed();
    feed.add([large, large, large, large, large]);
    feed.end();
    expect(await all(feed.read(accepted))).toEqual([[large, large], [large, large], [large]]);
  });

  it('holds nothing of a large run that is over: who is behind reads the rest again', async () => {
    const large: Batch = [chunk(['y']), chunk(['x'.repeat(300_000)])];
    const readAgain = async function* (count: number) {
      yield [...a, ...large, ...b, ...end].slice(count);
    };
    const feed = new EventFeed();
    const [sleeper, present] = [feed.read(accepted), feed.read(accepted)];
    const seen = all(present);
    feed.add(a);
    expect(await sleeper.next()).toEqual({ done: false, value: a });
    for (const batch of [large, b, end]) {
      feed.add(batch);
      await new Promise(setImmediate);
    }
    feed.end(undefined, readAgain);
    expect(await seen).toEqual([a, large, b, end]);
    expect(await all(sleeper)).toEqual([[...large, ...b, ...end]]);
    expect(await all(feed.read(accepted))).toEqual([[...a, ...large, ...b, ...end]]);
  });

  it('holds one that is not for who is behind', async () => {
    const feed = new EventFeed();
    feed.add(a);
    feed.add(end);
    feed.end(undefined, () => {
      throw new Error('read again');
    });
    expect(await all(feed.read(accepted))).toEqual([a, end]);
  });
});
