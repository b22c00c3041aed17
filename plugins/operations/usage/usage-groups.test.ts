import { expect, it } from 'vitest';
import { groupsOf } from './usage-groups.ts';
import type { UsageRow } from './usage-rows.ts';

const use = { model: 'm', currency: 'USD', prompt: 1, completion: 2, total: 3, price: '0.1' };
const row: UsageRow = {
  run_id: '1',
  workspace_id: 'w',
  app_id: 'a',
  key_id: 'k',
  day: '2026-01-31',
  status: 'succeeded',
  code: '',
  messages: 1,
  requests: 1,
  end_user_id: 'u',
  bucket: 3,
  calls: 0,
  models: [use],
};

it('adds up what counts alike, with exact prices', () => {
  const rows = [row, { ...row, run_id: '2', requests: 0, models: [{ ...use, price: '0.2' }] }];
  const models = [{ ...use, prompt: 2, completion: 4, total: 6, price: '0.3', is_first: true }];
  expect(groupsOf(rows)).toEqual([{ ...row, runs: 2, calls: 0, messages: 2, requests: 1, models }]);
});

it.each([
  ['workspace_id', 'other'],
  ['app_id', 'other'],
  ['key_id', null],
  ['day', '2026-02-01'],
  ['status', 'stopped'],
  ['code', 'other'],
  ['end_user_id', null],
  ['bucket', null],
  ['models', []],
  ['models', [{ ...use, model: 'other' }]],
  ['models', [{ ...use, currency: 'EUR' }]],
] as const)('keeps apart what differs in %s', (name, value) => {
  expect(groupsOf([row, { ...row, [name]: value }])).toHaveLength(2);
});

it('leaves alone what only the run itself knows', () => {
  const rows = [
    { ...row, models: null },
    { ...row, run_id: '2', models: null },
  ];
  expect(groupsOf(rows).map(({ run_id, runs }) => [run_id, runs])).toEqual([
    ['1', 1],
    ['2', 1],
  ]);
});

it('counts calls as no runs', () => {
  const call: UsageRow = { ...row, status: 'call', calls: 1 };
  expect(groupsOf([call, call])).toMatchObject([{ runs: 0, calls: 2 }]);
});

it('marks the first model of each currency', () => {
  const models = ['USD', 'EUR', 'USD'].map((currency, index) => ({ ...use, model: `m${index}`, currency }));
  const [group] = groupsOf([{ ...row, models }]);
  expect(group?.models?.map(({ is_first }) => is_first)).toEqual([true, true, false]);
});
