import type { NodeForm } from '#plugins/node-forms/contract.ts';
import { memoryField, modelField, visionField } from '#plugins/node-llm/contract.ts';
import { texts } from './texts/index.ts';

/** What editors show of classifiers. */
export const form: NodeForm = {
  id: 'question-classifier@1',
  title: 'Question classifier',
  about: 'Lets a model choose which way a text goes.',
  aliases: {
    en: ['classifier', 'classify', 'intent', 'category', 'router', 'route'],
    de: ['klassifizieren', 'absicht', 'kategorie', 'einordnen'],
    fr: ['classer', 'intention', 'catégorie', 'classificateur'],
    es: ['clasificar', 'clasificador', 'intención', 'categoría'],
    zh: ['分类', '分类器', '意图', '路由'],
  },
  group: 'models',
  icon: 'Rows',
  colour: 'model',
  start: {
    model: { provider: '', name: '', mode: 'chat', completion_params: {} },
    query_variable_selector: [],
    classes: [
      { id: '1', name: '' },
      { id: '2', name: '' },
    ],
    instruction: '',
    vision: { enabled: false },
  },
  summary: ['model.name'],
  fields: [
    modelField,
    { at: 'query_variable_selector', kind: 'value', takes: ['string'], label: 'Text to classify', required: true },
    {
      at: 'classes',
      kind: 'list',
      label: 'Classes',
      item: 'Class',
      required: true,
      help: 'Each class has an exit of its own.',
      new: { name: '' },
      id_at: 'id',
      min: 1,
      fields: [
        { at: 'name', kind: 'template', is_line: true, label: 'What belongs to it', required: true },
        { at: 'label', kind: 'text', label: 'Short name', is_advanced: true },
      ],
    },
    { at: 'instruction', kind: 'template', label: 'Instruction', help: 'What else helps the model to choose.' },
    memoryField,
    visionField,
  ],
  outputs: [
    { name: 'class_name', type: 'string', about: 'The chosen class' },
    { name: 'class_id', type: 'string', about: 'Its id' },
    { name: 'class_label', type: 'string', about: 'Its short name' },
    { name: 'usage', type: 'object', about: 'Tokens and price' },
  ],
  handles: [{ each: 'classes', id_at: 'id', label_at: 'name', label: 'Class' }],
  can_fail: true,
  kept: ['instructions', 'topics'],
  texts,
};
