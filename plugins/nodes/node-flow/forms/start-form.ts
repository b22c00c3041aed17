import { texts } from '#plugins/node-flow/texts/index.ts';
import type { NodeForm } from '#plugins/node-forms/contract.ts';

/** Types of variables by the types of inputs. */
const typesByInput = {
  'text-input': 'string',
  paragraph: 'string',
  select: 'string',
  number: 'number',
  checkbox: 'boolean',
  file: 'file',
  'file-list': 'array[file]',
  json_object: 'object',
  external_data_tool: 'string',
  url: 'string',
  json: 'object',
  files: 'array[file]',
};

/** What editors show of where runs begin and end. */
export const startForm: NodeForm = {
  id: 'start@1',
  title: 'Start',
  about: 'Where a run begins, and what it asks for.',
  aliases: {
    en: ['begin', 'input', 'inputs', 'entry'],
    de: ['beginn', 'eingabe', 'anfang'],
    fr: ['début', 'entrée', 'commencer'],
    es: ['inicio', 'entrada', 'comenzar'],
    zh: ['开始', '输入', '入口'],
  },
  group: 'flow',
  icon: 'Play',
  colour: 'io',
  start: { variables: [] },
  summary: ['variables'],
  fields: [{ at: 'variables', kind: 'input-form', of: 'start', label: 'Inputs' }],
  outputs: [{ each: 'variables', name_at: 'variable', type_at: 'type', type_by: typesByInput }],
  texts,
};

export const endForm: NodeForm = {
  id: 'end@1',
  title: 'End',
  about: 'Gives out the results of the run.',
  aliases: {
    en: ['output', 'finish', 'result', 'return'],
    de: ['ende', 'ausgabe', 'ergebnis'],
    fr: ['fin', 'sortie', 'résultat'],
    es: ['fin', 'salida', 'resultado'],
    zh: ['结束', '输出', '结果'],
  },
  group: 'flow',
  icon: 'LogOut',
  colour: 'io',
  modes: ['workflow'],
  start: { outputs: [] },
  follows: { at: 'outputs' },
  summary: ['outputs'],
  fields: [{ at: 'outputs', kind: 'values', label: 'Results' }],
  outputs: [{ each: 'outputs', name_at: 'variable', type_at: 'value_type', type_of: { at: 'value_selector' } }],
  handles: [],
  texts,
};

export const answerForm: NodeForm = {
  id: 'answer@1',
  title: 'Answer',
  about: 'Says something to the user, while it is being written.',
  aliases: {
    en: ['reply', 'respond', 'response', 'say', 'message', 'output'],
    de: ['antwort', 'antworten', 'nachricht', 'ausgabe'],
    fr: ['réponse', 'répondre', 'message'],
    es: ['respuesta', 'responder', 'mensaje'],
    zh: ['回复', '回答', '消息'],
  },
  group: 'flow',
  icon: 'MessageSquare',
  colour: 'io',
  modes: ['advanced-chat'],
  start: { answer: '', variables: [] },
  follows: { at: 'answer', takes: ['string'] },
  summary: ['answer'],
  fields: [{ at: 'answer', kind: 'template', language: 'markdown', label: 'Answer', required: true }],
  outputs: [
    { name: 'answer', type: 'string', about: 'What was said' },
    { name: 'files', type: 'array[file]', about: 'Files in it' },
  ],
  kept: ['variables'],
  texts,
};
