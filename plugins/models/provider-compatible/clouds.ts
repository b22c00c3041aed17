import { type Credentials, MODEL_TYPES } from '#plugins/models/contract.ts';
import { withVersion } from '#plugins/provider-http/contract.ts';
import { azureEndpoint, originOf } from './azure.ts';
import { addressField, type CompatibleRow, type Fields, keyField, SIZE_FIELDS } from './row.ts';

const AZURE_FIELDS: Fields = {
  openai_api_base: addressField('https://my-resource.openai.azure.com', 'The endpoint of your resource at Azure.'),
  auth_method: {
    type: 'string',
    title: 'How calls are authenticated',
    enum: ['api_key', 'entra_id'],
    description: 'By a key of the resource, or by an application of Microsoft Entra ID.',
  },
  openai_api_key: keyField('One of the two keys of the resource.'),
  azure_tenant_id: { type: 'string', title: 'Tenant of the application' },
  azure_client_id: { type: 'string', title: 'Id of the application' },
  azure_client_secret: { type: 'string', title: 'Secret of the application', secret: true },
  openai_api_version: {
    type: 'string',
    title: 'Version of the API',
    description: 'Empty: the v1 API. A dated version calls deployments by their own addresses.',
    placeholder: '2024-10-21',
  },
};

/** Vendors whose models are called by deployments or endpoints of the customer's own. */
export const CLOUDS: readonly CompatibleRow[] = [
  {
    id: 'azure_openai',
    label: 'Azure OpenAI',
    aliases: ['azure'],
    types: MODEL_TYPES.filter((type) => type !== 'rerank' && type !== 'moderation'),
    key: 'openai_api_key',
    fields: AZURE_FIELDS,
    required: ['openai_api_base'],
    modelFields: {
      ...AZURE_FIELDS,
      base_model_name: {
        type: 'string',
        title: 'Model that is deployed',
        description: 'Tells what its parameters are. The name of the model here is that of the deployment.',
        placeholder: 'gpt-4o',
      },
    },
    base: originOf,
    takesUser: true,
    more: azureEndpoint,
  },
  {
    id: 'volcengine_maas',
    label: 'Volcengine Ark',
    aliases: ['volcengine', 'langgenius/volcengine/volcengine'],
    types: ['llm', 'embedding'],
    key: 'volc_api_key',
    fields: {
      volc_api_key: keyField('Made in the console of Ark. Pairs of access keys are not taken; make a key instead.'),
      api_endpoint_host: addressField('https://ark.cn-beijing.volces.com/api/v3'),
    },
    required: ['volc_api_key'],
    modelFields: {
      endpoint_id: {
        type: 'string',
        title: 'Endpoint id',
        description: 'Empty: the name of the model is sent.',
        placeholder: 'ep-20250101000000-abcde',
      },
      base_model_name: { type: 'string', title: 'Model of the endpoint' },
      mode: { type: 'string', title: 'How language models are called', enum: ['chat', 'completion'] },
      ...SIZE_FIELDS,
    },
    base: ({ api_endpoint_host: host }: Credentials) =>
      host === undefined || host === '' ? 'https://ark.cn-beijing.volces.com/api/v3' : withVersion(host, 'api/v3'),
    vectors: { encoding: 'float', dimensions: null },
    trial: { by: 'refusal' },
    parameter: (name, value) =>
      name === 'thinking' && typeof value === 'string' ? [name, { type: value }] : [name, value],
    more: ({ endpoint_id: id }) => (id === undefined || id === '' ? {} : { sentModel: id }),
  },
];
