import { empty, json, type Route, route } from '../../http/contract.ts';
import type { JsonSchema } from '../../kernel/index.ts';
import type { Credentials, ModelPrice, Models, ProviderView } from '../models/contract.ts';
import { ManagementAccess } from './contract.ts';

const credentials: JsonSchema = { type: 'object', additionalProperties: { type: 'string', maxLength: 8192 } };

/** Managing a workspace's model providers; credentials go in and never come out. */
export function providerRoutes(models: Models): Route[] {
  const access = ManagementAccess;
  return [
    route({
      id: 'management-api.list-providers',
      method: 'GET',
      path: '/console/api/providers',
      access,
      summary: 'List model providers',
      handle: async ({ principal }) =>
        json({ data: (await models.providers(principal.workspaceId)).map(providerItem) }),
    }),
    route({
      id: 'management-api.set-provider',
      method: 'PUT',
      path: '/console/api/providers/:provider',
      access,
      summary: "Store a provider's credentials, sealed",
      body: { type: 'object', required: ['credentials'], additionalProperties: false, properties: { credentials } },
      async handle({ principal, params, body }) {
        const given = (body as { credentials: Credentials }).credentials;
        await models.configure(principal.workspaceId, params.provider ?? '', given);
        return json({ result: 'success' });
      },
    }),
    route({
      id: 'management-api.remove-provider',
      method: 'DELETE',
      path: '/console/api/providers/:provider',
      access,
      summary: "Remove a provider's credentials",
      async handle({ principal, params }) {
        await models.remove(principal.workspaceId, params.provider ?? '');
        return empty();
      },
    }),
    route({
      id: 'management-api.test-provider',
      method: 'POST',
      path: '/console/api/providers/:provider/test',
      access,
      summary: 'Call the provider with its stored, or the given, credentials',
      body: { type: 'object', additionalProperties: false, properties: { credentials } },
      bodyPresence: 'optional',
      async handle({ principal, params, body }) {
        const given = (body as { credentials?: Credentials } | undefined)?.credentials;
        await models.test(principal.workspaceId, params.provider ?? '', given);
        return json({ result: 'success' });
      },
    }),
  ];
}

function providerItem(provider: ProviderView) {
  return {
    id: provider.id,
    label: provider.label,
    configured: provider.configured,
    credentials_schema: provider.credentialsSchema,
    credentials: provider.credentials,
    models: provider.models.map(({ name, type, contextSize, price }) => ({
      name,
      type,
      context_size: contextSize ?? null,
      price: price === undefined ? null : priceItem(price),
    })),
  };
}

/** Prices are for `unit` tokens; `as_of`: the day a list price was valid, null for the workspace's own. */
function priceItem({ prompt, completion, unit, currency, asOf }: ModelPrice) {
  return { prompt, completion, unit, currency, as_of: asOf ?? null };
}
