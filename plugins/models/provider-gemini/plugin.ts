import { definePlugin } from '#kernel';
import { catalogueOf, ModelProviders } from '#plugins/models/contract.ts';
import { SHARED_FIELDS } from '#plugins/provider-http/contract.ts';

export const plugin = definePlugin({
  id: 'provider-gemini',
  needs: {},
  setup({ contribute }) {
    contribute(ModelProviders, {
      id: 'google',
      label: 'Google Gemini',
      aliases: ['langgenius/gemini/google', 'langgenius/google/google', 'gemini'],
      credentials: {
        type: 'object',
        properties: {
          google_api_key: {
            type: 'string',
            title: 'API key',
            description: 'Made in Google AI Studio.',
            placeholder: 'AIza…',
            secret: true,
          },
          google_base_url: {
            type: 'string',
            title: 'API address',
            description: 'With or without /v1beta; only where it is not that of Google.',
            placeholder: 'https://generativelanguage.googleapis.com',
            format: 'uri',
          },
          file_url: {
            type: 'string',
            title: 'Address of files',
            description: 'Not needed: files are sent with the request.',
          },
          ...SHARED_FIELDS,
        },
        required: ['google_api_key'],
        additionalProperties: false,
      },
      types: ['llm', 'embedding'],
      get models() {
        return catalogueOf('google');
      },
      openCatalogue: true,
      module: new URL('./provider.ts', import.meta.url),
    });
  },
});
