import { NodeTypes } from '#engine';
import { definePlugin, type JsonSchema } from '#kernel';
import { NodeForms } from '#plugins/node-forms/contract.ts';
import { form } from './form.ts';

const settings: JsonSchema = {
  type: 'object',
  properties: {
    variable_selector: {
      anyOf: [{ type: 'array', items: { type: ['string', 'number'] } }, { type: 'null' }, { const: '' }],
    },
    is_array_file: { type: ['boolean', 'null'] },
  },
};

/** The text of documents. */
export const plugin = definePlugin({
  id: 'node-document-extractor',
  setup({ contribute }) {
    contribute(NodeForms, form);
    contribute(NodeTypes, {
      id: 'document-extractor@1',
      type: 'document-extractor',
      version: '1',
      settings,
      traits: {},
      module: new URL('./document-extractor.ts', import.meta.url),
    });
  },
});
