import type { NodeForm } from '#plugins/node-forms/contract.ts';
import { texts } from './texts/index.ts';

/** They need no input, so that a new node runs as it is, and take the one it is given. */
const starters = {
  javascript: "function main({ text = 'Hello' }) {\n  return { result: text };\n}\n",
  python3: "def main(text: str = 'Hello') -> dict:\n    return {'result': text}\n",
};
const elements = ['string', 'number', 'object', 'boolean'];

/** What editors show of code nodes. */
export const form: NodeForm = {
  id: 'code@2',
  older: ['1'],
  title: 'Code',
  about: 'Runs Python or JavaScript.',
  aliases: {
    en: ['js', 'javascript', 'python', 'py', 'script', 'function', 'program'],
    de: ['skript', 'funktion', 'programm', 'programmieren'],
    fr: ['script', 'fonction', 'programme'],
    es: ['script', 'función', 'programa', 'código'],
    zh: ['代码', '脚本', '函数', '程序'],
  },
  group: 'data',
  icon: 'CodeBrackets',
  colour: 'code',
  start: {
    code_language: 'javascript',
    code: starters.javascript,
    variables: [],
    outputs: { result: { type: 'string', children: null } },
  },
  follows: { at: 'variables', takes: ['string'], as: 'text' },
  summary: ['code_language'],
  fields: [
    { at: 'variables', kind: 'values', label: 'Inputs', help: 'Arguments of main, by name.' },
    {
      at: 'code_language',
      kind: 'choice',
      label: 'Language',
      default: 'python3',
      options: [
        { value: 'python3', label: 'Python' },
        { value: 'javascript', label: 'JavaScript' },
      ],
    },
    {
      at: 'code',
      kind: 'code',
      label: 'Code',
      language_at: 'code_language',
      starters,
      required: true,
      help: 'A function main that returns the outputs by name.',
    },
    {
      at: 'outputs',
      kind: 'output-list',
      label: 'Outputs',
      help: 'Everything main returns must be declared here.',
      types: [...elements, ...elements.map((type) => `array[${type}]`)],
    },
  ],
  outputs: [{ each: 'outputs', type_at: 'type' }],
  kept: ['dependencies'],
  texts,
};
