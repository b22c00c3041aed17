import { empty, emptyAnswer, json, jsonAnswer, listOf, nameOf, objectSchema, type Route, route, schemas } from '#http';
import { ManagementAccess, type ManagementCaller } from '#plugins/management-access/contract.ts';
import { type Dataset, type Datasets, viewerOf } from './contract.ts';
import { tag } from './dataset-docs.ts';
import { builtInFields, MAX_FIELD_NAME } from './names.ts';

const { uuid, text, boolean } = schemas;
const id = { type: 'string', format: 'uuid' } as const;
const path = '/console/api/datasets/:dataset_id/fields';
const types = ['string', 'number', 'time'] as const;
const type = { type: 'string', enum: types } as const;
const manage = { access: ManagementAccess, permission: 'knowledge.manage' } as const;
const ids = { 'params.field_id': 'datasetField' } as const;
const ofBase = { type: 'object', properties: { dataset_id: id } } as const;
const ofField = { type: 'object', properties: { dataset_id: id, field_id: id } } as const;
const item = objectSchema('DatasetField', { id: uuid, name: text, type });
const example = { id: '3e7a0001-0000-4000-8000-000000000001', name: 'author', type: 'string' };
const bases = objectSchema('DatasetFields', {
  data: listOf(item),
  built_in_fields: listOf(objectSchema('BuiltInDatasetField', { name: text, type })),
  built_in_field_enabled: { ...boolean, description: 'Whether the built-in fields are shown.' },
});

/** Metadata fields of knowledge bases. */
export function fieldRoutes(datasets: Datasets): Route[] {
  const baseOf = (principal: ManagementCaller, datasetId: string): Promise<Dataset> =>
    datasets.get(principal.workspaceId, datasetId, viewerOf(principal));
  const shownOf = async ({ workspaceId, id: datasetId }: Dataset, isEnabled: boolean) => ({
    data: await datasets.fields(workspaceId, datasetId),
    built_in_fields: builtInFields,
    built_in_field_enabled: isEnabled,
  });
  const shown = jsonAnswer('The metadata fields, in order of creation.', bases, {
    data: [example],
    built_in_fields: builtInFields,
    built_in_field_enabled: false,
  });
  return [
    route({
      ...manage,
      id: 'datasets.list-fields',
      method: 'GET',
      path,
      summary: 'List metadata fields of a knowledge base',
      docs: { tag, answers: { 200: shown } },
      params: ofBase,
      async handle({ principal, params }) {
        const base = await baseOf(principal, params.dataset_id);
        return json(await shownOf(base, base.builtInFields));
      },
    }),
    route({
      ...manage,
      id: 'datasets.add-field',
      method: 'POST',
      path,
      summary: 'Add a metadata field to a knowledge base',
      audit: { body: ['name', 'type'], answer: ['id'] },
      docs: {
        tag,
        bodyExample: { name: 'author', type: 'string' },
        answers: { 201: jsonAnswer('The field.', item, example) },
      },
      params: ofBase,
      body: {
        type: 'object',
        required: ['name', 'type'],
        additionalProperties: false,
        properties: { name: nameOf(MAX_FIELD_NAME), type },
      },
      async handle({ principal, params, body }) {
        const base = await baseOf(principal, params.dataset_id);
        return json(await datasets.addField(base.workspaceId, base.id, body), { status: 201 });
      },
    }),
    route({
      ...manage,
      id: 'datasets.set-built-in-fields',
      method: 'PATCH',
      path,
      summary: 'Show or hide the built-in metadata fields of documents',
      audit: { body: ['built_in_field_enabled'] },
      docs: { tag, bodyExample: { built_in_field_enabled: true }, answers: { 200: shown } },
      params: ofBase,
      body: {
        type: 'object',
        required: ['built_in_field_enabled'],
        additionalProperties: false,
        properties: { built_in_field_enabled: { type: 'boolean' } },
      },
      async handle({ principal, params, body: { built_in_field_enabled: isEnabled } }) {
        const base = await baseOf(principal, params.dataset_id);
        await datasets.setBuiltInFields(base.workspaceId, base.id, isEnabled);
        return json(await shownOf(base, isEnabled));
      },
    }),
    ...oneFieldRoutes(datasets),
  ];
}

/** Of one field. */
function oneFieldRoutes(datasets: Datasets): Route[] {
  const baseOf = (principal: ManagementCaller, datasetId: string): Promise<Dataset> =>
    datasets.get(principal.workspaceId, datasetId, viewerOf(principal));
  return [
    route({
      ...manage,
      id: 'datasets.rename-field',
      method: 'PATCH',
      path: `${path}/:field_id`,
      summary: 'Rename a metadata field; values of documents are kept',
      ids,
      audit: { body: ['name'] },
      docs: {
        tag,
        bodyExample: { name: 'written by' },
        answers: { 200: jsonAnswer('The field.', item, { ...example, name: 'written by' }) },
      },
      params: ofField,
      body: {
        type: 'object',
        required: ['name'],
        additionalProperties: false,
        properties: { name: nameOf(MAX_FIELD_NAME) },
      },
      async handle({ principal, params, body }) {
        const base = await baseOf(principal, params.dataset_id);
        return json(await datasets.renameField(base.workspaceId, base.id, params.field_id, body.name));
      },
    }),
    route({
      ...manage,
      id: 'datasets.remove-field',
      method: 'DELETE',
      path: `${path}/:field_id`,
      summary: 'Delete a metadata field, and its values from all documents',
      ids,
      audit: 'path',
      docs: { tag, answers: { 204: emptyAnswer('Deleted.') } },
      params: ofField,
      async handle({ principal, params }) {
        const base = await baseOf(principal, params.dataset_id);
        await datasets.removeField(base.workspaceId, base.id, params.field_id);
        return empty();
      },
    }),
  ];
}
