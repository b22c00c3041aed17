import { empty, json, nameOf, type Route, route } from '#http';
import type { DatasetIndexing } from '#plugins/dataset-indexing/contract.ts';
import type { DocumentDownloads } from './contract.ts';
import { documentDocs, shownStatuses } from './document-docs.ts';
import { documentItemOf, documentItems, type ItemParts } from './document-item.ts';
import {
  baseOf,
  documentIds,
  documentsPath,
  keyword,
  manage,
  ofBase,
  ofDocument,
  pages,
  someIds,
} from './route-parts.ts';

export interface DocumentParts extends ItemParts {
  readonly downloads: DocumentDownloads;
  readonly indexing: DatasetIndexing | undefined;
}

const one = `${documentsPath}/:document_id` as const;

/** Routes that show documents, rename one, and delete some. */
export function documentRoutes(parts: DocumentParts): Route[] {
  const { documents, datasets } = parts;
  return [
    route({
      ...manage,
      id: 'document-management.list',
      method: 'GET',
      path: documentsPath,
      summary: 'List documents of a knowledge base',
      docs: documentDocs.list,
      params: ofBase,
      query: {
        type: 'object',
        properties: { ...pages, keyword, status: { type: 'string', enum: shownStatuses } },
      },
      async handle({ principal, params, query }) {
        const dataset = await baseOf(datasets, principal, params.dataset_id);
        const { page, limit, keyword: part, status } = query;
        const asked = {
          page,
          limit,
          ...(part !== undefined && { keyword: part }),
          ...(status !== undefined && { status }),
        };
        const { documents: found, total } = await documents.list(dataset, asked);
        const data = await documentItems(parts, dataset, found);
        return json({ data, page, limit, total, has_more: page * limit < total });
      },
    }),
    route({
      ...manage,
      id: 'document-management.get',
      method: 'GET',
      path: one,
      summary: 'Get a document',
      docs: documentDocs.get,
      ids: documentIds,
      params: ofDocument,
      async handle({ principal, params }) {
        const dataset = await baseOf(datasets, principal, params.dataset_id);
        const document = await documents.get(dataset, params.document_id);
        const rule = await documents.rule(dataset, document.processRuleId);
        return json({ ...(await documentItemOf(parts, dataset, document)), process_rule: rule });
      },
    }),
    ...changeRoutes(parts),
  ];
}

function changeRoutes(parts: DocumentParts): Route[] {
  const { documents, datasets, downloads } = parts;
  return [
    route({
      ...manage,
      id: 'document-management.rename',
      method: 'PATCH',
      path: one,
      summary: 'Rename a document',
      audit: { body: ['name'] },
      docs: documentDocs.rename,
      ids: documentIds,
      params: ofDocument,
      body: {
        type: 'object',
        required: ['name'],
        additionalProperties: false,
        properties: { name: nameOf(255) },
      },
      async handle({ principal, params, body }) {
        const dataset = await baseOf(datasets, principal, params.dataset_id);
        const document = await documents.rename(dataset, params.document_id, body.name);
        return json(await documentItemOf(parts, dataset, document));
      },
    }),
    route({
      ...manage,
      id: 'document-management.delete',
      method: 'POST',
      path: `${documentsPath}/delete`,
      summary: 'Delete documents with their segments',
      audit: { body: ['selected'] },
      docs: documentDocs.delete,
      params: ofBase,
      body: {
        type: 'object',
        required: ['selected'],
        additionalProperties: false,
        properties: { selected: someIds },
      },
      async handle({ principal, params, body }) {
        const dataset = await baseOf(datasets, principal, params.dataset_id);
        await documents.delete(dataset, body.selected);
        return empty();
      },
    }),
    route({
      ...manage,
      id: 'document-management.download',
      method: 'GET',
      path: `${one}/download`,
      summary: 'Get a download link for the content of a document',
      docs: documentDocs.download,
      ids: documentIds,
      params: ofDocument,
      async handle({ principal, params, origin }) {
        const dataset = await baseOf(datasets, principal, params.dataset_id);
        return json({ url: downloads.url(await documents.get(dataset, params.document_id), origin) });
      },
    }),
    batchRoute(parts),
  ];
}

function batchRoute(parts: DocumentParts): Route {
  const { documents, datasets, indexing } = parts;
  return route({
    ...manage,
    id: 'document-management.batch',
    method: 'GET',
    path: '/console/api/datasets/:dataset_id/batches/:batch',
    summary: 'Get the indexing progress of documents that were added together',
    docs: documentDocs.batch,
    ids: { 'params.batch': 'datasetBatch' },
    params: {
      type: 'object',
      properties: { ...ofBase.properties, batch: { type: 'string', maxLength: 100 } },
    },
    async handle({ principal, params }) {
      const dataset = await baseOf(datasets, principal, params.dataset_id);
      const found = await documents.batch(dataset, params.batch);
      const data = await documentItems(parts, dataset, found);
      const sum = (of: 'completed_segments' | 'total_segments') => data.reduce((total, item) => total + item[of], 0);
      return json({
        data,
        completed_segments: sum('completed_segments'),
        total_segments: sum('total_segments'),
        seconds_left: (await indexing?.secondsLeft(dataset, found)) ?? null,
      });
    },
  });
}
