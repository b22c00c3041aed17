import type { NodeForm } from '#plugins/node-forms/contract.ts';
import { texts } from './texts/index.ts';

/** What editors show of human-input nodes. */
export const form: NodeForm = {
  id: 'human-input@1',
  title: 'Human input',
  about: 'Waits until somebody fills in a form, and goes on as they chose.',
  aliases: {
    en: ['human', 'approval', 'approve', 'review', 'ask a person', 'form', 'wait', 'confirm', 'sign off'],
    de: ['mensch', 'freigabe', 'genehmigung', 'prüfen', 'warten', 'formular'],
    fr: ['humain', 'approbation', 'validation', 'formulaire', 'attendre'],
    es: ['humano', 'aprobación', 'revisión', 'formulario', 'esperar'],
    zh: ['人工', '审批', '审核', '表单', '等待'],
  },
  group: 'people',
  icon: 'Person',
  colour: 'human',
  start: {
    delivery_methods: [{ type: 'webapp', enabled: true, config: {} }],
    form_content: '',
    inputs: [],
    user_actions: [
      { id: 'approve', title: 'Approve', button_style: 'primary' },
      { id: 'reject', title: 'Reject', button_style: 'default' },
    ],
    timeout: 36,
    timeout_unit: 'hour',
  },
  // Others of the family take a node only with UUIDs there.
  uuids_in: ['delivery_methods'],
  summary: ['user_actions'],
  fields: [
    {
      at: 'form_content',
      kind: 'template',
      language: 'markdown',
      label: 'Form',
      help: 'What they read. {{#$output.name#}} is the place of the input with that name.',
      special: ['#$output.name#'],
    },
    { at: 'inputs', kind: 'input-form', of: 'form', label: 'Inputs' },
    {
      at: 'user_actions',
      kind: 'list',
      label: 'Buttons',
      help: 'Each button has an exit of its own.',
      item: 'Button',
      required: true,
      new: { id: '', title: '', button_style: 'default' },
      min: 1,
      max: 100,
      fields: [
        { at: 'title', kind: 'text', label: 'Label', required: true, max_length: 100 },
        { at: 'id', kind: 'text', format: 'name', label: 'Id', required: true, max_length: 20 },
        {
          at: 'button_style',
          kind: 'choice',
          label: 'Look',
          default: 'default',
          options: [
            { value: 'primary', label: 'Main button' },
            { value: 'default', label: 'Usual button' },
            { value: 'accent', label: 'Coloured button' },
            { value: 'ghost', label: 'Text only' },
          ],
        },
      ],
    },
    { at: 'delivery_methods', kind: 'deliveries', label: 'How it reaches them', required: true },
    {
      at: '',
      kind: 'group',
      label: 'How long it waits',
      fields: [
        { at: 'timeout', kind: 'number', label: 'Time', min: 1, max: 999_999, default: 36, required: true },
        {
          at: 'timeout_unit',
          kind: 'choice',
          label: 'Unit',
          default: 'hour',
          options: [
            { value: 'hour', label: 'Hours' },
            { value: 'day', label: 'Days' },
          ],
        },
      ],
    },
  ],
  outputs: [
    {
      each: 'inputs',
      name_at: 'output_variable_name',
      type_at: 'type',
      type: 'string',
      type_by: {
        paragraph: 'string',
        text_input: 'string',
        'text-input': 'string',
        select: 'string',
        file: 'file',
        'file-list': 'array[file]',
        file_list: 'array[file]',
      },
    },
    { name: '__action_id', type: 'string', about: 'Id of the button that was pressed' },
    { name: '__action_value', type: 'string', about: 'Its label' },
    { name: '__rendered_content', type: 'string', about: 'The form with what was filled in' },
  ],
  handles: [
    { each: 'user_actions', id_at: 'id', label_at: 'title', label: 'Button' },
    { id: '__timeout', label: 'Nobody answered' },
  ],
  texts,
};
