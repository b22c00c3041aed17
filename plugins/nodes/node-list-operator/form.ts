import type { NodeField, NodeForm } from '#plugins/node-forms/contract.ts';
import { texts } from './texts/index.ts';

const fileKeys = ['name', 'type', 'extension', 'mime_type', 'transfer_method', 'url', 'related_id', 'size'];
const on = (part: string) => [{ at: `${part}.enabled`, is: [true] }];

const order: NodeField = {
  at: '',
  kind: 'group',
  label: 'Order',
  fields: [
    { at: 'order_by.enabled', kind: 'switch', label: 'Put in order', default: false },
    {
      at: 'order_by.key',
      kind: 'choice',
      label: 'By',
      when: [...on('order_by'), { at: 'var_type', is: ['array[file]'] }],
      options: fileKeys.map((key) => ({ value: key, label: key })),
    },
    {
      at: 'order_by.value',
      kind: 'choice',
      label: 'Direction',
      default: 'asc',
      when: on('order_by'),
      options: [
        { value: 'asc', label: 'Ascending' },
        { value: 'desc', label: 'Descending' },
      ],
    },
  ],
};

const limit: NodeField = {
  at: '',
  kind: 'group',
  label: 'Limit',
  fields: [
    { at: 'limit.enabled', kind: 'switch', label: 'Take the first items only', default: false },
    { at: 'limit.size', kind: 'number', label: 'How many', min: 0, is_integer: true, when: on('limit') },
  ],
};

/** What editors show of list operators. */
export const form: NodeForm = {
  id: 'list-operator@1',
  title: 'List operator',
  about: 'Filters, orders and cuts a list.',
  aliases: {
    en: ['filter', 'sort', 'slice', 'array', 'first item', 'order'],
    de: ['filtern', 'sortieren', 'liste'],
    fr: ['filtrer', 'trier', 'liste'],
    es: ['filtrar', 'ordenar', 'lista'],
    zh: ['列表', '过滤', '排序', '数组'],
  },
  group: 'data',
  icon: 'Filter',
  colour: 'data',
  start: {
    variable: [],
    filter_by: { enabled: false, conditions: [] },
    extract_by: { enabled: false, serial: '1' },
    order_by: { enabled: false, key: '', value: 'asc' },
    limit: { enabled: false, size: 10 },
  },
  summary: ['variable'],
  fields: [
    {
      at: 'variable',
      kind: 'value',
      takes: ['array[string]', 'array[number]', 'array[boolean]', 'array[file]'],
      label: 'List',
      required: true,
      type_to: 'var_type',
    },
    {
      at: '',
      kind: 'group',
      label: 'Filter',
      fields: [
        { at: 'filter_by.enabled', kind: 'switch', label: 'Keep some items only', default: false },
        {
          at: 'filter_by.conditions',
          kind: 'item-conditions',
          of: 'variable',
          label: 'All of these hold',
          when: on('filter_by'),
        },
      ],
    },
    {
      at: '',
      kind: 'group',
      label: 'One item',
      fields: [
        { at: 'extract_by.enabled', kind: 'switch', label: 'Take one item', default: false },
        {
          at: 'extract_by.serial',
          kind: 'template',
          is_line: true,
          label: 'Which',
          help: 'A number from 1.',
          when: on('extract_by'),
        },
      ],
    },
    order,
    limit,
  ],
  outputs: [
    { name: 'result', type: 'array[any]', type_of: { at: 'variable' }, about: 'The items that are left' },
    { name: 'first_record', type: 'any', type_of: { at: 'variable', element: true }, about: 'The first of them' },
    { name: 'last_record', type: 'any', type_of: { at: 'variable', element: true }, about: 'The last of them' },
  ],
  kept: ['var_type', 'item_var_type'],
  texts,
};
