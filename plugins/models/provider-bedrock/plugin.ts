import { definePlugin } from '#kernel';
import { catalogueOf, ModelProviders } from '#plugins/models/contract.ts';
import { SHARED_FIELDS } from '#plugins/provider-http/contract.ts';

export const plugin = definePlugin({
  id: 'provider-bedrock',
  needs: {},
  setup({ contribute }) {
    contribute(ModelProviders, {
      id: 'bedrock',
      label: 'Amazon Bedrock',
      aliases: ['langgenius/bedrock/bedrock'],
      credentials: {
        type: 'object',
        properties: {
          auth_method: {
            type: 'string',
            title: 'How calls are signed',
            description: 'With an API key of Bedrock, or an access key of AWS and its secret.',
            enum: ['api_key', 'access_key'],
          },
          bedrock_api_key: { type: 'string', title: 'API key', secret: true },
          aws_access_key_id: { type: 'string', title: 'Access key', placeholder: 'AKIA…', secret: true },
          aws_secret_access_key: { type: 'string', title: 'Secret access key', secret: true },
          aws_session_token: { type: 'string', title: 'Session token, of keys for a time', secret: true },
          aws_region: { type: 'string', title: 'Region', placeholder: 'us-east-1' },
          bedrock_endpoint_url: {
            type: 'string',
            title: 'API address',
            description: 'Only where it is not that of the region.',
            placeholder: 'https://bedrock-runtime.us-east-1.amazonaws.com',
            format: 'uri',
          },
          ...SHARED_FIELDS,
        },
        required: ['aws_region'],
        additionalProperties: false,
      },
      types: ['llm', 'embedding', 'rerank'],
      get models() {
        return catalogueOf('bedrock');
      },
      openCatalogue: true,
      module: new URL('./provider.ts', import.meta.url),
    });
  },
});
