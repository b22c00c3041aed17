import { expect, it } from 'vitest';
import { conditionLines, rowsOf } from './card-rows.ts';
import type { NodeForm } from './forms.ts';

const titleOf = (id: string) => ({ '1700': 'Ask', begin: 'Begin' })[id] ?? id;
const rows = (data: object, form: object) =>
  rowsOf(
    { id: 'n', node: {}, data: { ...data }, type: 'x', title: '', parentId: null },
    { handles: [{ id: 'source' }], fields: [], ...form } as unknown as NodeForm,
    titleOf,
  );

it('cards name inputs with their kinds, and count those beyond five', () => {
  const variables = Array.from({ length: 7 }, (_, at) => ({
    variable: `v${at}`,
    label: `Input ${at}`,
    type: 'number',
  }));
  const form = { summary: ['variables'], fields: [{ at: 'variables', kind: 'input-form' }] };
  expect(rows({ variables: variables.slice(0, 2) }, form)).toEqual([
    { text: 'Input 0 · Number' },
    { text: 'Input 1 · Number' },
  ]);
  expect(rows({ variables }, form).map(({ text }) => text)).toEqual([
    ...['Input 0 · Number', 'Input 1 · Number', 'Input 2 · Number', 'Input 3 · Number', '3 more'],
  ]);
});

it('cards name variables by the title of their node, wherever they stand', () => {
  const form = { summary: ['from', 'list', 'text', 'outputs'], fields: [{ at: 'outputs', kind: 'values' }] };
  const data = {
    ...{
      from: ['1700', 'last_record'],
      list: [
        ['begin', 'name'],
        ['sys', 'query'],
      ],
    },
    ...{ text: 'Dear {{#begin.name#}},\nyours' },
    outputs: [{ variable: 'text', value_selector: ['1700', 'text'] }],
  };
  expect(rows(data, form).map(({ text }) => text)).toEqual([
    ...['Ask · last_record', 'Begin · name', 'System · query', 'Dear {Begin · name},', 'text ← Ask · text'],
  ]);
});

it('models and knowledge bases are marked as such', () => {
  expect(rows({ model: { name: 'gpt-x' } }, { summary: ['model.name'] })).toEqual([{ text: 'gpt-x', kind: 'model' }]);
  const form = { summary: ['dataset_ids'], fields: [{ at: 'dataset_ids', kind: 'datasets' }] };
  expect(rows({ dataset_ids: ['b1'] }, form)).toEqual([{ text: 'b1', kind: 'base' }]);
});

it('conditions are told in words, one in each line', () => {
  const conditions = [
    { variable_selector: ['begin', 'score'], comparison_operator: '>', value: '5' },
    { variable_selector: ['1700', 'text'], comparison_operator: 'not empty' },
  ];
  expect(conditionLines({ logical_operator: 'or', conditions }, titleOf)).toEqual([
    'Begin · score > 5',
    'or Ask · text is not empty',
  ]);
});
