import { NodeTypes } from '#engine';
import { definePlugin, type JsonSchema } from '#kernel';
import { NodeForms } from '#plugins/node-forms/contract.ts';
import { MODEL_SETTINGS } from '#plugins/node-llm/contract.ts';
import { form } from './form.ts';

const PARAMETER: JsonSchema = {
  type: 'object',
  required: ['name', 'type'],
  properties: {
    name: { type: 'string' },
    type: { type: 'string' },
    description: { type: ['string', 'null'] },
    required: { type: ['boolean', 'null'] },
    options: { type: ['array', 'null'], items: { type: ['string', 'number', 'boolean'] } },
  },
};

const SETTINGS: JsonSchema = {
  type: 'object',
  required: ['parameters'],
  properties: {
    ...MODEL_SETTINGS,
    query: { type: ['array', 'null'], items: { type: ['string', 'number'] } },
    parameters: { type: ['array', 'null'], items: PARAMETER },
    instruction: { type: ['string', 'null'] },
    reasoning_mode: { type: ['string', 'null'] },
  },
};

/** Lets a model read values out of a text. */
export const plugin = definePlugin({
  id: 'node-extractor',
  setup({ contribute }) {
    contribute(NodeForms, form);
    contribute(NodeTypes, {
      id: 'parameter-extractor@1',
      type: 'parameter-extractor',
      version: '1',
      settings: SETTINGS,
      traits: {},
      module: new URL('./node.ts', import.meta.url),
    });
  },
});
