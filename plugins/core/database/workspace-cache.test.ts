import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LocalNotifications } from './notifications.ts';
import { silentLogger } from './testing/silent-logger.ts';
import { WorkspaceCache } from './workspace-cache.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

/** A cache over a value that can be changed, held back or withheld. */
function cacheOf(value: string) {
  const state = { value, reads: 0, hold: Promise.resolve(), isAway: false };
  const notifications = new LocalNotifications(silentLogger);
  const cache = new WorkspaceCache<string>({
    channel: 'test_changed',
    notifications,
    async read() {
      state.reads += 1;
      const read = state.value;
      await state.hold;
      if (state.isAway) throw new Error('the database is away');
      return read;
    },
  });
  return { cache, state, notifications };
}

const later = (milliseconds: number) => vi.advanceTimersByTime(milliseconds);

describe('a cached value of a workspace', () => {
  it('is read once while it is fresh, and waited for when it is too old', async () => {
    const { cache, state } = cacheOf('a');
    expect(await Promise.all([cache.get('w'), cache.get('w')])).toEqual(['a', 'a']);
    later(449);
    expect(await cache.get('w')).toBe('a');
    expect(state.reads).toBe(1);
    state.value = 'b';
    later(451);
    expect(await cache.get('w')).toBe('b');
    expect(state.reads).toBe(2);
  });

  it('is read again before it is too old, once, while what is known goes on to count', async () => {
    const { cache, state } = cacheOf('a');
    await cache.get('w');
    const { promise, resolve } = Promise.withResolvers<void>();
    state.hold = promise;
    state.value = 'b';
    later(500);
    expect(await Promise.all([cache.get('w'), cache.get('w')])).toEqual(['a', 'a']);
    expect(state.reads).toBe(2);
    resolve();
    await expect.poll(() => cache.get('w')).toBe('b');
    later(500);
    expect(await cache.get('w')).toBe('b');
    expect(state.reads).toBe(3);
  });

  it('counts no longer than it may when it can not be read again', async () => {
    const { cache, state } = cacheOf('a');
    await cache.get('w');
    state.isAway = true;
    later(500);
    expect(await cache.get('w')).toBe('a');
    later(401);
    await expect(cache.get('w')).rejects.toThrow('the database is away');
    state.isAway = false;
    expect(await cache.get('w')).toBe('a');
  });

  it('is not brought back by a reading that began before a change', async () => {
    const { cache, state, notifications } = cacheOf('a');
    await cache.get('w');
    const { promise, resolve } = Promise.withResolvers<void>();
    state.hold = promise;
    later(500);
    await cache.get('w');
    state.value = 'b';
    await notifications.send('test_changed', 'w');
    resolve();
    await promise;
    expect(await cache.get('w')).toBe('b');
    await Promise.resolve();
    expect(await cache.get('w')).toBe('b');
  });
});
