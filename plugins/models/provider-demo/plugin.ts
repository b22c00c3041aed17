import { definePlugin } from '#kernel';
import { ModelProviders } from '#plugins/models/contract.ts';
import { DEMO_MODELS } from './demo-models.ts';

export const plugin = definePlugin({
  id: 'provider-demo',
  needs: {},
  setup({ contribute }) {
    contribute(ModelProviders, {
      id: 'demo',
      label: 'Demo (no model)',
      credentials: {
        type: 'object',
        properties: { pace_ms: { type: 'string', title: 'Milliseconds between two words (default 20)' } },
        additionalProperties: false,
      },
      keyless: true,
      models: DEMO_MODELS,
      module: new URL('./provider.ts', import.meta.url),
    });
  },
});
