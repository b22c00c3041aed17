import { describe, expect, it } from 'vitest';
import { ContributionRegistry } from './contribution-registry.ts';
import { extensionPoint } from './extension-point.ts';

const Tools = extensionPoint<{ id: string; cost?: number }>('tools.tools');

describe('ContributionRegistry', () => {
  it('shows the items of all plugins in one live view', () => {
    const registry = new ContributionRegistry(() => {});
    const view = registry.view(Tools);
    expect(view.all()).toEqual([]);
    registry.add(Tools, { id: 'a' }, 'one');
    registry.add(Tools, { id: 'b' }, 'two');
    expect(view.all().map(({ id }) => id)).toEqual(['a', 'b']);
    expect([view.get('b')?.id, view.get('c')]).toEqual(['b', undefined]);
    registry.removeAll('one');
    expect(view.all().map(({ id }) => id)).toEqual(['b']);
  });

  it('gives the same list until something changes', () => {
    const registry = new ContributionRegistry(() => {});
    registry.add(Tools, { id: 'a' }, 'one');
    const view = registry.view(Tools);
    expect(view.all()).toBe(view.all());
    expect(Object.isFrozen(view.all())).toBe(true);
  });

  it('tells listeners of the points that changed, once, and goes on when one throws', () => {
    const errors: unknown[] = [];
    const registry = new ContributionRegistry((error) => errors.push(error));
    let calls = 0;
    registry.view(Tools).onChange(() => {
      throw new Error('deaf');
    });
    const undo = registry.view(Tools).onChange(() => calls++);
    registry.view(extensionPoint('other.point')).onChange(() => expect.fail('Nothing changed there.'));
    registry.add(Tools, { id: 'a' }, 'one');
    registry.add(Tools, { id: 'b' }, 'one');
    registry.settle({ announce: true });
    registry.settle({ announce: true });
    expect([calls, errors.length]).toEqual([1, 1]);
    undo();
    registry.removeAll('one');
    registry.settle({ announce: true });
    expect(calls).toBe(1);
  });

  it('tells nobody about what came while booting', () => {
    const registry = new ContributionRegistry(() => {});
    registry.view(Tools).onChange(() => expect.fail('It was announced.'));
    registry.add(Tools, { id: 'a' }, 'one');
    registry.settle({ announce: false });
    registry.settle({ announce: true });
  });
});
