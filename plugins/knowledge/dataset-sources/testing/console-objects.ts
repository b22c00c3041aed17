import type { ConsoleRequest, ObjectMaker } from '#plugins/management-api/testing/console-owner.ts';
import { deafAddress } from '#plugins/webhooks/testing/deaf-address.ts';

/** A source at which nobody answers. */
export const ownedObjects: readonly ObjectMaker[] = [
  {
    kinds: ['datasetSource'],
    async make({ call, mark, id }) {
      const body = { kind: 'web_page', url: `http://${deafAddress}/${mark}`, indexing_technique: 'economy' };
      return { datasetSource: (await call(`datasets/${await id('dataset')}/sources`, body)).id };
    },
  },
];

const sources = '/console/api/datasets/:dataset_id/sources';

export const consoleRequests: Readonly<Record<string, ConsoleRequest>> = {
  [`POST ${sources}`]: { body: { kind: 'web_page', url: `http://${deafAddress}/other` } },
  [`PATCH ${sources}/:source_id`]: { body: { refresh: 'daily' } },
};
