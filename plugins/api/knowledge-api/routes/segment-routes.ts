import { json, type Route, route } from '#http';
import { first, type JsonSchema } from '#kernel';
import { deleted } from '#plugins/app-access/contract.ts';
import type { DatasetDocument, Segment } from '#plugins/dataset-documents/contract.ts';
import { DatasetKeyAccess } from '#plugins/dataset-keys/contract.ts';
import { type Dataset, keyViewer } from '#plugins/datasets/contract.ts';
import { segmentDocs } from '#plugins/knowledge-api/docs/segment-docs.ts';
import { invalidParameter, type KnowledgeParts, notFound, openVendorDataset } from '#plugins/knowledge-api/parts.ts';
import { largestText } from '#plugins/knowledge-api/requests/document-form.ts';
import { pageOf, pageProperties, pageReply } from '#plugins/knowledge-api/requests/paging.ts';
import { segmentObject } from '#plugins/knowledge-api/wire/segment-object.ts';
import { documentParams, segmentParams } from './params.ts';

/** Of a segment that is made by hand; the index cuts them far shorter. */
const MAX_CONTENT = 100_000;

const keywords = { type: ['array', 'null'], maxItems: 100, items: { type: 'string', maxLength: 200 } } as const;
const optionalText = { type: ['string', 'null'], maxLength: MAX_CONTENT } as const;

const createBody = {
  type: 'object',
  required: ['segments'],
  properties: {
    segments: {
      type: 'array',
      minItems: 1,
      maxItems: 1_000,
      items: {
        type: 'object',
        required: ['content'],
        properties: {
          content: { type: 'string', minLength: 1, maxLength: MAX_CONTENT },
          answer: optionalText,
          keywords,
        },
      },
    },
  },
} as const satisfies JsonSchema;

const changeBody = {
  type: 'object',
  required: ['segment'],
  properties: {
    segment: {
      type: 'object',
      properties: {
        content: optionalText,
        answer: optionalText,
        keywords,
        enabled: { type: ['boolean', 'null'] },
        regenerate_child_chunks: { type: ['boolean', 'null'] },
        summary: optionalText,
      },
    },
  },
} as const satisfies JsonSchema;

/** Segments of a document (runtime API, chunks). */
export function segmentRoutes(parts: KnowledgeParts): Route[] {
  return [...collectionRoutes(parts), ...oneRoutes(parts)];
}

function collectionRoutes(parts: KnowledgeParts): Route[] {
  const { documents, indexing } = parts;
  const common = {
    access: DatasetKeyAccess,
    path: '/v1/datasets/:dataset_id/documents/:document_id/segments',
    params: documentParams,
  } as const;
  return [
    route({
      ...common,
      id: 'knowledge-api.create-segments',
      method: 'POST',
      summary: 'Add segments to a document',
      docs: segmentDocs.create,
      body: createBody,
      bodyLimit: largestText,
      async handle({ principal, params, body: { segments } }) {
        const dataset = await openVendorDataset(parts, principal, params.dataset_id);
        const document = await documents.get(dataset, params.document_id);
        if (document.indexingStatus !== 'completed' || !document.enabled) {
          throw notFound(`The document "${document.name}" is not completed, or disabled: it takes no segments.`);
        }
        for (const [index, { content, answer }] of segments.entries()) {
          if (content.trim() === '') throw invalidParameter(`segments.${index}.content has nothing to find in it`);
          if (document.docForm === 'qa_model' && !answer?.trim()) {
            throw invalidParameter(`segments.${index}.answer is required for documents with doc_form "qa_model"`);
          }
        }
        const added = await indexing.addSegments(dataset, document.id, segments, keyViewer);
        return json({ data: await segmentObjects(parts, dataset, added), doc_form: document.docForm });
      },
    }),
    route({
      ...common,
      id: 'knowledge-api.list-segments',
      method: 'GET',
      summary: 'List the segments of a document',
      docs: segmentDocs.list,
      query: {
        type: 'object',
        properties: {
          ...pageProperties,
          status: { type: 'array', maxItems: 10, items: { type: 'string', maxLength: 50 } },
        },
      },
      async handle({ principal, params, query }) {
        const dataset = await openVendorDataset(parts, principal, params.dataset_id);
        const document = await documents.get(dataset, params.document_id);
        const asked = pageOf(query);
        const statuses = query.status?.filter((status) => status !== '' && status !== 'all') ?? [];
        const filter = { ...asked, ...(statuses.length > 0 && { statuses }) };
        const { segments, total } = await documents.segments(dataset, document.id, filter);
        const { data, ...page } = pageReply(await segmentObjects(parts, dataset, segments), asked, total);
        return json({ data, doc_form: document.docForm, ...page });
      },
    }),
  ];
}

