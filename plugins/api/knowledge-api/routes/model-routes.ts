import { json, type Route, route } from '#http';
import { DatasetKeyAccess } from '#plugins/dataset-keys/contract.ts';
import { modelDocs } from '#plugins/knowledge-api/docs/model-docs.ts';
import type { KnowledgeParts } from '#plugins/knowledge-api/parts.ts';
import { providerObjects, type WireModelType, wireModelTypes } from '#plugins/knowledge-api/wire/model-object.ts';
import { providerName } from '#plugins/knowledge-api/wire/provider-names.ts';

/** Models that the workspace can call, for choosing one for a base (runtime API, models). */
export function modelRoutes({ models, providers }: KnowledgeParts): Route[] {
  return [
    route({
      access: DatasetKeyAccess,
      id: 'knowledge-api.list-models',
      method: 'GET',
      path: '/v1/workspaces/current/models/model-types/:model_type',
      params: { type: 'object', properties: { model_type: { type: 'string', enum: Object.keys(wireModelTypes) } } },
      summary: 'List the models of a type, by provider',
      docs: modelDocs.list,
      async handle({ principal: { workspaceId }, params }) {
        const type = params.model_type as WireModelType;
        const available = await models.available(workspaceId, wireModelTypes[type]);
        const nameOf = (id: string) => providerName(providers.get(id), id);
        return json({ data: providerObjects(workspaceId, { type, models: available, nameOf }) });
      },
    }),
  ];
}
