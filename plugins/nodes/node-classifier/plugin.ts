import { NodeTypes } from '#engine';
import { definePlugin, type JsonSchema } from '#kernel';
import { NodeForms } from '#plugins/node-forms/contract.ts';
import { MODEL_SETTINGS } from '#plugins/node-llm/contract.ts';
import { form } from './form.ts';

const CLASS: JsonSchema = {
  type: 'object',
  properties: {
    id: { type: ['string', 'number'] },
    name: { type: ['string', 'null'] },
    label: { type: ['string', 'null'] },
  },
};

const SETTINGS: JsonSchema = {
  type: 'object',
  properties: {
    ...MODEL_SETTINGS,
    query_variable_selector: { type: ['array', 'null'], items: { type: ['string', 'number'] } },
    classes: { type: ['array', 'null'], items: CLASS },
    topics: { type: ['array', 'null'] },
    instruction: { type: ['string', 'null'] },
    instructions: { type: ['string', 'null'] },
  },
};

/** Lets a model choose the branch a run takes. */
export const plugin = definePlugin({
  id: 'node-classifier',
  setup({ contribute }) {
    contribute(NodeForms, form);
    contribute(NodeTypes, {
      id: 'question-classifier@1',
      type: 'question-classifier',
      version: '1',
      settings: SETTINGS,
      traits: { branch: true },
      module: new URL('./node.ts', import.meta.url),
    });
  },
});