function oneRoutes(parts: KnowledgeParts): Route[] {
  const { documents, indexing } = parts;
  const one = {
    access: DatasetKeyAccess,
    path: '/v1/datasets/:dataset_id/documents/:document_id/segments/:segment_id',
    params: segmentParams,
  } as const;
  const reply = async (dataset: Dataset, document: DatasetDocument, segment: Segment) => {
    const data = first(await segmentObjects(parts, dataset, [segment]));
    return json({ data, doc_form: document.docForm });
  };
  return [
    route({
      ...one,
      id: 'knowledge-api.get-segment',
      method: 'GET',
      summary: 'Get a segment',
      docs: segmentDocs.get,
      async handle({ principal, params }) {
        const dataset = await openVendorDataset(parts, principal, params.dataset_id);
        const document = await documents.get(dataset, params.document_id);
        return reply(dataset, document, await documents.segment(dataset, document.id, params.segment_id));
      },
    }),
    route({
      ...one,
      id: 'knowledge-api.update-segment',
      method: 'POST',
      summary: 'Change a segment',
      docs: segmentDocs.update,
      body: changeBody,
      async handle({ principal, params, body: { segment: sent } }) {
        const dataset = await openVendorDataset(parts, principal, params.dataset_id);
        const document = await documents.get(dataset, params.document_id);
        const segment = await documents.segment(dataset, document.id, params.segment_id);
        if (segment.status !== 'completed' && segment.status !== 'error') {
          throw invalidParameter('The segment is being indexed; try again when it is completed.');
        }
        const content = sent.content ?? segment.content;
        if (content.trim() === '')
          throw invalidParameter('segment.content has nothing to find in it', 'segment.content');
        const answer = sent.answer ?? segment.answer;
        if (document.docForm === 'qa_model' && !answer?.trim()) {
          throw invalidParameter('segment.answer is required for documents with doc_form "qa_model"', 'segment.answer');
        }
        const text = {
          content,
          answer,
          ...(sent.keywords != null && { keywords: sent.keywords }),
          ...(sent.enabled != null && { enabled: sent.enabled }),
          ...(sent.summary != null && { summary: sent.summary }),
          regenerateChildChunks: sent.regenerate_child_chunks ?? false,
        };
        return reply(
          dataset,
          document,
          await indexing.changeSegment(dataset, document.id, segment.id, text, keyViewer),
        );
      },
    }),
    route({
      ...one,
      id: 'knowledge-api.delete-segment',
      method: 'DELETE',
      summary: 'Delete a segment',
      docs: segmentDocs.remove,
      async handle({ principal, params }) {
        const dataset = await openVendorDataset(parts, principal, params.dataset_id);
        const segment = await documents.segment(dataset, params.document_id, params.segment_id);
        await documents.deleteSegments(dataset, segment.documentId, [segment.id]);
        return deleted();
      },
    }),
  ];
}

async function segmentObjects({ documents }: KnowledgeParts, dataset: Dataset, segments: readonly Segment[]) {
  const ids = segments.map(({ id }) => id);
  const children = dataset.docForm === 'hierarchical_model' ? await documents.childrenOf(dataset, ids) : new Map();
  return segments.map((segment) => segmentObject(segment, children.get(segment.id) ?? []));
}
