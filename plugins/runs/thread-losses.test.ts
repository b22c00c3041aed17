import { describe, expect, it } from 'vitest';
import type { RunEvent } from '../../engine/contract.ts';
import { Suspects } from './suspects.ts';
import { ThreadLosses } from './thread-losses.ts';

const ending = (errorCode: string | null) => ({ kind: 'run-finished', errorCode }) as RunEvent;
const lost = ending('engine.thread_died');

describe('a run whose thread dies', () => {
  it('goes on when others may be to blame, however often within reason', () => {
    const losses = new ThreadLosses();
    for (let death = 1; death <= 7; death += 1) expect(losses.isLoss(lost, false)).toBe(true);
    expect(losses.isLoss(lost, false)).toBe(false);
  });

  it('is given up when it dies twice in its own turn', () => {
    const losses = new ThreadLosses();
    expect([false, false, true, false, true].map((isWatched) => losses.isLoss(lost, isWatched))).toEqual([
      true,
      true,
      true,
      true,
      false,
    ]);
  });

  it('is suspect after two, and innocent again when one of its nodes finishes', () => {
    const losses = new ThreadLosses();
    losses.isLoss(ending('engine.thread_blocked'), false);
    expect(losses.isSuspect).toBe(false);
    losses.isLoss(lost, false);
    losses.isLoss(lost, true);
    expect(losses.isSuspect).toBe(true);
    losses.progress();
    expect(losses.isSuspect).toBe(false);
    expect(losses.isLoss(lost, true)).toBe(true);
  });

  it('has lost nothing when it ended otherwise', () => {
    const losses = new ThreadLosses();
    for (const event of [ending(null), ending('models.failed'), undefined]) {
      expect(losses.isLoss(event, true)).toBe(false);
    }
    expect(losses.isSuspect).toBe(false);
  });
});

describe('suspects', () => {
  it('are watched one at a time, in their order, and one that has ended or left the line is not', () => {
    const suspects = new Suspects();
    const begun: string[] = [];
    const [a, b, c] = ['a', 'b', 'c'].map((name) => suspects.enter(() => begun.push(name)));
    const watched = () => [a, b, c].map((one) => one?.isWatched);
    expect([begun, watched()]).toEqual([['a'], [true, false, false]]);
    b?.end();
    expect([begun, watched()]).toEqual([['a'], [true, false, false]]);
    a?.end();
    expect([begun, watched()]).toEqual([
      ['a', 'c'],
      [false, false, true],
    ]);
    a?.end();
    c?.end();
    expect(watched()).toEqual([false, false, false]);
  });
});
