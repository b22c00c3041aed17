import { describe, expect, it } from 'vitest';
import { planBatch } from './batch-plan.ts';
import { type CommitEntry, entry, type Sink } from './contract.ts';

const sink = (id: string): Sink<string> => ({ id, write: async () => {} });
const parents = sink('parents');
const children = sink('children');

const plan = (...groups: CommitEntry[][]) => planBatch(groups).map(({ sink: { id }, rows }) => [id, ...rows]);

describe('the plan of a batch', () => {
  it('calls each sink once when all groups agree on the order', () => {
    const steps = plan(
      [entry(parents, 'p1'), entry(children, 'c1')],
      [entry(children, 'c2')],
      [entry(parents, 'p3'), entry(children, 'c3')],
    );
    expect(steps).toEqual([
      ['parents', 'p1', 'p3'],
      ['children', 'c1', 'c2', 'c3'],
    ]);
  });

  it('writes a parent before its child also when another group began with a child', () => {
    const steps = plan([entry(children, 'c1')], [entry(parents, 'p2'), entry(children, 'c2')]);
    expect(steps).toEqual([
      ['children', 'c1'],
      ['parents', 'p2'],
      ['children', 'c2'],
    ]);
  });

  it('keeps the rows of a sink in the order they came, across groups', () => {
    const steps = plan(
      [entry(parents, 'start'), entry(children, 'c'), entry(parents, 'middle')],
      [entry(parents, 'end')],
    );
    const written = steps.filter(([id]) => id === 'parents').flatMap(([, ...rows]) => rows);
    expect(written).toEqual(['start', 'middle', 'end']);
  });
});
