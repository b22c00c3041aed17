import { definePlugin } from '../../kernel/index.ts';
import { ModelProviders } from '../models/contract.ts';
import { OPENAI_MODELS } from './catalogue.ts';

const module = new URL('./provider.ts', import.meta.url);

const SHARED = {
  first_byte_timeout: { type: 'string', title: 'Seconds until an answer begins (default 300)' },
  idle_timeout: { type: 'string', title: 'Seconds between two pieces of an answer (default 120)' },
  prices: { type: 'string', title: 'Own prices per million tokens, JSON by model', format: 'model-prices' },
};

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
            openai_api_key: { type: 'string', title: 'API key', secret: true },
            openai_api_base: { type: 'string', title: 'API address, with or without /v1', format: 'uri' },
            openai_organization: { type: 'string', title: 'Organization' },
            ...SHARED,
          },
          required: ['openai_api_key'],
          additionalProperties: false,
        },
        models: OPENAI_MODELS,
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
            endpoint_url: { type: 'string', title: 'Address of the API, with or without /v1', format: 'uri' },
            api_key: { type: 'string', title: 'API key, if the server wants one', secret: true },
            mode: { type: 'string', title: 'How language models are called', enum: ['chat', 'completion'] },
            ...SHARED,
          },
          required: ['endpoint_url'],
          additionalProperties: false,
        },
        models: [],
        openCatalogue: true,
        module,
      },
    );
  },
});
