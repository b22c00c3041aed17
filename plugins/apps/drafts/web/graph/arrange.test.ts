import { expect, it } from 'vitest';
import { aligned, distributed, nearest } from './arrange.ts';

const box = (id: string, x: number, y: number, width = 100, height = 40) => ({ id, x, y, width, height });
const three = [box('a', 0, 0), box('b', 120, 50, 60), box('c', 400, 20, 100, 80)];

it('several nodes are put on one line of the room they take', () => {
  expect(Object.fromEntries(aligned(three, 'left'))).toEqual({
    ...{ a: { x: 0, y: 0 }, b: { x: 0, y: 50 }, c: { x: 0, y: 20 } },
  });
  expect(aligned(three, 'right').get('b')).toEqual({ x: 440, y: 50 });
  expect(aligned(three, 'middle').get('a')).toEqual({ x: 0, y: 30 });
  expect(aligned(three, 'bottom').get('b')).toEqual({ x: 120, y: 60 });
});

it('the room between is made the same, the outer ones stay', () => {
  expect(Object.fromEntries(distributed(three, 'x'))).toEqual({
    ...{ a: { x: 0, y: 0 }, b: { x: 220, y: 50 }, c: { x: 400, y: 20 } },
  });
  expect(distributed(three.slice(0, 2), 'x').size).toBe(0);
});

it('arrows go to what is nearest, rather straight on than aside', () => {
  const nodes = [box('a', 0, 0), box('right', 300, 0), box('low', 200, 300), box('below', 0, 200)];
  expect([nearest(nodes, 'a', 'right'), nearest(nodes, 'a', 'down'), nearest(nodes, 'a', 'left')]).toEqual([
    ...['right', 'below', null],
  ]);
});
