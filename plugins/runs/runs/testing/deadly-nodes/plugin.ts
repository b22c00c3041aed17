import { NodeTypes } from '#engine';
import { definePlugin } from '#kernel';

/** Loaded by servers of tests (`WEFT_PLUGINS`): a node that brings its process down. */
export const plugin = definePlugin({
  id: 'deadly-nodes',
  setup({ contribute }) {
    contribute(NodeTypes, {
      id: 'deadly@1',
      type: 'deadly',
      version: '1',
      settings: { type: 'object' },
      traits: {},
      module: new URL('./deadly.ts', import.meta.url),
    });
  },
});
