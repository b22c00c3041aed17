import type { ConsoleRequest, ObjectMaker } from '#plugins/management-api/testing/console-owner.ts';
import { deafAddress } from '#plugins/webhooks/testing/deaf-address.ts';

/** As documents of other plugins have it, which share the base. */
const indexing = { indexing_technique: 'high_quality', doc_form: 'hierarchical_model' };

/** A repository at a host that does not answer. */
export const ownedObjects: readonly ObjectMaker[] = [
  {
    kinds: ['datasetSource'],
    async make({ call, mark, id }) {
      const url = `https://${deafAddress}/${mark}/repository`;
      const body = { kind: 'git', url, host: 'gitlab', token: 'source-kept-4711', ...indexing };
      const sources = `datasets/${await id('dataset')}/sources`;
      const { id: source } = await call(sources, body);
      // Nothing of it changes by itself any more.
      await call(`${sources}/${source}/cancel`, undefined, 'POST');
      return { datasetSource: source };
    },
  },
];

const base = '/console/api/datasets/:dataset_id';

export const consoleRequests: Readonly<Record<string, ConsoleRequest>> = {
  [`POST ${base}/sources`]: { body: { kind: 'web_page', url: `http://${deafAddress}/other`, ...indexing } },
  [`PATCH ${base}/sources/:source_id`]: { body: { refresh: 'daily' } },
  [`POST ${base}/synced-folders/plan`]: {
    body: { folder: 'notes', files: [{ path: 'a.md', sha256: '0'.repeat(64) }] },
  },
};
