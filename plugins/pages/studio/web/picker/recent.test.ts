import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { recentItems, recentOf, rememberItem } from './recent.ts';

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
});
afterEach(() => void vi.unstubAllGlobals());

it('keeps the last five of a place, the last first and each once', () => {
  for (const id of ['1', '2', '3', '4', '5', '6', '3']) rememberItem('w-apps', { id, label: `App ${id}` });
  rememberItem('w-bases', { id: 'b', label: 'Base' });
  expect(recentItems('w-apps').map(({ id }) => id)).toEqual(['3', '6', '5', '4', '2']);
  expect(recentItems('w-tags')).toEqual([]);
});

it('tells them by their full names, and leaves out what is gone or can not be picked', () => {
  const query = { id: '1', label: 'query', full: 'Start · query', group: 'Start' };
  for (const item of [query, { id: '2', label: 'Old' }, { id: '3', label: 'Big' }]) rememberItem('w-v', item);
  const all = [query, { id: '3', label: 'Big', whyNot: 'too big' }];
  expect(recentOf('w-v', all, true)).toEqual([{ ...query, label: 'Start · query' }]);
  // What follows on other pages is not known to be gone.
  expect(recentOf('w-v', all, false).map(({ label }) => label)).toEqual(['Old', 'Start · query']);
});
