import type { NodeForm } from '#plugins/node-forms/contract.ts';
import { memoryField, modelField, visionField } from '#plugins/node-llm/contract.ts';
import { TYPE_NAMES } from './parameter.ts';
import { texts } from './texts/index.ts';

/** What editors show of extractors. */
export const form: NodeForm = {
  id: 'parameter-extractor@1',
  title: 'Parameter extractor',
  about: 'Lets a model read values out of a text.',
  aliases: {
    en: ['extract', 'extractor', 'entities', 'slots', 'fields from text', 'structured'],
    de: ['auslesen', 'werte auslesen', 'extrahieren'],
    fr: ['extraire', 'valeurs', 'entités'],
    es: ['extraer', 'valores', 'entidades'],
    zh: ['参数提取', '提取', '实体'],
  },
  group: 'models',
  icon: 'Filter',
  colour: 'model',
  start: {
    model: { provider: '', name: '', mode: 'chat', completion_params: {} },
    query: [],
    parameters: [],
    instruction: '',
    reasoning_mode: 'function_call',
    vision: { enabled: false },
  },
  summary: ['model.name'],
  fields: [
    modelField,
    { at: 'query', kind: 'value', takes: ['string'], label: 'Text to read', required: true },
    {
      at: 'parameters',
      kind: 'list',
      label: 'Values',
      item: 'Value',
      required: true,
      new: { name: '', type: 'string', description: '', required: false },
      fields: [
        { at: 'name', kind: 'text', format: 'name', label: 'Name', required: true },
        {
          at: 'type',
          kind: 'choice',
          label: 'Type',
          required: true,
          options: TYPE_NAMES.map((name) => ({ value: name, label: name })),
        },
        { at: 'options', kind: 'texts', label: 'Options', when: [{ at: 'type', is: ['select'] }] },
        { at: 'description', kind: 'text', label: 'Description', help: 'Told to the model.' },
        { at: 'required', kind: 'switch', label: 'Required', default: false },
      ],
    },
    { at: 'instruction', kind: 'template', label: 'Instruction', help: 'What else helps the model to read.' },
    {
      at: 'reasoning_mode',
      kind: 'choice',
      label: 'How the model is asked',
      default: 'function_call',
      is_advanced: true,
      options: [
        { value: 'function_call', label: 'As a function to call' },
        { value: 'prompt', label: 'In the prompt' },
      ],
    },
    memoryField,
    visionField,
  ],
  outputs: [
    { each: 'parameters', name_at: 'name', type_at: 'type', type_by: { select: 'string', bool: 'boolean' } },
    { name: '__is_success', type: 'number', about: '1 when everything was found, else 0' },
    { name: '__reason', type: 'string', about: 'Why something was not found' },
    { name: '__usage', type: 'object', about: 'Tokens and price' },
  ],
  can_fail: true,
  kept: ['variables'],
  texts,
};
