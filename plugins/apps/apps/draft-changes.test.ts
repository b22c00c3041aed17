import { expect, it } from 'vitest';
import type { DocumentOperation, PathStep } from '#engine';
import { areInOnePlace, toldOperations } from './draft-changes.ts';

const set = (...path: readonly PathStep[]): DocumentOperation => ({ path, set: 1 });
const theirs = (operations: readonly DocumentOperation[] | null) => [
  { hash: 'h', operations, clientId: 'b', authorName: 'Ben' },
];
const meet = (mine: readonly PathStep[], other: readonly PathStep[]) =>
  areInOnePlace([set(...mine)], theirs([set(...other)]));

it.each<[string, readonly PathStep[], readonly PathStep[], boolean]>([
  ['one place', ['app', 'name'], ['app', 'name'], true],
  ['what lies in it', ['app'], ['app', 'name'], true],
  ['keys beside each other', ['app', 'name'], ['app', 'icon'], false],
  ['members by their ids', ['nodes', { id: '1' }, 'x'], ['nodes', { id: '2' }, 'x'], false],
  ['the same member', ['nodes', { id: '1' }, 'x'], ['nodes', { id: '1' }, 'x'], true],
  ['the ends of a list', ['nodes', '-'], ['nodes', '-'], false],
  ['an end and a member', ['nodes', '-'], ['nodes', { id: '1' }], false],
  ['numbers, which name other places once a list grew', ['list', 1], ['list', 2], true],
  ['an end and a number, which may be that end', ['list', '-'], ['list', 3], true],
])('%s: whether they meet', (_, one, other, expected) => {
  expect(meet(one, other)).toBe(expected);
  expect(meet(other, one)).toBe(expected);
});

it('what is not told may have been anywhere', () => {
  expect(areInOnePlace([set('app', 'name')], theirs(null))).toBe(true);
});

it('attack T11: changes that may hold a secret are told to nobody', () => {
  expect(toldOperations([set('app', 'name')])).not.toBeNull();
  for (const path of [
    ['workflow'],
    ['workflow', 'environment_variables'],
    ['workflow', 'environment_variables', 0, 'value'],
  ])
    expect(toldOperations([set('app', 'name'), set(...path)])).toBeNull();
});
