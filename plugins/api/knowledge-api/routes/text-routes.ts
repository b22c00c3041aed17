import { nameOf, type Route, type RouteRequest, route, type SchemaValue } from '#http';
import type { JsonSchema } from '#kernel';
import { DatasetKeyAccess, type DatasetKeyCaller } from '#plugins/dataset-keys/contract.ts';
import { documentDocs } from '#plugins/knowledge-api/docs/document-docs.ts';
import { invalidParameter, type KnowledgeParts, openVendorDataset } from '#plugins/knowledge-api/parts.ts';
import { largestText } from '#plugins/knowledge-api/requests/document-form.ts';
import { settingProperties } from '#plugins/knowledge-api/requests/document-settings.ts';
import { preparedAdd, preparedReplace, written } from './document-writes.ts';
import { datasetParams, documentParams } from './params.ts';

const createBody = {
  type: 'object',
  required: ['name', 'text'],
  properties: { name: nameOf(255), text: { type: 'string', minLength: 1 }, ...settingProperties },
} as const satisfies JsonSchema;

const updateBody = {
  type: 'object',
  properties: {
    name: { type: ['string', 'null'], maxLength: 255 },
    text: { type: ['string', 'null'] },
    ...settingProperties,
  },
} as const satisfies JsonSchema;

type CreateRequest = RouteRequest<DatasetKeyCaller, unknown, SchemaValue<typeof createBody>, 'dataset_id'>;
type UpdateRequest = RouteRequest<
  DatasetKeyCaller,
  unknown,
  SchemaValue<typeof updateBody>,
  'dataset_id' | 'document_id'
>;

/** Documents of texts, under both spellings of their paths (runtime API, documents). */
export function textRoutes(parts: KnowledgeParts): Route[] {
  const create = {
    access: DatasetKeyAccess,
    method: 'POST',
    params: datasetParams,
    docs: documentDocs.createByText,
    body: createBody,
    bodyLimit: largestText,
    handle: (request: CreateRequest) => createByText(parts, request),
  } as const;
  const update = {
    access: DatasetKeyAccess,
    method: 'POST',
    params: documentParams,
    docs: documentDocs.updateByText,
    body: updateBody,
    bodyLimit: largestText,
    handle: (request: UpdateRequest) => updateByText(parts, request),
  } as const;
  return [
    route({
      ...create,
      id: 'knowledge-api.create-by-text',
      path: '/v1/datasets/:dataset_id/document/create-by-text',
      summary: 'Create a document from text',
    }),
    route({
      ...create,
      id: 'knowledge-api.create-by-text-underscore',
      path: '/v1/datasets/:dataset_id/document/create_by_text',
      summary: 'Create a document from text: older spelling of `create-by-text`',
    }),
    route({
      ...update,
      id: 'knowledge-api.update-by-text',
      path: '/v1/datasets/:dataset_id/documents/:document_id/update-by-text',
      summary: 'Update the text, name or rule of a document',
    }),
    route({
      ...update,
      id: 'knowledge-api.update-by-text-underscore',
      path: '/v1/datasets/:dataset_id/documents/:document_id/update_by_text',
      summary: 'Update the text, name or rule of a document: older spelling of `update-by-text`',
    }),
  ];
}

async function createByText(parts: KnowledgeParts, { principal, params, body }: CreateRequest) {
  const dataset = await openVendorDataset(parts, principal, params.dataset_id);
  const { name, text } = body;
  checkText(text);
  return written(parts, await preparedAdd(parts, dataset, { document: { name, content: text }, sent: body }));
}

async function updateByText(parts: KnowledgeParts, { principal, params, body }: UpdateRequest) {
  const dataset = await openVendorDataset(parts, principal, params.dataset_id);
  const { text } = body;
  const name = body.name?.trim() ? body.name : undefined;
  const change = { documentId: params.document_id, sent: body, ...(name !== undefined && { name }) };
  if (text == null) return written(parts, await preparedReplace(parts, dataset, change));
  checkText(text);
  if (name === undefined) throw invalidParameter('name is required with text', 'name');
  const document = { name, content: text };
  return written(parts, await preparedReplace(parts, dataset, { ...change, document }));
}

function checkText(text: string): void {
  if (text.trim() === '') throw invalidParameter('text has nothing to find in it', 'text');
}
