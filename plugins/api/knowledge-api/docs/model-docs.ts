import { jsonAnswer, listOf, objectSchema, orNull, type RouteDocs, schemas } from '#http';
import { KNOWLEDGE_TAG as tag } from './schemas.ts';

const { uuid, text, boolean, object } = schemas;
const label = objectSchema('TranslatedLabel', { en_US: text, zh_Hans: text });
const model = objectSchema('ProvidedModel', {
  model: text,
  label,
  model_type: text,
  features: orNull(listOf(text)),
  fetch_from: { type: 'string', enum: ['predefined-model', 'customizable-model'] },
  model_properties: object,
  deprecated: boolean,
  status: text,
  load_balancing_enabled: boolean,
  has_invalid_load_balancing_configs: boolean,
});
const provider = objectSchema('ProviderOfModels', {
  tenant_id: uuid,
  provider: text,
  label,
  icon_small: { type: 'null' },
  icon_small_dark: { type: 'null' },
  status: text,
  models: listOf(model),
});
const both = (shown: string) => ({ en_US: shown, zh_Hans: shown });

/** What is told of models for knowledge bases. */
export const modelDocs = {
  list: {
    tag,
    description: 'The models that can be called: their provider is configured and they are turned on.',
    answers: {
      200: jsonAnswer('The models, by provider.', objectSchema('ProvidersOfModels', { data: listOf(provider) }), {
        data: [
          {
            tenant_id: '0d1e2f30-4152-4637-8495-a6b7c8d9e0f1',
            provider: 'openai/openai/openai',
            label: both('OpenAI'),
            icon_small: null,
            icon_small_dark: null,
            status: 'active',
            models: [
              {
                model: 'text-embedding-3-small',
                label: both('text-embedding-3-small'),
                model_type: 'text-embedding',
                features: null,
                fetch_from: 'predefined-model',
                model_properties: { context_size: 8191 },
                deprecated: false,
                status: 'active',
                load_balancing_enabled: false,
                has_invalid_load_balancing_configs: false,
              },
            ],
          },
        ],
      }),
    },
  },
} as const satisfies Readonly<Record<string, RouteDocs>>;
