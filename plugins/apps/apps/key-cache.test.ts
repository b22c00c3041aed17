import { describe, expect, it } from 'vitest';
import type { App, AppByKey, PublishedVersion } from './contract.ts';
import { KeyCache } from './key-cache.ts';
import type { KeyLookup } from './store.ts';

const app = { id: 'a1', name: 'App' } as App;
const version = { id: 'v1' } as PublishedVersion;
const found: KeyLookup = { app, keyId: 'k1', versionId: 'v1', isDeleted: false };
const key = `app-${'k'.repeat(24)}`;

/** A cache over answers that can be changed, with a clock of its own. */
function cacheOf(initial: KeyLookup | null) {
  const state = { answer: initial, lookups: 0, versions: 0, now: 0, hold: Promise.resolve(), isAway: false };
  const cache = new KeyCache({
    async lookup() {
      state.lookups++;
      const { answer } = state;
      await state.hold;
      if (state.isAway) throw new Error('the database is away');
      return answer;
    },
    async version() {
      state.versions++;
      return version;
    },
    now: () => state.now,
  });
  return { cache, state };
}

describe('a key', () => {
  it('is looked up once while it is fresh, and then answers at once', async () => {
    const { cache, state } = cacheOf(found);
    const expected: AppByKey = { app, keyId: 'k1', version, isDeleted: false };
    expect(await Promise.all([cache.get(key), cache.get(key)])).toEqual([expected, expected]);
    state.now = 749;
    expect(cache.get(key)).toEqual(expected);
    expect(state.lookups).toBe(1);
    state.now = 2_000;
    expect(cache.get(key)).toBeInstanceOf(Promise);
    expect(await cache.get(key)).toEqual(expected);
    expect(state.lookups).toBe(2);
  });

  it('is looked up again before it is old, once, while what is known goes on to count', async () => {
    const { cache, state } = cacheOf(found);
    const expected = await cache.get(key);
    const { promise, resolve } = Promise.withResolvers<void>();
    state.hold = promise;
    state.answer = null;
    state.now = 800;
    for (let call = 0; call < 3; call += 1) expect(cache.get(key)).toEqual(expected);
    expect(state.lookups).toBe(2);
    resolve();
    await expect.poll(() => cache.get(key)).toBeNull();
    expect(state.lookups).toBe(2);
  });

  it('goes on to count while it can not be looked up, until it can again', async () => {
    const { cache, state } = cacheOf(found);
    const expected = await cache.get(key);
    state.isAway = true;
    for (state.now = 1_500; state.now < 10_000; state.now += 1_500) expect(await cache.get(key)).toEqual(expected);
    state.isAway = false;
    state.answer = null;
    state.now += 1_500;
    expect(await cache.get(key)).toBeNull();
  });

  it('that was never seen fails while it can not be looked up', async () => {
    const { cache, state } = cacheOf(found);
    state.isAway = true;
    await expect(cache.get(key)).rejects.toThrow('the database is away');
    state.isAway = false;
    expect(await cache.get(key)).not.toBeNull();
  });

  it('that is unknown is remembered as unknown', async () => {
    const { cache, state } = cacheOf(null);
    expect(await cache.get(key)).toBeNull();
    expect(cache.get(key)).toBeNull();
    expect(state.lookups).toBe(1);
  });

  it('goes on to be answered from memory, however many unknown keys are tried meanwhile', async () => {
    const { cache, state } = cacheOf(found);
    await cache.get(key);
    state.answer = null;
    for (let index = 0; index < 25_000; index++) await cache.get(`app-${String(index).padStart(24, '0')}`);
    const before = state.lookups;
    expect(cache.get(key)).toMatchObject({ app });
    expect(state.lookups).toBe(before);
  });

  it('is known from its first use until it is looked up in vain', async () => {
    const { cache, state } = cacheOf(found);
    expect(cache.knows(key)).toBe(false);
    await cache.get(key);
    expect(cache.knows(key)).toBe(true);
    cache.clear();
    expect(cache.knows(key)).toBe(true);
    state.answer = null;
    await cache.get(key);
    expect(cache.knows(key)).toBe(false);
  });

  it.each([
    '',
    'app-',
    `app-${'k'.repeat(23)}`,
    `app-${'k'.repeat(25)}`,
    `dataset-${'k'.repeat(24)}`,
    `app-${'-'.repeat(24)}`,
  ])('that can be none is not looked up: %s', (text) => {
    const { cache, state } = cacheOf(found);
    expect(cache.get(text)).toBeNull();
    expect(state.lookups).toBe(0);
  });

  it('is looked up again after something changed, also when it was being looked up just then', async () => {
    const { cache, state } = cacheOf(found);
    const gate = Promise.withResolvers<void>();
    state.hold = gate.promise;
    const early = cache.get(key);
    state.answer = null;
    cache.clear();
    const late = cache.get(key);
    gate.resolve();
    expect(await early).toEqual({ app, keyId: 'k1', version, isDeleted: false });
    expect(await late).toBeNull();
    expect(await cache.get(key)).toBeNull();
  });

  it('of a deleted app loads no version', async () => {
    const { cache, state } = cacheOf({ ...found, isDeleted: true });
    expect(await cache.get(key)).toEqual({ app, keyId: 'k1', version: null, isDeleted: true });
    expect(state.versions).toBe(0);
  });

  it('that failed to be looked up is tried again', async () => {
    const { cache, state } = cacheOf(found);
    state.hold = Promise.reject(new Error('the database is away'));
    await expect(cache.get(key)).rejects.toThrow('away');
    state.hold = Promise.resolve();
    expect(await cache.get(key)).toMatchObject({ app });
  });

  it('is noted as used, once per round', async () => {
    const { cache } = cacheOf(found);
    await cache.get(key);
    cache.get(key);
    expect(cache.takeUsed()).toEqual(['k1']);
    expect(cache.takeUsed()).toEqual([]);
  });

  it('is not noted as used by who only looks whether it is still good', async () => {
    const { cache, state } = cacheOf(found);
    const expected = await cache.peek(key);
    for (; state.now < 10_000; state.now += 500) expect(await cache.peek(key)).toEqual(expected);
    expect(cache.takeUsed()).toEqual([]);
    await cache.get(key);
    expect(cache.takeUsed()).toEqual(['k1']);
  });
});
