import { definePlugin } from '#kernel';
import { catalogueOf, ModelProviders } from '#plugins/models/contract.ts';
import { SHARED_FIELDS } from '#plugins/provider-http/contract.ts';

export const plugin = definePlugin({
  id: 'provider-cohere',
  needs: {},
  setup({ contribute }) {
    contribute(ModelProviders, {
      id: 'cohere',
      label: 'Cohere',
      aliases: ['langgenius/cohere/cohere'],
      credentials: {
        type: 'object',
        properties: {
          api_key: {
            type: 'string',
            title: 'API key',
            description: 'Made under API keys of the Cohere dashboard.',
            secret: true,
          },
          base_url: {
            type: 'string',
            title: 'API address',
            description: 'With or without /v2; only where it is not that of Cohere.',
            placeholder: 'https://api.cohere.com',
            format: 'uri',
          },
          ...SHARED_FIELDS,
        },
        required: ['api_key'],
        additionalProperties: false,
      },
      types: ['llm', 'embedding', 'rerank'],
      get models() {
        return catalogueOf('cohere');
      },
      openCatalogue: true,
      module: new URL('./provider.ts', import.meta.url),
    });
  },
});
