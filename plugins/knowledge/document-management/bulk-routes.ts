import { empty, type Route, route } from '#http';
import { type Dataset, type DatasetViewer, viewerOf } from '#plugins/datasets/contract.ts';
import { documentDocs } from './document-docs.ts';
import type { ItemParts } from './document-item.ts';
import { baseOf, documentsPath, manage, ofBase, someIds, uuid } from './route-parts.ts';

const actions = ['enable', 'disable', 'archive', 'un_archive', 'pause', 'resume', 'retry'] as const;

/** Routes that change several documents at a time: all or none. */
export function bulkRoutes({ documents, datasets }: ItemParts): Route[] {
  const act = (
    dataset: Dataset,
    ids: readonly string[],
    action: (typeof actions)[number],
    viewer: DatasetViewer,
  ): Promise<void> => {
    if (action === 'pause' || action === 'resume' || action === 'retry') return documents[action](dataset, ids);
    return documents.setStatus(dataset, ids, action, viewer);
  };
  return [
    route({
      ...manage,
      id: 'document-management.set-status',
      method: 'POST',
      path: `${documentsPath}/status`,
      summary: 'Enable, disable, archive, pause or retry documents',
      audit: { body: ['selected', 'action'] },
      docs: documentDocs.setStatus,
      params: ofBase,
      body: {
        type: 'object',
        required: ['selected', 'action'],
        additionalProperties: false,
        properties: { selected: someIds, action: { type: 'string', enum: actions } },
      },
      async handle({ principal, params, body }) {
        const dataset = await baseOf(datasets, principal, params.dataset_id);
        await act(dataset, body.selected, body.action, viewerOf(principal));
        return empty();
      },
    }),
    route({
      ...manage,
      id: 'document-management.set-metadata',
      method: 'POST',
      path: `${documentsPath}/metadata`,
      summary: 'Set the metadata of documents',
      audit: 'path',
      docs: documentDocs.setMetadata,
      params: ofBase,
      body: {
        type: 'object',
        required: ['changes'],
        additionalProperties: false,
        properties: {
          changes: {
            type: 'array',
            minItems: 1,
            maxItems: 100,
            items: {
              type: 'object',
              required: ['document', 'values'],
              additionalProperties: false,
              properties: {
                document: uuid,
                values: {
                  type: 'object',
                  maxProperties: 200,
                  propertyNames: { format: 'uuid' },
                  additionalProperties: { type: ['string', 'number', 'null'], maxLength: 2000 },
                  description: 'Values by the id of a metadata field.',
                },
                partial: {
                  type: 'boolean',
                  default: true,
                  description: 'true: fields that are not listed are kept. false: their values are removed.',
                },
              },
            },
          },
        },
      },
      async handle({ principal, params, body }) {
        const dataset = await baseOf(datasets, principal, params.dataset_id);
        const changes = body.changes.map(({ document: documentId, values, partial }) => ({
          documentId,
          values: values as Readonly<Record<string, string | number | null>>,
          partial,
        }));
        await documents.setMetadata(dataset, changes);
        return empty();
      },
    }),
  ];
}
