import { definePlugin } from '#kernel';
import { catalogueOf, MODEL_TYPES, ModelProviders } from '#plugins/models/contract.ts';
import { SHARED_FIELDS } from '#plugins/provider-http/contract.ts';

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
        credentials: {
          type: 'object',
          properties: {
            openai_api_key: {
              type: 'string',
              title: 'API key',
              description: 'Made under API keys of your OpenAI account.',
              placeholder: 'sk-…',
              secret: true,
            },
            openai_api_base: {
              type: 'string',
              title: 'API address',
              description: 'With or without /v1; only where it is not that of OpenAI.',
              placeholder: 'https://api.openai.com/v1',
              format: 'uri',
            },
            openai_organization: { type: 'string', title: 'Organization', placeholder: 'org-…' },
            ...SHARED_FIELDS,
          },
          required: ['openai_api_key'],
          additionalProperties: false,
        },
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
        credentials: {
          type: 'object',
          properties: {
            endpoint_url: {
              type: 'string',
              title: 'API address',
              description: 'With or without /v1. The operator must allow addresses in their own network.',
              placeholder: 'https://models.example.com/v1',
              format: 'uri',
            },
            api_key: { type: 'string', title: 'API key, if the server wants one', secret: true },
            mode: { type: 'string', title: 'How language models are called', enum: ['chat', 'completion'] },
            ...SHARED_FIELDS,
          },
          required: ['endpoint_url'],
          additionalProperties: false,
        },
        types: MODEL_TYPES,
        models: [],
        openCatalogue: true,
        module,
      },
    );
  },
});
