import { NodeTypes } from '#engine';
import { definePlugin } from '#kernel';
import { NodeForms } from '#plugins/node-forms/contract.ts';
import { forms } from './forms.ts';
import { rootNodeTypes } from './node-types.ts';

/** The roots of graphs that no person starts: schedules, webhooks, events of plugins, sources of documents. */
export const plugin = definePlugin({
  id: 'node-triggers',
  setup({ contribute }) {
    contribute(NodeForms, ...forms);
    contribute(NodeTypes, ...rootNodeTypes);
  },
});
