import { definePlugin } from '#kernel';
import { ModelProviders } from '#plugins/models/contract.ts';

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
      models: [
        {
          name: 'demo-chat',
          type: 'llm',
          contextSize: 8_192,
          price: { prompt: '0', completion: '0', unit: '0.001', currency: 'USD' },
          features: ['vision', 'tool-call', 'structured-output'],
        },
        { name: 'demo-embedding', type: 'embedding' },
        { name: 'demo-rerank', type: 'rerank' },
        { name: 'demo-speech-to-text', type: 'speech-to-text' },
        { name: 'demo-text-to-speech', type: 'text-to-speech' },
        { name: 'demo-moderation', type: 'moderation' },
      ],
      module: new URL('./provider.ts', import.meta.url),
    });
  },
});
