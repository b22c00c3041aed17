import { NodeTypes } from '../../engine/contract.ts';
import { definePlugin } from '../../kernel/index.ts';
import { HTTP_SETTINGS } from './settings.ts';

export const plugin = definePlugin({
  id: 'node-http',
  needs: {},
  setup({ contribute }) {
    contribute(NodeTypes, {
      id: 'http-request@1',
      type: 'http-request',
      version: '1',
      settings: HTTP_SETTINGS,
      traits: { retry: true, sideEffects: true },
      module: new URL('./node.ts', import.meta.url),
    });
  },
});
