import { definePlugin } from '#kernel';
import { catalogueOf, ModelProviders } from '#plugins/models/contract.ts';
import { SHARED_FIELDS } from '#plugins/provider-http/contract.ts';

export const plugin = definePlugin({
  id: 'provider-anthropic',
  needs: {},
  setup({ contribute }) {
    contribute(ModelProviders, {
      id: 'anthropic',
      label: 'Anthropic',
      aliases: ['langgenius/anthropic/anthropic'],
      credentials: {
        type: 'object',
        properties: {
          anthropic_api_key: {
            type: 'string',
            title: 'API key',
            description: 'Made under API keys of the Anthropic console.',
            placeholder: 'sk-ant-…',
            secret: true,
          },
          anthropic_api_url: {
            type: 'string',
            title: 'API address',
            description: 'With or without /v1; only where it is not that of Anthropic.',
            placeholder: 'https://api.anthropic.com',
            format: 'uri',
          },
          ...SHARED_FIELDS,
        },
        required: ['anthropic_api_key'],
        additionalProperties: false,
      },
      types: ['llm'],
      get models() {
        return catalogueOf('anthropic');
      },
      openCatalogue: true,
      module: new URL('./provider.ts', import.meta.url),
    });
  },
});
