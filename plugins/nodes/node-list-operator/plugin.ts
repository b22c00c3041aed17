import { NodeTypes } from '#engine';
import { definePlugin, type JsonSchema } from '#kernel';
import { NodeForms } from '#plugins/node-forms/contract.ts';
import { form } from './form.ts';
import { listWarnings } from './list-warnings.ts';

const part: JsonSchema = { type: ['object', 'null'] };

const settings: JsonSchema = {
  type: 'object',
  properties: {
    variable: { anyOf: [{ type: 'array', items: { type: ['string', 'number'] } }, { type: 'null' }, { const: '' }] },
    filter_by: {
      type: ['object', 'null'],
      properties: { conditions: { type: ['array', 'null'], items: { type: 'object' } } },
    },
    extract_by: part,
    order_by: part,
    limit: part,
  },
};

/** Filters, orders and cuts a list. */
export const plugin = definePlugin({
  id: 'node-list-operator',
  setup({ contribute }) {
    contribute(NodeForms, form);
    contribute(NodeTypes, {
      id: 'list-operator@1',
      type: 'list-operator',
      version: '1',
      settings,
      traits: {},
      lint: listWarnings,
      module: new URL('./list-operator.ts', import.meta.url),
    });
  },
});
