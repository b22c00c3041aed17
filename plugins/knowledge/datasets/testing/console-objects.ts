import type { ConsoleRequest, ObjectMaker } from '#plugins/management-api/testing/console-owner.ts';

/** A base with a field and a tag. */
export const ownedObjects: readonly ObjectMaker[] = [
  {
    kinds: ['dataset', 'datasetField', 'datasetTag'],
    async make({ call, mark }) {
      const dataset = (await call('datasets', { name: `${mark} base` })).id;
      const field = await call(`datasets/${dataset}/fields`, { name: `${mark} field`, type: 'string' });
      const tag = await call('dataset-tags', { name: `${mark} tag` });
      return { dataset, datasetField: field.id, datasetTag: tag.id };
    },
  },
];

const all = '/console/api/datasets';
const one = `${all}/:dataset_id`;

export const consoleRequests: Readonly<Record<string, ConsoleRequest>> = {
  [`POST ${all}`]: { body: { name: 'Other', external_knowledge_id: 'handbook' } },
  [`PATCH ${one}`]: { body: { description: 'changed' } },
  [`POST ${one}/fields`]: { body: { name: 'other', type: 'number' } },
  [`PATCH ${one}/fields`]: { body: { built_in_field_enabled: true } },
  [`PATCH ${one}/fields/:field_id`]: { body: { name: 'taken' } },
  'POST /console/api/dataset-tags': { body: { name: 'other' } },
  'PATCH /console/api/dataset-tags/:tag_id': { body: { name: 'taken' } },
};
