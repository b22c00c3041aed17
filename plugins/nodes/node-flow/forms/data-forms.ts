import { texts } from '#plugins/node-flow/texts/index.ts';
import type { NodeField, NodeForm } from '#plugins/node-forms/contract.ts';

const grouped = (is: boolean) => [{ at: 'advanced_settings.group_enabled', is: [is] }];

export const ifElseForm: NodeForm = {
  id: 'if-else@1',
  title: 'If / else',
  about: 'Goes one way or another, by conditions.',
  aliases: {
    en: ['if', 'if else', 'else', 'condition', 'branch', 'switch', 'decision'],
    de: ['wenn', 'sonst', 'bedingung', 'verzweigung', 'entscheidung'],
    fr: ['si', 'sinon', 'condition', 'branche', 'décision'],
    es: ['si', 'si no', 'condición', 'rama', 'decisión'],
    zh: ['条件', '分支', '如果', '判断'],
  },
  group: 'logic',
  icon: 'Workflow',
  colour: 'logic',
  start: { cases: [{ case_id: 'true', id: 'true', logical_operator: 'and', conditions: [] }] },
  follows: { at: 'cases', takes: ['string', 'number'] },
  summary: ['cases'],
  fields: [
    {
      at: 'cases',
      kind: 'cases',
      label: 'Cases',
      required: true,
      help: 'The first case that holds is taken; when none does, the way goes on at Else.',
    },
  ],
  outputs: [
    { name: 'result', type: 'boolean', about: 'Whether a case held' },
    { name: 'selected_case_id', type: 'string', about: 'Which case held' },
  ],
  handles: [
    { each: 'cases', id_at: 'case_id', label: 'If' },
    { id: 'false', label: 'Else' },
  ],
  kept: ['conditions', 'logical_operator'],
  texts,
};

export const templateForm: NodeForm = {
  id: 'template-transform@1',
  title: 'Template',
  about: 'Makes a text of variables with Jinja.',
  aliases: {
    en: ['jinja', 'jinja2', 'format text', 'compose', 'concatenate', 'render'],
    de: ['vorlage', 'text zusammensetzen', 'formatieren'],
    fr: ['modèle de texte', 'composer', 'mise en forme'],
    es: ['plantilla', 'componer', 'formato'],
    zh: ['模板', '拼接', '格式化'],
  },
  group: 'data',
  icon: 'Braces',
  colour: 'data',
  start: { template: '{{ text }}', variables: [] },
  follows: { at: 'variables', as: 'text' },
  summary: ['template'],
  fields: [
    { at: 'variables', kind: 'values', label: 'Inputs', help: 'Names that the template uses.' },
    {
      at: 'template',
      kind: 'template',
      language: 'jinja2',
      label: 'Template',
      required: true,
    },
  ],
  outputs: [{ name: 'output', type: 'string', about: 'The text' }],
  can_fail: true,
  texts,
};

const groups: NodeField = {
  at: 'advanced_settings.groups',
  kind: 'list',
  label: 'Groups',
  item: 'Group',
  new: { group_name: '', output_type: 'string', variables: [] },
  id_at: 'groupId',
  when: grouped(true),
  fields: [
    { at: 'group_name', kind: 'text', format: 'name', label: 'Name', required: true },
    { at: 'variables', kind: 'value', is_list: true, label: 'Variables', required: true, type_to: 'output_type' },
  ],
};

export const aggregatorForm: NodeForm = {
  id: 'variable-aggregator@1',
  title: 'Variable aggregator',
  about: 'Takes the first variable that has a value, whichever way the run came.',
  aliases: {
    en: ['aggregator', 'join', 'merge', 'combine', 'coalesce', 'first value'],
    de: ['zusammenführen', 'verbinden', 'vereinen'],
    fr: ['agréger', 'fusionner', 'réunir'],
    es: ['agregador', 'unir', 'combinar', 'fusionar'],
    zh: ['聚合', '合并', '汇合'],
  },
  group: 'data',
  icon: 'Layers',
  colour: 'data',
  start: { output_type: 'string', variables: [] },
  summary: ['variables'],
  fields: [
    {
      at: 'variables',
      kind: 'value',
      is_list: true,
      label: 'Variables',
      help: 'In this order.',
      required: true,
      type_to: 'output_type',
      when: grouped(false),
    },
    {
      at: 'advanced_settings.group_enabled',
      kind: 'switch',
      label: 'Several groups',
      help: 'Each group takes a variable of its own.',
      default: false,
      is_advanced: true,
    },
    groups,
  ],
  outputs: [
    { name: 'output', type_at: 'output_type', type: 'any', about: 'The value', when: grouped(false) },
    {
      each: 'advanced_settings.groups',
      name_at: 'group_name',
      type: 'object',
      when: grouped(true),
      children: [{ name: 'output', type_at: 'output_type', about: 'The value' }],
    },
  ],
  texts,
};

export const assignerForm: NodeForm = {
  id: 'assigner@2',
  told_by: 'items',
  title: 'Variable assigner',
  about: 'Changes variables of the conversation or of a loop.',
  aliases: {
    en: ['assigner', 'assign', 'set variable', 'remember', 'conversation variable', 'write variable'],
    de: ['zuweisen', 'variable setzen', 'merken'],
    fr: ['affecter', 'assigner', 'définir une variable'],
    es: ['asignar', 'asignador', 'definir variable'],
    zh: ['赋值', '变量赋值', '设置变量'],
  },
  group: 'data',
  icon: 'Pencil',
  colour: 'data',
  start: { version: '2', items: [] },
  summary: ['items'],
  fields: [{ at: 'items', kind: 'assignments', label: 'Changes', required: true }],
  outputs: [],
  kept: ['assigned_variable_selector', 'input_variable_selector', 'write_mode'],
  texts,
};

/** The layout of older documents. */
export const formerAssignerForm: NodeForm = {
  ...assignerForm,
  id: 'assigner@1',
  is_retired: true,
  start: { assigned_variable_selector: [], write_mode: 'over-write', input_variable_selector: [] },
  summary: ['assigned_variable_selector'],
  fields: [
    {
      at: 'assigned_variable_selector',
      kind: 'value',
      from: 'assignable',
      label: 'Variable to change',
      required: true,
    },
    {
      at: 'write_mode',
      kind: 'choice',
      label: 'How',
      required: true,
      options: [
        { value: 'over-write', label: 'Replace' },
        { value: 'append', label: 'Append' },
        { value: 'clear', label: 'Clear' },
      ],
    },
    {
      at: 'input_variable_selector',
      kind: 'value',
      label: 'Value',
      when: [{ at: 'write_mode', is_not: ['clear'] }],
    },
  ],
  kept: ['items'],
};
