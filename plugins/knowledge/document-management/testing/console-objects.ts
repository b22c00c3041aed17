import type { ConsoleRequest, ObjectMaker } from '#plugins/management-api/testing/console-owner.ts';

/** A document in the base of its owner, with its batch, and the first segment and child chunk of it. */
export const ownedObjects: readonly ObjectMaker[] = [
  {
    kinds: ['datasetDocument', 'datasetBatch', 'datasetSegment', 'datasetChunk'],
    async make({ call, first, id, mark }) {
      const documents = `datasets/${await id('dataset')}/documents`;
      const text = `${mark} text\n\nof two parts`;
      const settings = { indexing_technique: 'high_quality', doc_form: 'hierarchical_model' };
      const added = await call(`${documents}/texts`, { name: `${mark} document`, text, ...settings });
      const { id: document = '' } = (added.data as readonly { readonly id: string }[])[0] ?? {};
      const segment = await first(`${documents}/${document}/segments?status=completed`);
      const chunk = await first(`${documents}/${document}/segments/${segment.id}/chunks`);
      return {
        datasetDocument: document,
        datasetBatch: String(added.batch),
        datasetSegment: segment.id,
        datasetChunk: chunk.id,
      };
    },
  },
];

const documents = '/console/api/datasets/:dataset_id/documents';
const segments = `${documents}/:document_id/segments`;
const unknown = '00000000-0000-7000-8000-000000000000';

export const consoleRequests: Readonly<Record<string, ConsoleRequest>> = {
  [`POST ${documents}/texts`]: { body: { name: 'Other', text: 'other', doc_form: 'hierarchical_model' } },
  [`POST ${documents}/delete`]: { body: { selected: [unknown] } },
  [`POST ${documents}/status`]: { body: { selected: [unknown], action: 'disable' } },
  [`POST ${documents}/metadata`]: { body: { changes: [{ document: unknown, values: {} }] } },
  [`PATCH ${documents}/:document_id`]: { body: { name: 'taken' } },
  [`POST ${segments}/status`]: { body: { selected: [unknown], action: 'disable' } },
  [`POST ${segments}/delete`]: { body: { selected: [unknown] } },
};
