import { describe, expect, it } from 'vitest';
import { isUuid, newId } from '#kernel';
import { ExecutionIds } from './execution-id.ts';

describe('ids of node executions', () => {
  it('are UUIDs, all different, and say nothing but the run and the index', () => {
    const runId = newId();
    const ids = Array.from({ length: 2_000 }, (_, index) => new ExecutionIds(runId).of(index + 1));
    expect(ids.every(isUuid)).toBe(true);
    expect(new Set([runId, ...ids]).size).toBe(2_001);
    expect(ids.every((id, index) => new ExecutionIds(runId).isOwn(id, index + 1))).toBe(true);
  });

  it('begin again at zero behind the last one there is', () => {
    const ids = new ExecutionIds('01a208a9-f69e-7039-a1bc-fffffffffffe');
    expect([1, 2, 3].map((index) => ids.of(index))).toEqual([
      '01a208a9-f69e-7039-a1bc-ffffffffffff',
      '01a208a9-f69e-7039-a1bc-000000000000',
      '01a208a9-f69e-7039-a1bc-000000000001',
    ]);
  });

  it('carry over from the part that mostly changes alone', () => {
    const ids = new ExecutionIds('01a208a9-f69e-7039-a1bc-0000abfffffe');
    expect([1, 2, 2 ** 24].map((index) => ids.of(index))).toEqual([
      '01a208a9-f69e-7039-a1bc-0000abffffff',
      '01a208a9-f69e-7039-a1bc-0000ac000000',
      '01a208a9-f69e-7039-a1bc-0000acfffffe',
    ]);
  });

  it('know those of other runs and other indexes', () => {
    const ids = new ExecutionIds(newId());
    expect(ids.isOwn(ids.of(1), 2)).toBe(false);
    expect(ids.isOwn(new ExecutionIds(newId()).of(1), 1)).toBe(false);
    expect(ids.isOwn(crypto.randomUUID(), 1)).toBe(false);
  });
});
