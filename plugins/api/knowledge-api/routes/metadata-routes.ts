import { json, nameOf, type Route, route } from '#http';
import { isPlatformError } from '#kernel';
import { deleted } from '#plugins/app-access/contract.ts';
import { DatasetKeyAccess } from '#plugins/dataset-keys/contract.ts';
import type { MetadataField } from '#plugins/datasets/contract.ts';
import { metadataDocs } from '#plugins/knowledge-api/docs/metadata-docs.ts';
import { invalidParameter, type KnowledgeParts, openDataset, openVendorDataset } from '#plugins/knowledge-api/parts.ts';
import { builtInFields } from '#plugins/knowledge-api/wire/document-metadata.ts';
import { datasetParams, fieldParams } from './params.ts';

const name = nameOf(255);
const success = json({ result: 'success' } as const);

/** Metadata fields of a base, and what documents have in them (runtime API, metadata). */
export function metadataRoutes(parts: KnowledgeParts): Route[] {
  return [...fieldRoutes(parts), ...oneFieldRoutes(parts), ...builtInRoutes(parts), valuesRoute(parts)];
}

function fieldRoutes(parts: KnowledgeParts): Route[] {
  const { datasets, documents } = parts;
  const common = {
    access: DatasetKeyAccess,
    path: '/v1/datasets/:dataset_id/metadata',
    params: datasetParams,
  } as const;
  return [
    route({
      ...common,
      id: 'knowledge-api.create-metadata-field',
      method: 'POST',
      summary: 'Add a metadata field to a knowledge base',
      docs: metadataDocs.create,
      body: {
        type: 'object',
        required: ['type', 'name'],
        properties: { type: { type: 'string', enum: ['string', 'number', 'time'] }, name },
      },
      async handle({ principal, params, body }) {
        const { workspaceId, id } = await openDataset(parts, principal, params.dataset_id);
        const field = await datasets.addField(workspaceId, id, { name: body.name, type: body.type });
        return json(fieldObject(field), { status: 201 });
      },
    }),
    route({
      ...common,
      id: 'knowledge-api.list-metadata-fields',
      method: 'GET',
      summary: 'List the metadata fields of a knowledge base',
      docs: metadataDocs.list,
      async handle({ principal, params }) {
        const dataset = await openDataset(parts, principal, params.dataset_id);
        const [fields, counts] = await Promise.all([
          datasets.fields(dataset.workspaceId, dataset.id),
          documents.metadataCounts(dataset),
        ]);
        return json({
          doc_metadata: fields.map((field) => ({ ...fieldObject(field), count: counts.get(field.id) ?? 0 })),
          built_in_field_enabled: dataset.builtInFields,
        });
      },
    }),
  ];
}

function oneFieldRoutes(parts: KnowledgeParts): Route[] {
  const { datasets } = parts;
  const one = {
    access: DatasetKeyAccess,
    path: '/v1/datasets/:dataset_id/metadata/:metadata_id',
    params: fieldParams,
  } as const;
  return [
    route({
      ...one,
      id: 'knowledge-api.rename-metadata-field',
      method: 'PATCH',
      summary: 'Rename a metadata field',
      docs: metadataDocs.rename,
      body: { type: 'object', required: ['name'], properties: { name } },
      async handle({ principal, params, body }) {
        const { workspaceId, id } = await openDataset(parts, principal, params.dataset_id);
        return json(fieldObject(await datasets.renameField(workspaceId, id, params.metadata_id, body.name)));
      },
    }),
    route({
      ...one,
      id: 'knowledge-api.delete-metadata-field',
      method: 'DELETE',
      summary: 'Delete a metadata field, and its values from all documents',
      docs: metadataDocs.remove,
      async handle({ principal, params }) {
        const { workspaceId, id } = await openDataset(parts, principal, params.dataset_id);
        await datasets.removeField(workspaceId, id, params.metadata_id);
        return deleted();
      },
    }),
  ];
}

function builtInRoutes(parts: KnowledgeParts): Route[] {
  const { datasets } = parts;
  const toggle = (action: 'enable' | 'disable') =>
    route({
      access: DatasetKeyAccess,
      id: `knowledge-api.${action}-built-in-fields`,
      method: 'POST',
      path: `/v1/datasets/:dataset_id/metadata/built-in/${action}`,
      params: datasetParams,
      summary: action === 'enable' ? 'Show the built-in metadata fields' : 'Hide the built-in metadata fields',
      docs: metadataDocs.toggleBuiltIn,
      async handle({ principal, params }) {
        const { workspaceId, id } = await openDataset(parts, principal, params.dataset_id);
        await datasets.setBuiltInFields(workspaceId, id, action === 'enable');
        return success;
      },
    });
  return [
    route({
      access: DatasetKeyAccess,
      id: 'knowledge-api.built-in-fields',
      method: 'GET',
      path: '/v1/datasets/:dataset_id/metadata/built-in',
      params: datasetParams,
      summary: 'List the built-in metadata fields',
      docs: metadataDocs.builtIn,
      async handle({ principal, params }) {
        await openDataset(parts, principal, params.dataset_id);
        return json({ fields: builtInFields });
      },
    }),
    toggle('enable'),
    toggle('disable'),
  ];
}

const uuid = { type: 'string', format: 'uuid' } as const;

function valuesRoute(parts: KnowledgeParts): Route {
  return route({
    access: DatasetKeyAccess,
    id: 'knowledge-api.set-document-metadata',
    method: 'POST',
    path: '/v1/datasets/:dataset_id/documents/metadata',
    params: datasetParams,
    summary: 'Set the metadata of documents',
    docs: metadataDocs.setValues,
    body: {
      type: 'object',
      required: ['operation_data'],
      properties: {
        operation_data: {
          type: 'array',
          minItems: 1,
          maxItems: 1_000,
          items: {
            type: 'object',
            required: ['document_id', 'metadata_list'],
            properties: {
              document_id: uuid,
              metadata_list: {
                type: 'array',
                maxItems: 100,
                items: {
                  type: 'object',
                  required: ['id'],
                  properties: {
                    id: { type: 'string', maxLength: 100 },
                    name: { type: ['string', 'null'], maxLength: 255 },
                    value: { type: ['string', 'number', 'null'], maxLength: 10_000 },
                  },
                },
              },
              partial_update: { type: 'boolean', default: false },
            },
          },
        },
      },
    },
    async handle({ principal, params, body }) {
      const dataset = await openVendorDataset(parts, principal, params.dataset_id);
      const changes = body.operation_data.map((each) => ({
        documentId: each.document_id,
        partial: each.partial_update,
        values: Object.fromEntries(
          // Clients send back what they were told: built-in fields are nobody's to change.
          each.metadata_list.filter(({ id }) => id !== 'built-in').map(({ id, value }) => [id, value ?? null]),
        ),
      }));
      await parts.documents.setMetadata(dataset, changes).catch((error: unknown) => {
        if (!isPlatformError(error) || error.kind !== 'not-found') throw error;
        throw invalidParameter(error.message, 'operation_data');
      });
      return success;
    },
  });
}

function fieldObject({ id, type, name: shown }: MetadataField) {
  return { id, type, name: shown };
}
