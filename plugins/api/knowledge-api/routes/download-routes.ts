import { attachment, json, type Route, route } from '#http';
import { DatasetKeyAccess } from '#plugins/dataset-keys/contract.ts';
import { documentDocs } from '#plugins/knowledge-api/docs/document-docs.ts';
import { type KnowledgeParts, openVendorDataset } from '#plugins/knowledge-api/parts.ts';
import { zipOf } from '#plugins/knowledge-api/wire/document-archive.ts';
import { uploadFile } from '#plugins/knowledge-api/wire/document-object.ts';
import { datasetParams, documentParams } from './params.ts';

/** Contents of documents as they were sent (runtime API, documents). */
export function downloadRoutes(parts: KnowledgeParts): Route[] {
  const { documents, downloads } = parts;
  return [
    route({
      access: DatasetKeyAccess,
      id: 'knowledge-api.download-document',
      method: 'GET',
      path: '/v1/datasets/:dataset_id/documents/:document_id/download',
      params: documentParams,
      summary: 'Get a download link for the content of a document',
      docs: documentDocs.download,
      async handle({ principal, params, origin }) {
        const dataset = await openVendorDataset(parts, principal, params.dataset_id);
        const document = await documents.get(dataset, params.document_id);
        return json({ url: downloads.url(document, origin) });
      },
    }),
    route({
      access: DatasetKeyAccess,
      id: 'knowledge-api.document-file',
      method: 'GET',
      path: '/v1/datasets/:dataset_id/documents/:document_id/upload-file',
      params: documentParams,
      summary: 'Get the file of a document with a link to its content: older form of `download`',
      docs: documentDocs.file,
      async handle({ principal, params, origin }) {
        const dataset = await openVendorDataset(parts, principal, params.dataset_id);
        const document = await documents.get(dataset, params.document_id);
        const url = downloads.url(document, origin);
        return json({ ...uploadFile(document), url, download_url: url });
      },
    }),
    route({
      access: DatasetKeyAccess,
      id: 'knowledge-api.download-documents',
      method: 'POST',
      path: '/v1/datasets/:dataset_id/documents/download-zip',
      params: datasetParams,
      summary: 'Download documents as a zip archive',
      docs: documentDocs.downloadZip,
      body: {
        type: 'object',
        required: ['document_ids'],
        properties: {
          document_ids: { type: 'array', minItems: 1, maxItems: 100, items: { type: 'string', format: 'uuid' } },
        },
      },
      async handle({ principal, params, body }) {
        const dataset = await openVendorDataset(parts, principal, params.dataset_id);
        const ids = [...new Set(body.document_ids)];
        const found = await Promise.all(ids.map((id) => documents.get(dataset, id)));
        const archive = zipOf(found, (document) => documents.content(document));
        return attachment('documents.zip', 'application/zip', archive);
      },
    }),
  ];
}
