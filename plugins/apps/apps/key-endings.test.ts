import { describe, expect, it } from 'vitest';
import type { AppByKey } from './contract.ts';
import { KeyEndings } from './key-endings.ts';

describe('streams of keys', () => {
  it('end when another process has revoked the key, not when it deleted the app', async () => {
    const known = new Map<string, AppByKey>();
    for (const key of ['kept', 'revoked', 'of a deleted app']) known.set(key, { isDeleted: false } as AppByKey);
    let isAway = true;
    const look = async (key: string) => {
      if (isAway) throw new Error('the database is away');
      return known.get(key) ?? null;
    };
    const endings = new KeyEndings({ look });
    const signals = [...known.keys()].map((key) => endings.of(key));
    const told: unknown[] = [];
    for (const signal of signals) signal.addEventListener('abort', () => told.push(signal.reason.message));
    expect(endings.of('kept')).toBe(signals[0]);
    known.delete('revoked');
    known.set('of a deleted app', { isDeleted: true } as AppByKey);
    await endings.review();
    expect(told).toEqual([]);
    isAway = false;
    await endings.review();
    expect(told).toEqual(['The app key was revoked.']);
    expect(signals.map(({ aborted }) => aborted)).toEqual([false, true, false]);
    endings.close();
  });

  it('are forgotten when nobody listens', async () => {
    let looks = 0;
    const endings = new KeyEndings({
      look: () => {
        looks += 1;
        return null;
      },
    });
    const signal = endings.of('left');
    await endings.review();
    expect([looks, signal.aborted]).toEqual([0, false]);
  });
});
