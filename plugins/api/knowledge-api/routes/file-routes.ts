import { type Route, type RouteRequest, route } from '#http';
import { DatasetKeyAccess, type DatasetKeyCaller } from '#plugins/dataset-keys/contract.ts';
import { documentDocs } from '#plugins/knowledge-api/docs/document-docs.ts';
import { type KnowledgeParts, openVendorDataset } from '#plugins/knowledge-api/parts.ts';
import { largestForm, requiredFile, withDocumentForm } from '#plugins/knowledge-api/requests/document-form.ts';
import { formSettings } from '#plugins/knowledge-api/requests/document-settings.ts';
import { preparedAdd, preparedReplace, written } from './document-writes.ts';
import { datasetParams, documentParams } from './params.ts';

type FileRequest<Param extends string> = RouteRequest<DatasetKeyCaller, unknown, unknown, Param>;
type CreateRequest = FileRequest<'dataset_id'>;
type UpdateRequest = FileRequest<'dataset_id' | 'document_id'>;

/** Documents of files, under all of their paths (runtime API, documents). */
export function fileRoutes(parts: KnowledgeParts): Route[] {
  const form = { access: DatasetKeyAccess, bodyType: 'multipart', bodyLimit: largestForm } as const;
  const create = {
    ...form,
    method: 'POST',
    params: datasetParams,
    docs: documentDocs.createByFile,
    handle: (request: CreateRequest) => createByFile(parts, request),
  } as const;
  const update = {
    ...form,
    params: documentParams,
    docs: documentDocs.updateByFile,
    handle: (request: UpdateRequest) => updateByFile(parts, request),
  } as const;
  return [
    route({
      ...create,
      id: 'knowledge-api.create-by-file',
      path: '/v1/datasets/:dataset_id/document/create-by-file',
      summary: 'Create a document from a file',
    }),
    route({
      ...create,
      id: 'knowledge-api.create-by-file-underscore',
      path: '/v1/datasets/:dataset_id/document/create_by_file',
      summary: 'Create a document from a file: older spelling of `create-by-file`',
    }),
    route({
      ...update,
      id: 'knowledge-api.update-document',
      method: 'PATCH',
      path: '/v1/datasets/:dataset_id/documents/:document_id',
      summary: 'Update the file, name or rule of a document',
    }),
    ...(['update-by-file', 'update_by_file'] as const).map((spelling) =>
      route({
        ...update,
        id: `knowledge-api.${spelling === 'update-by-file' ? spelling : 'update-by-file-underscore'}`,
        method: 'POST',
        path: `/v1/datasets/:dataset_id/documents/:document_id/${spelling}`,
        summary: 'Update the file, name or rule of a document: older form of PATCH',
      }),
    ),
  ];
}

async function createByFile(parts: KnowledgeParts, { principal, params, multipart: form }: CreateRequest) {
  const dataset = await openVendorDataset(parts, principal, params.dataset_id);
  const write = await withDocumentForm(parts.documents, { dataset, form }, async (received) => {
    const content = requiredFile(received);
    const { name, ...sent } = formSettings(received.data);
    const document = { content, ...(name !== undefined && { name }) };
    return preparedAdd(parts, dataset, { document, sent });
  });
  return written(parts, write);
}

async function updateByFile(parts: KnowledgeParts, { principal, params, multipart: form }: UpdateRequest) {
  const dataset = await openVendorDataset(parts, principal, params.dataset_id);
  const write = await withDocumentForm(parts.documents, { dataset, form }, async ({ file, data }) => {
    const { name, ...sent } = formSettings(data);
    const named = name !== undefined && { name };
    return preparedReplace(parts, dataset, {
      documentId: params.document_id,
      sent,
      ...named,
      ...(file !== null && { document: { content: file, ...named } }),
    });
  });
  return written(parts, write);
}
