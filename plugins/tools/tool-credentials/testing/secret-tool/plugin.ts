import { definePlugin } from '#kernel';
import { Tools } from '#plugins/tools/contract.ts';

/** A tool that has credentials, for tests. */
export const plugin = definePlugin({
  id: 'secret-tool',
  setup({ contribute }) {
    contribute(Tools, {
      id: 'secret-tool.reveal',
      provider: 'secret-tool',
      name: 'reveal',
      label: 'Reveal',
      description: 'Tells how long its key is.',
      parameters: [],
      credentials: { type: 'object', required: ['key'], properties: { key: { type: 'string', secret: true } } },
      sideEffects: false,
      invoke: ({ credentials }) => ({ text: `key of ${credentials.key?.length} characters` }),
    });
  },
});
