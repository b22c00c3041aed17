import { definePlugin } from '#kernel';
import { ModelProviders } from '#plugins/models/contract.ts';
import { LEXICAL_MODELS } from './lexical-models.ts';

export const plugin = definePlugin({
  id: 'provider-lexical',
  needs: {},
  setup({ contribute }) {
    contribute(ModelProviders, {
      id: 'lexical',
      label: 'Built-in (lexical, no synonyms)',
      credentials: { type: 'object', properties: {}, additionalProperties: false },
      keyless: true,
      models: LEXICAL_MODELS,
      module: new URL('./provider.ts', import.meta.url),
    });
  },
});
