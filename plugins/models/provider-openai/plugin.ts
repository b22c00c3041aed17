import { definePlugin } from '#kernel';
import { catalogueOf, MODEL_TYPES, ModelProviders } from '#plugins/models/contract.ts';
import { COMPATIBLE_CREDENTIALS, COMPATIBLE_MODEL_CREDENTIALS, OPENAI_CREDENTIALS } from './credential-fields.ts';

const module = new URL('./provider.ts', import.meta.url);

export const plugin = definePlugin({
  id: 'provider-openai',
  needs: {},
  setup({ contribute }) {
    contribute(
      ModelProviders,
      {
        id: 'openai',
        label: 'OpenAI',
        aliases: ['langgenius/openai/openai'],
        credentials: OPENAI_CREDENTIALS,
        get models() {
          return catalogueOf('openai');
        },
        openCatalogue: true,
        module,
      },
      {
        id: 'openai_api_compatible',
        label: 'OpenAI-compatible server',
        aliases: ['langgenius/openai_api_compatible/openai_api_compatible'],
        credentials: COMPATIBLE_CREDENTIALS,
        modelCredentials: COMPATIBLE_MODEL_CREDENTIALS,
        types: MODEL_TYPES,
        models: [],
        openCatalogue: true,
        module,
      },
    );
  },
});
