import { describe, expect, it } from 'vitest';
import type { RunEvent } from '#engine';
import { CrashCounter } from './crash-counter.ts';
import { QuarantineQueue } from './quarantine-queue.ts';

const ending = (errorCode: string | null) => ({ kind: 'run-finished', errorCode }) as RunEvent;
const lost = ending('engine.thread_died');

describe('a run whose thread dies', () => {
  it('goes on when others may be to blame, however often within reason', () => {
    const losses = new CrashCounter();
    for (let death = 1; death <= 7; death += 1) expect(losses.isLoss(lost, false)).toBe(true);
    expect(losses.isLoss(lost, false)).toBe(false);
  });

  it('is given up when it dies twice in its own turn', () => {
    const losses = new CrashCounter();
    expect([false, false, true, false, true].map((isWatched) => losses.isLoss(lost, isWatched))).toEqual([
      true,
      true,
      true,
      true,
      false,
    ]);
  });

  it('is quarantined after two, and free again when one of its nodes finishes', () => {
    const losses = new CrashCounter();
    losses.isLoss(ending('engine.thread_blocked'), false);
    expect(losses.isQuarantined).toBe(false);
    losses.isLoss(lost, false);
    losses.isLoss(lost, true);
    expect(losses.isQuarantined).toBe(true);
    losses.progress();
    expect(losses.isQuarantined).toBe(false);
    expect(losses.isLoss(lost, true)).toBe(true);
  });

  it('has lost nothing when it ended otherwise', () => {
    const losses = new CrashCounter();
    for (const event of [ending(null), ending('models.failed'), undefined]) {
      expect(losses.isLoss(event, true)).toBe(false);
    }
    expect(losses.isQuarantined).toBe(false);
  });
});

describe('runs in quarantine', () => {
  it('are watched one at a time, in their order, and one that has ended or left the line is not', () => {
    const quarantine = new QuarantineQueue();
    const begun: string[] = [];
    const [a, b, c] = ['a', 'b', 'c'].map((name) => quarantine.acquire(() => begun.push(name)));
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
