import type { NodeForm } from '#plugins/node-forms/contract.ts';
import { memoryField, modelField, visionField } from './form-fields.ts';
import { texts } from './texts/index.ts';

/** What editors show of llm nodes. */
export const form: NodeForm = {
  id: 'llm@1',
  title: 'LLM',
  about: 'Asks a language model.',
  aliases: {
    en: [
      'llm',
      'gpt',
      'chatgpt',
      'claude',
      'gemini',
      'prompt',
      'model',
      'language model',
      'ai',
      'generate',
      'completion',
    ],
    de: ['ki', 'sprachmodell', 'modell', 'text erzeugen'],
    fr: ['ia', 'modèle', 'modèle de langage', 'générer'],
    es: ['ia', 'modelo', 'modelo de lenguaje', 'generar'],
    zh: ['大模型', '模型', '提示词', '人工智能', '生成'],
  },
  group: 'models',
  icon: 'Sparkles',
  colour: 'model',
  start: {
    model: { provider: '', name: '', mode: 'chat', completion_params: {} },
    prompt_template: [{ role: 'system', text: '' }],
    context: { enabled: false, variable_selector: [] },
    vision: { enabled: false },
  },
  follows: { at: 'prompt_template', takes: ['string'] },
  summary: ['model.name'],
  fields: [
    modelField,
    {
      at: 'prompt_template',
      kind: 'messages',
      label: 'Prompt',
      required: true,
      variables_at: 'prompt_config.jinja2_variables',
      special: ['#context#', '#histories#'],
    },
    {
      at: '',
      kind: 'group',
      label: 'Context',
      fields: [
        {
          at: 'context.enabled',
          kind: 'switch',
          label: 'Give context',
          help: 'Knowledge or other text that {{#context#}} in the prompt stands for.',
          default: false,
        },
        {
          at: 'context.variable_selector',
          kind: 'value',
          takes: ['string', 'array[string]', 'array[object]'],
          label: 'Variable',
          when: [{ at: 'context.enabled', is: [true] }],
        },
      ],
    },
    { ...memoryField, kind: 'memory', has_query: true },
    visionField,
    {
      at: '',
      kind: 'group',
      label: 'Answer',
      fields: [
        {
          at: 'structured_output_switch_on',
          kind: 'switch',
          label: 'Structured output',
          help: 'The model answers in JSON of a schema, and its values become variables.',
          default: false,
        },
        {
          at: 'structured_output.schema',
          kind: 'json-schema',
          label: 'Schema',
          when: [{ at: 'structured_output_switch_on', is: [true] }],
        },
        {
          at: 'reasoning_format',
          kind: 'choice',
          label: 'Thoughts of the model',
          default: 'tagged',
          is_advanced: true,
          options: [
            { value: 'tagged', label: 'In the answer, in <think> tags' },
            { value: 'separated', label: 'In a variable of their own' },
          ],
        },
      ],
    },
  ],
  outputs: [
    { name: 'text', type: 'string', about: 'The answer' },
    {
      name: 'structured_output',
      type: 'object',
      schema_at: 'structured_output.schema',
      about: 'The answer as JSON of the schema',
      when: [{ at: 'structured_output_switch_on', is: [true] }],
    },
    { name: 'reasoning_content', type: 'string', about: 'What the model thought before it answered' },
    { name: 'usage', type: 'object', about: 'Tokens and price' },
    { name: 'finish_reason', type: 'string', about: 'Why the answer ended' },
    { name: 'files', type: 'array[file]', about: 'Files the model made' },
  ],
  kept: ['variables', 'structured_output_enabled'],
  texts,
};
