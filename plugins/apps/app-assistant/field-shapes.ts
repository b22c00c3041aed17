import type { NodeField } from '#plugins/node-forms/contract.ts';

type Shapes = { readonly [Kind in NodeField['kind']]: string };

const operators =
  'contains, not contains, start with, end with, is, is not, empty, not empty, in, not in, all of, =, ≠, >, <, ≥, ≤, null, not null, exists, not exists';
const condition =
  '{"id":"<any>","variable_selector":["node","name"],"varType":"string","comparison_operator":"contains","value":"…"}';

/** How the value of each kind of field is written in a document, for who writes one. */
export const fieldShapes: Shapes = {
  text: 'a text',
  template: 'a text with placeholders {{#node.name#}}',
  messages: '[{"role":"system","text":"…"},{"role":"user","text":"… {{#node.name#}} …"}]',
  number: 'a number',
  switch: 'true or false',
  choice: 'one of its options',
  choices: 'a list of its options',
  texts: 'a list of texts',
  model: '{"provider":"…","name":"…","mode":"chat","completion_params":{}}; leave it out to have a usable model chosen',
  value: 'a selector ["node","name"]',
  values: '[{"variable":"name","value_selector":["node","name"],"value_type":"string"}]',
  'typed-value': 'a constant of the type, or a selector',
  conditions: `[${condition}]; operators: ${operators}`,
  cases: `[{"case_id":"<any>","id":"<the same>","logical_operator":"and","conditions":[${condition}]}]; operators: ${operators}`,
  'item-conditions': '[{"key":"<attribute, or empty>","comparison_operator":"contains","value":"…"}]',
  assignments:
    '[{"variable_selector":["conversation","name"],"input_type":"variable","operation":"over-write","value":["node","name"]}]; operations: over-write, append, extend, clear, set, +=, -=, *=, /=, remove-first, remove-last; set takes "input_type":"constant"',
  'key-values': 'pairs',
  code: 'source text with a function main that takes the inputs by their names and returns an object with the declared outputs',
  'json-schema':
    '{"type":"object","properties":{"name":{"type":"string"}},"required":["name"],"additionalProperties":false}',
  'output-list': '{"name":{"type":"string","children":null}}',
  tool: 'provider_type, provider_id, provider_name, tool_name and tool_label beside each other, as in the list of tools',
  'tool-parameters':
    '{"parameter":{"type":"mixed","value":"a text with placeholders"}}, or "type":"variable" with a selector, or "type":"constant"',
  tools:
    '[{"enabled":true,"type":"<provider_type>","provider_id":"…","provider_name":"…","tool_name":"…","tool_label":"…","settings":{},"parameters":{"<parameter>":{"auto":1,"value":null}}}]',
  datasets: 'a list of ids of knowledge bases',
  'metadata-filter': '{"logical_operator":"and","conditions":[{"name":"…","comparison_operator":"is","value":"…"}]}',
  'input-form': 'a list of inputs',
  deliveries: '[{"id":"<any>","type":"webapp","enabled":true,"config":{}}]',
  memory: '{"window":{"enabled":true,"size":10},"query_prompt_template":"{{#sys.query#}}"}, or null',
  vision: '{"enabled":true,"configs":{"variable_selector":["sys","files"],"detail":"high"}}',
  list: 'a list of mappings',
  group: '',
  note: '',
  'rich-text': '',
};

const pairs = {
  lines: 'a text with name:value in each line',
  items: '[{"id":"<any>","key":"name","type":"text","value":"…"}]',
  mapping: '{"name":"value"}',
  typed: '{"name":{"type":"mixed","value":"…"}}',
} as const;

const inputs = {
  start:
    '[{"variable":"name","label":"Name","type":"text-input","required":true,"max_length":200,"options":[]}]; types: text-input, paragraph, select (with options), number, checkbox, file, file-list',
  form: '[{"type":"paragraph","output_variable_name":"name","default":null}]',
} as const;

/** The same for one field. */
export function shapeOf(field: NodeField): string {
  switch (field.kind) {
    case 'key-values':
      return pairs[field.form];
    case 'input-form':
      return inputs[field.of];
    case 'choice':
    case 'choices':
      return `${field.kind === 'choice' ? 'one' : 'a list'} of ${field.options.map(({ value }) => JSON.stringify(value)).join(', ')}`;
    case 'output-list':
      return `${fieldShapes['output-list']}; types: ${field.types.join(', ')}`;
    case 'template':
      if (field.is_item === true) return `[{"type":"text","key":"","value":"${fieldShapes.template}"}]`;
      return field.language === 'jinja2' ? 'a Jinja template that names inputs as {{ name }}' : fieldShapes.template;
    case 'value': {
      if (field.is_item === true) return '[{"type":"file","key":"","file":["node","name"]}]';
      return field.is_list === true ? 'a list of selectors [["node","name"]]' : fieldShapes.value;
    }
    case 'model':
      return field.of === 'llm' ? fieldShapes.model : fieldShapes.model.replace(/;.*/, '');
    case 'list':
      return `a list of mappings like ${JSON.stringify(field.new)}`;
    default:
      return fieldShapes[field.kind];
  }
}
