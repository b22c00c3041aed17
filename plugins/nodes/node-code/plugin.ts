import { NodeTypes, withDocuments } from '#engine';
import { definePlugin, type JsonSchema, type Needs } from '#kernel';
import { NodeForms } from '#plugins/node-forms/contract.ts';
import { type CodeLimits, usualLimits } from './code-limits.ts';
import { codeWarnings } from './code-warnings.ts';
import { documents } from './document.ts';
import { form } from './form.ts';

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
  lint: codeWarnings,
  module: new URL('./code.ts', import.meta.url),
};

/** The code node. Version 2 is the same node with a newer editor's layout. */
export const plugin = definePlugin<Needs, CodeLimits>({
  id: 'node-code',
  config: {
    schema: {
      type: 'object',
      additionalProperties: false,
      properties: {
        textCharacters: {
          type: 'integer',
          minimum: 1,
          maximum: 4_000_000,
          default: usualLimits.textCharacters,
          description: 'Characters of one text that a code node returns.',
        },
        items: {
          type: 'integer',
          minimum: 1,
          maximum: 1_000_000,
          default: usualLimits.items,
          description: 'Items of one list that a code node returns.',
        },
        depth: {
          type: 'integer',
          minimum: 1,
          maximum: 500,
          default: usualLimits.depth,
          description: 'Objects inside each other that a code node returns.',
        },
      },
    },
    env: { WEFT_CODE_TEXT_CHARACTERS: 'textCharacters', WEFT_CODE_ITEMS: 'items', WEFT_CODE_DEPTH: 'depth' },
  },
  setup({ config, contribute }) {
    const type = { ...codeNode, options: config };
    contribute(NodeForms, form);
    contribute(
      NodeTypes,
      ...withDocuments(documents, [
        { ...type, id: 'code@1', version: '1' },
        { ...type, id: 'code@2', version: '2' },
      ]),
    );
  },
});
