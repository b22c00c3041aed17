import { NodeTypes } from '../../engine/contract.ts';
import { definePlugin, type JsonSchema } from '../../kernel/index.ts';

const argument: JsonSchema = {
  type: 'object',
  properties: {
    variable: { type: 'string' },
    value_selector: {
      anyOf: [{ type: 'array', items: { type: ['string', 'number'] } }, { type: 'null' }, { const: '' }],
    },
  },
};

const settings: JsonSchema = {
  type: 'object',
  required: ['code'],
  properties: {
    code: { type: ['string', 'null'] },
    code_language: { enum: ['python3', 'javascript', null] },
    variables: { type: ['array', 'null'], items: argument },
    outputs: { type: ['object', 'null'] },
  },
};

const codeNode = {
  type: 'code',
  settings,
  traits: { retry: true },
  module: new URL('./code.ts', import.meta.url),
};

/** The code node. Version 2 is the same node with a newer editor's layout. */
export const plugin = definePlugin({
  id: 'node-code',
  setup({ contribute }) {
    contribute(NodeTypes, { ...codeNode, id: 'code@1', version: '1' }, { ...codeNode, id: 'code@2', version: '2' });
  },
});
