import { expect, it } from 'vitest';
import { withKeys } from './keys.ts';

it('keeps the key of an item that has an id when it moves, and gives the others their place', () => {
  const items = [{ id: 'a' }, { id: 'b' }, {}, { id: 'a' }];
  const idOf = (item: { id?: string }) => item.id;
  expect(withKeys(items, idOf).map(({ key }) => key)).toEqual(['a', 'b', '#2', '#3']);
  expect(withKeys(items.toReversed(), idOf).map(({ key }) => key)).toEqual(['a', '#1', 'b', '#3']);
  expect(withKeys(['x', 'x']).map(({ key, item, at }) => [key, item, at])).toEqual([
    ['#0', 'x', 0],
    ['#1', 'x', 1],
  ]);
});
