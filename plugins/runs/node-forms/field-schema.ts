import { listOf, objectSchema, schemas } from '#http';
import type { JsonSchema } from '#kernel';
import type { FieldKind } from './contract.ts';

const { text, integer, number, boolean, object, value } = schemas;
const scalar = { type: ['string', 'number', 'boolean', 'null'] };
const texts = listOf(text);
const one = (...values: readonly string[]): JsonSchema => ({ type: 'string', enum: values });
/** Not by nesting: a list has fields. `NodeField` is named where forms have theirs. */
const fields = listOf({ $ref: '#/components/schemas/NodeField' });

/** When a field or an output is shown: all must hold. */
const when: JsonSchema = {
  title: 'NodeFieldCondition',
  oneOf: [
    { type: 'object', required: ['at', 'is'], properties: { at: text, is: listOf(scalar) } },
    { type: 'object', required: ['at', 'is_not'], properties: { at: text, is_not: listOf(scalar) } },
    { type: 'object', required: ['mode'], properties: { mode: texts } },
    { type: 'object', required: ['feature'], properties: { feature: text } },
  ],
};
export const conditions = listOf(when);

const choice = objectSchema('NodeFieldChoice', { value: { type: ['string', 'number', 'boolean'] }, label: text });
const from = one('before', 'inside', 'assignable');

const base = {
  at: { ...text, description: 'Path inside `data`, or inside the item of a list. Empty: the whole value.' },
  label: text,
  help: text,
  placeholder: text,
  when: conditions,
  required: { ...boolean, description: 'Whether the node needs a value to run.' },
  default: { ...value, description: 'What counts where the setting is absent.' },
  wrapped: {
    ...one('constant', 'variable', 'mixed'),
    description: 'The value at `at` is wrapped as `{type, value}`, with this `type`.',
  },
  is_advanced: boolean,
} satisfies Record<string, JsonSchema>;

type Properties = Readonly<Record<string, JsonSchema>>;
interface KindSchema {
  /** Always there. */
  readonly always?: Properties;
  readonly sometimes?: Properties;
}

/** What fields of a kind have besides what all have. */
const kinds: Readonly<Record<FieldKind, KindSchema>> = {
  text: { sometimes: { format: one('name', 'time', 'timezone', 'cron', 'email'), max_length: integer } },
  template: {
    sometimes: {
      language: one('text', 'markdown', 'json', 'jinja2'),
      is_line: boolean,
      is_item: boolean,
      special: texts,
      is_secret: { ...boolean, description: 'Whether the value is a secret. After saving, a placeholder replaces it.' },
    },
  },
  messages: { always: { variables_at: text }, sometimes: { special: texts } },
  number: { sometimes: { min: number, max: number, step: number, is_integer: boolean, unit: text } },
  switch: {},
  choice: { always: { options: listOf(choice) } },
  choices: { always: { options: listOf(choice) } },
  texts: {},
  model: {
    always: { of: one('llm', 'rerank', 'text-embedding') },
    sometimes: { provider_at: text, name_at: text },
  },
  value: {
    sometimes: { takes: texts, from, is_list: boolean, is_item: boolean, type_to: text, is_list_to: text },
  },
  values: {},
  'typed-value': { always: { type_at: text }, sometimes: { input_at: text } },
  conditions: { always: { operator_at: text }, sometimes: { from } },
  cases: {},
  'item-conditions': { always: { of: text } },
  assignments: {},
  'key-values': { always: { form: one('lines', 'items', 'mapping', 'typed') }, sometimes: { takes_files: boolean } },
  code: { always: { language_at: text, starters: { type: 'object', additionalProperties: text } } },
  'json-schema': {},
  'output-list': { always: { types: texts } },
  tool: {},
  'tool-parameters': { always: { of: one('llm', 'form') } },
  tools: {},
  datasets: {},
  'metadata-filter': { always: { of: text } },
  'input-form': { always: { of: one('start', 'form') } },
  deliveries: {},
  memory: { sometimes: { has_query: boolean } },
  vision: {},
  list: {
    always: { fields, item: text, new: object },
    sometimes: { id_at: text, min: integer, max: integer },
  },
  group: { always: { fields } },
  note: {},
  'rich-text': {},
};

/** A field of a node's panel, as it is sent. */
export const fieldSchema: JsonSchema = {
  title: 'NodeField',
  oneOf: Object.entries(kinds).map(([kind, { always = {}, sometimes = {} }]) => ({
    type: 'object',
    required: ['kind', 'at', 'label', ...Object.keys(always)],
    properties: { kind: { type: 'string', const: kind }, ...base, ...always, ...sometimes },
  })),
};
