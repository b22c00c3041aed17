import { json, type Route, route } from '#http';
import { PlatformError } from '#kernel';
import { deleted } from '#plugins/app-access/contract.ts';
import { DatasetKeyAccess } from '#plugins/dataset-keys/contract.ts';
import { keyViewer } from '#plugins/datasets/contract.ts';
import { documentDocs } from '#plugins/knowledge-api/docs/document-docs.ts';
import { type KnowledgeParts, notFound, openDataset, openVendorDataset } from '#plugins/knowledge-api/parts.ts';
import { pageOf, pageProperties, pageReply } from '#plugins/knowledge-api/requests/paging.ts';
import {
  documentDetail,
  documentMetadata,
  documentObject,
  indexingStatus,
} from '#plugins/knowledge-api/wire/document-object.ts';
import { datasetParams, documentParams } from './params.ts';

/** Documents of a base, and what is done with them (runtime API, documents). */
export function documentRoutes(parts: KnowledgeParts): Route[] {
  return [listRoute(parts), statusRoute(parts), actionRoute(parts), ...oneRoutes(parts)];
}

const displayStatuses = ['queuing', 'paused', 'indexing', 'error', 'available', 'disabled', 'archived'] as const;

function listRoute(parts: KnowledgeParts): Route {
  const { datasets, documents } = parts;
  return route({
    access: DatasetKeyAccess,
    id: 'knowledge-api.list-documents',
    method: 'GET',
    path: '/v1/datasets/:dataset_id/documents',
    params: datasetParams,
    summary: 'List the documents of a knowledge base',
    docs: documentDocs.list,
    query: { type: 'object', properties: { ...pageProperties, status: { type: 'string', enum: displayStatuses } } },
    async handle({ principal, params, query }) {
      const dataset = await openDataset(parts, principal, params.dataset_id);
      const asked = pageOf(query);
      const filter = { ...asked, ...(query.status !== undefined && { status: query.status }) };
      const [{ documents: found, total }, fields] = await Promise.all([
        documents.list(dataset, filter),
        datasets.fields(dataset.workspaceId, dataset.id),
      ]);
      const data = found.map((document) => documentObject(document, { fields, dataset }));
      return json(pageReply(data, asked, total));
    },
  });
}

function statusRoute(parts: KnowledgeParts): Route {
  const { documents } = parts;
  return route({
    access: DatasetKeyAccess,
    id: 'knowledge-api.indexing-status',
    method: 'GET',
    path: '/v1/datasets/:dataset_id/documents/:batch/indexing-status',
    params: {
      type: 'object',
      properties: { dataset_id: { type: 'string', format: 'uuid' }, batch: { type: 'string', maxLength: 200 } },
    },
    summary: 'Get the indexing progress of a batch of documents',
    docs: documentDocs.status,
    async handle({ principal, params }) {
      const dataset = await openDataset(parts, principal, params.dataset_id);
      const found = await documents.batch(dataset, params.batch);
      if (found.length === 0) throw notFound('There are no documents of this batch in the knowledge base.');
      const ids = found.map(({ id }) => id);
      const progress = await documents.progress(dataset, ids);
      return json({ data: found.map((document) => indexingStatus(document, progress.get(document.id))) });
    },
  });
}

const actions = ['enable', 'disable', 'archive', 'un_archive'] as const;

function actionRoute(parts: KnowledgeParts): Route {
  return route({
    access: DatasetKeyAccess,
    id: 'knowledge-api.set-document-status',
    method: 'PATCH',
    path: '/v1/datasets/:dataset_id/documents/status/:action',
    params: {
      type: 'object',
      properties: {
        dataset_id: { type: 'string', format: 'uuid' },
        action: { type: 'string', description: `One of ${actions.join(', ')}.` },
      },
    },
    summary: 'Enable, disable, archive or un-archive documents',
    docs: documentDocs.setStatus,
    body: {
      type: 'object',
      required: ['document_ids'],
      properties: {
        document_ids: { type: 'array', minItems: 1, maxItems: 1_000, items: { type: 'string', format: 'uuid' } },
      },
    },
    async handle({ principal, params, body }) {
      const dataset = await openVendorDataset(parts, principal, params.dataset_id);
      const action = actions.find((known) => known === params.action);
      if (action === undefined) {
        const message = `There is no action "${params.action}"; there are ${actions.join(', ')}.`;
        throw new PlatformError('invalid', 'knowledge-api.invalid_action', message);
      }
      await parts.documents.setStatus(dataset, body.document_ids, action, keyViewer);
      return json({ result: 'success' });
    },
  });
}

const metadataModes = ['all', 'only', 'without'] as const;

function oneRoutes(parts: KnowledgeParts): Route[] {
  const { datasets, documents } = parts;
  const one = {
    access: DatasetKeyAccess,
    path: '/v1/datasets/:dataset_id/documents/:document_id',
    params: documentParams,
  } as const;
  return [
    route({
      ...one,
      id: 'knowledge-api.get-document',
      method: 'GET',
      summary: 'Get a document with its rule and metadata',
      docs: documentDocs.get,
      query: { type: 'object', properties: { metadata: { type: 'string', default: 'all' } } },
      async handle({ principal, params, query }) {
        const dataset = await openDataset(parts, principal, params.dataset_id);
        const mode = metadataModes.find((known) => known === (query.metadata || 'all'));
        if (mode === undefined) {
          const message = `metadata must be one of ${metadataModes.join(', ')}`;
          throw new PlatformError('invalid', 'knowledge-api.invalid_metadata', message);
        }
        const document = await documents.get(dataset, params.document_id);
        const shape = { fields: await datasets.fields(dataset.workspaceId, dataset.id), dataset };
        if (mode === 'only') return json(documentMetadata(document, shape));
        const detail = documentDetail(document, shape, await documents.rule(dataset, document.processRuleId));
        if (mode === 'all') return json(detail);
        const { doc_type: _type, doc_metadata: _metadata, ...without } = detail;
        return json(without);
      },
    }),
    route({
      ...one,
      id: 'knowledge-api.delete-document',
      method: 'DELETE',
      summary: 'Delete a document',
      docs: documentDocs.remove,
      async handle({ principal, params }) {
        const dataset = await openVendorDataset(parts, principal, params.dataset_id);
        await documents.delete(dataset, [params.document_id]);
        return deleted();
      },
    }),
  ];
}
