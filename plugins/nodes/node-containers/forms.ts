import type { NodeField, NodeForm, NodeOutput } from '#plugins/node-forms/contract.ts';
import { texts } from './texts/index.ts';

const iteration: NodeForm = {
  id: 'iteration@1',
  title: 'Iteration',
  about: 'Does the same with every item of a list.',
  aliases: {
    en: ['iterate', 'for each', 'foreach', 'map', 'each item', 'batch'],
    de: ['wiederholen', 'für jedes', 'durchlaufen', 'stapel'],
    fr: ['itérer', 'pour chaque', 'parcourir'],
    es: ['iterar', 'para cada', 'recorrer'],
    zh: ['迭代', '遍历', '批量'],
  },
  group: 'logic',
  icon: 'RefreshCw',
  colour: 'logic',
  start: {
    iterator_selector: [],
    output_selector: [],
    output_type: 'array[string]',
    is_parallel: false,
    parallel_nums: 10,
    error_handle_mode: 'terminated',
    flatten_output: true,
  },
  summary: ['iterator_selector'],
  fields: [
    {
      at: 'iterator_selector',
      kind: 'value',
      takes: ['array[string]', 'array[number]', 'array[object]', 'array[boolean]', 'array[file]', 'array[any]'],
      label: 'List',
      required: true,
      type_to: 'iterator_input_type',
    },
    {
      at: 'output_selector',
      kind: 'value',
      from: 'inside',
      label: 'Result of each item',
      required: true,
    },
    { at: 'is_parallel', kind: 'switch', label: 'Several at the same time', default: false },
    {
      at: 'parallel_nums',
      kind: 'number',
      label: 'How many',
      is_integer: true,
      min: 1,
      max: 10,
      default: 10,
      when: [{ at: 'is_parallel', is: [true] }],
    },
    {
      at: 'error_handle_mode',
      kind: 'choice',
      label: 'When an item fails',
      default: 'terminated',
      options: [
        { value: 'terminated', label: 'Stop, and fail' },
        { value: 'continue-on-error', label: 'Go on, with null as its result' },
        { value: 'remove-abnormal-output', label: 'Go on, without its result' },
      ],
    },
    {
      at: 'flatten_output',
      kind: 'switch',
      label: 'Join lists',
      help: 'Results that are lists become one list.',
      default: true,
      is_advanced: true,
    },
  ],
  outputs: [
    {
      name: 'output',
      type: 'array[any]',
      type_of: { at: 'output_selector', list: true },
      about: 'The results, in order',
    },
  ],
  inside: [
    { name: 'item', type: 'any', type_of: { at: 'iterator_selector', element: true }, about: 'The item' },
    { name: 'index', type: 'number', about: 'Its place, from 0' },
  ],
  kept: [
    ...['start_node_id', 'startNodeType', 'width', 'height', 'output_type', 'iterator_input_type', 'is_array_input'],
    'input_parameters',
  ],
  texts,
};

const elements = ['string', 'number', 'object', 'boolean'];
const variable: readonly NodeField[] = [
  { at: 'label', kind: 'text', format: 'name', label: 'Name', required: true },
  {
    at: 'var_type',
    kind: 'choice',
    label: 'Type',
    default: 'string',
    options: [...elements, ...elements.map((type) => `array[${type}]`)].map((type) => ({ value: type, label: type })),
  },
  {
    at: 'value_type',
    kind: 'choice',
    label: 'Begins with',
    default: 'constant',
    options: [
      { value: 'constant', label: 'A fixed value' },
      { value: 'variable', label: 'A variable' },
    ],
  },
  { at: 'value', kind: 'typed-value', label: 'Value', type_at: 'var_type', input_at: 'value_type' },
];

const loopVariables: NodeOutput = { each: 'loop_variables', name_at: 'label', type_at: 'var_type', type: 'string' };

const loop: NodeForm = {
  id: 'loop@1',
  title: 'Loop',
  about: 'Repeats until a condition holds.',
  aliases: {
    en: ['repeat', 'while', 'until', 'cycle', 'rounds'],
    de: ['wiederholung', 'solange', 'bis', 'runden'],
    fr: ['répéter', 'tant que', 'boucler'],
    es: ['repetir', 'mientras', 'bucle'],
    zh: ['循环', '重复'],
  },
  group: 'logic',
  icon: 'RotateCcw',
  colour: 'logic',
  start: {
    loop_count: 10,
    logical_operator: 'and',
    break_conditions: [],
    loop_variables: [],
    error_handle_mode: 'terminated',
  },
  summary: ['loop_count'],
  fields: [
    {
      at: 'loop_variables',
      kind: 'list',
      label: 'Variables of the loop',
      help: 'Nodes inside read them, and change them with a variable assigner.',
      item: 'Variable',
      new: { label: '', var_type: 'string', value_type: 'constant', value: '' },
      id_at: 'id',
      fields: variable,
    },
    {
      at: 'break_conditions',
      kind: 'conditions',
      from: 'inside',
      label: 'Until',
      operator_at: 'logical_operator',
    },
    { at: 'loop_count', kind: 'number', label: 'Rounds at most', is_integer: true, min: 1, max: 100, required: true },
  ],
  outputs: [loopVariables, { name: 'loop_round', type: 'number', about: 'Rounds that ran' }],
  inside: [loopVariables],
  kept: ['start_node_id', 'startNodeType', 'width', 'height', 'error_handle_mode'],
  texts,
};

const loopEnd: NodeForm = {
  id: 'loop-end@1',
  title: 'Exit loop',
  about: 'Ends the loop after this round.',
  aliases: {
    en: ['break', 'end loop', 'stop loop', 'leave'],
    de: ['abbrechen', 'schleife beenden', 'verlassen'],
    fr: ['interrompre', 'sortir', 'arrêter la boucle'],
    es: ['romper', 'salir', 'terminar bucle'],
    zh: ['跳出', '结束循环', '退出循环'],
  },
  group: 'logic',
  icon: 'CircleStop',
  colour: 'logic',
  only_in: 'loop',
  start: {},
  summary: [],
  fields: [],
  outputs: [],
  handles: [],
  texts,
};

/** What editors show of containers. Where their rounds begin is no node of its own to them. */
export const forms: readonly NodeForm[] = [iteration, loop, loopEnd];
