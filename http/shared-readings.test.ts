import { describe, expect, it } from 'vitest';
import type { EncodedFrames } from './encoded-frames.ts';
import type { PlacedEvent } from './shared-reading.ts';
import { SharedReadings } from './shared-readings.ts';

const TOTAL = 6_000;
const BATCH = 20;
const textOf = (n: number) => `{"event":"message","n":${n},"answer":"${'word '.repeat(20)}"}`;

/** A stream of numbered events that counts how often, and how much of it, was read. */
function source(total = TOTAL) {
  const state = { readings: 0, events: 0, left: 0 };
  async function* read(after: string | undefined, signal: AbortSignal): AsyncGenerator<readonly PlacedEvent[]> {
    state.readings += 1;
    try {
      for (let n = Number(after ?? 0) + 1; n <= total && !signal.aborted; n += BATCH) {
        const batch = Array.from({ length: Math.min(BATCH, total + 1 - n) }, (_, index) => n + index);
        state.events += batch.length;
        yield batch.map((number) => ({ id: String(number), text: textOf(number) }));
      }
    } finally {
      state.left += 1;
    }
  }
  return { state, read };
}

function followers(count: number, readings: SharedReadings, read: ReturnType<typeof source>['read']) {
  return Array.from({ length: count }, () => {
    const leaving = new AbortController();
    const events = readings.follow({ key: 'run', read, hasIds: true, signal: leaving.signal });
    return { leave: () => leaving.abort(), reader: events[Symbol.asyncIterator]() };
  });
}

async function rest(reader: AsyncIterator<EncodedFrames>): Promise<string> {
  let text = '';
  for (let step = await reader.next(); step.done !== true; step = await reader.next()) text += step.value.bytes;
  return text;
}

const numbersIn = (text: string) => [...text.matchAll(/^id: (\d+)$/gm)].map(([, n]) => Number(n));
const all = Array.from({ length: TOTAL }, (_, index) => index + 1);

describe('readers of one stream', () => {
  it('are told all of it in order, read and encoded once for all of them', async () => {
    const readings = new SharedReadings();
    const { state, read } = source();
    const texts = await Promise.all(followers(20, readings, read).map(({ reader }) => rest(reader)));
    for (const text of texts) expect(text === texts[0]).toBe(true);
    expect(numbersIn(texts[0] ?? '')).toEqual(all);
    expect(state).toEqual({ readings: 1, events: TOTAL, left: 1 });
    expect(readings.kept).toBe(0);
  });

  it('are sent the same bytes where they are at the same place', async () => {
    const readings = new SharedReadings();
    const steps = await Promise.all(followers(3, readings, source().read).map(({ reader }) => reader.next()));
    const buffers = new Set(steps.map(({ value }) => value?.bytes.buffer));
    expect(buffers.size).toBe(1);
  });

  it('are told what comes with an event larger than all that is kept, the small before the large', async () => {
    const readings = new SharedReadings();
    let read = 0;
    const lengths = [10, 20_000, 10, 20_000_000, 10];
    const events = readings.follow({
      key: 'run',
      hasIds: true,
      signal: new AbortController().signal,
      async *read(after) {
        read += 1;
        const from = Number(after ?? 0);
        yield lengths.slice(from).map((length, index) => ({ id: String(from + index + 1), text: 'x'.repeat(length) }));
      },
    });
    expect(numbersIn(await rest(events[Symbol.asyncIterator]()))).toEqual([1, 2, 3, 4, 5]);
    expect(read).toBe(1);
  });

  it('hold no bytes when they stop, and go on where they were, told again together what they missed', async () => {
    const readings = new SharedReadings();
    const { state, read } = source();
    const sleepers = followers(10, readings, read);
    const begun = await Promise.all(sleepers.map(({ reader }) => reader.next()));
    const [healthy] = followers(1, readings, read);
    if (healthy === undefined) throw new Error('no reader');
    expect(numbersIn(await rest(healthy.reader))).toEqual(all);
    expect(readings.kept).toBeLessThan(300_000);
    const texts = await Promise.all(
      sleepers.map(async ({ reader }, index) => `${begun[index]?.value?.bytes}${await rest(reader)}`),
    );
    for (const text of texts) expect(text === texts[0]).toBe(true);
    expect(numbersIn(texts[0] ?? '')).toEqual(all);
    expect(state.readings).toBe(2);
    expect(readings.behind).toBe(10);
    expect(readings.kept).toBe(0);
  });

  it('leave a stream that nobody else follows, though they wait for what never comes', async () => {
    const readings = new SharedReadings();
    const told = Promise.withResolvers<void>();
    let isLeft = false;
    async function* read(_after: string | undefined, signal: AbortSignal): AsyncGenerator<readonly PlacedEvent[]> {
      yield [{ id: '1', text: '{}' }];
      told.resolve();
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      isLeft = true;
    }
    const [one, other] = followers(2, readings, read);
    if (one === undefined || other === undefined) throw new Error('no readers');
    await Promise.all([one.reader.next(), other.reader.next()]);
    const waiting = [one.reader.next(), other.reader.next()];
    await told.promise;
    one.leave();
    expect(isLeft).toBe(false);
    other.leave();
    expect(await Promise.all(waiting)).toEqual([
      { done: true, value: undefined },
      { done: true, value: undefined },
    ]);
    await expect.poll(() => isLeft).toBe(true);
    expect(readings.kept).toBe(0);
  });

  it('learn of what fails, each of them', async () => {
    const readings = new SharedReadings();
    // biome-ignore lint/correctness/useYield: it fails before it tells anything.
    async function* read(): AsyncGenerator<readonly PlacedEvent[]> {
      throw new Error('gone');
    }
    const results = await Promise.allSettled(followers(3, readings, read).map(({ reader }) => reader.next()));
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  });

  it('of a hundred streams that all stop keep no more together than there is room for', async () => {
    const readings = new SharedReadings();
    for (let stream = 0; stream < 100; stream += 1) {
      const events = readings.follow({
        key: String(stream),
        read: source().read,
        hasIds: false,
        signal: new AbortController().signal,
      });
      const reader = events[Symbol.asyncIterator]();
      for (let step = 0; step < 30; step += 1) await reader.next();
    }
    expect(readings.kept).toBeLessThan(17_000_000);
  });
});
