import { json, jsonAnswer, listOf, objectSchema, orNull, type Route, route, schemas } from '#http';
import { ManagementAccess } from '#plugins/management-access/contract.ts';
import type { StoreOwners, StoreReport } from './store-owners.ts';

const { text, integer } = schemas;
const example = {
  data: [
    {
      id: 'local',
      areas: [{ area: '', state: 'own' as const, holder: 'server:/srv/weft', renewed_at: '2026-11-28T12:00:00.000Z' }],
      removals: { asked: 0, marked: 2, removed: 0 },
    },
  ],
};
const area = objectSchema('StoreArea', {
  area: { ...text, description: 'Part of the file store that belongs to this installation. Empty: the whole store.' },
  state: {
    enum: ['own', 'watching', 'foreign'],
    description:
      '`own`: the files belong to this installation. `watching`: they appear to; nothing is removed until it is certain. `foreign`: they belong to another installation and are only read.',
  },
  holder: { ...orNull(text), description: 'Owner recorded in the file store. null: not recorded.' },
  renewed_at: { ...orNull(text), description: 'When the owner last renewed the record, in ISO 8601.' },
});
const store = objectSchema('FileStore', {
  id: text,
  areas: listOf(area),
  removals: objectSchema('FileRemovals', {
    asked: {
      ...integer,
      description: 'Files to be removed as soon as their owner is certain. Each count is at most 1,000.',
    },
    marked: { ...integer, description: 'Files without a record at the first check.' },
    removed: {
      ...integer,
      description: 'Files without a record at the second check. Their content is kept for some more days.',
    },
  }),
});
const tag = 'Installation';
const stores = jsonAnswer(
  'The file stores, with their owners.',
  objectSchema('FileStores', { data: listOf(store) }),
  example,
);
const body = {
  type: 'object',
  required: ['store'],
  additionalProperties: false,
  properties: { store: { type: 'string', minLength: 1, maxLength: 100, description: 'Id of the file store.' } },
} as const;

/** For whoever runs the server. */
export function blobRoutes(owners: StoreOwners): Route[] {
  const operator = { access: ManagementAccess, permission: 'installation.manage' } as const;
  const answer = async () => json({ data: (await owners.report()).map(storeItem) });
  return [
    route({
      ...operator,
      id: 'blobs.stores',
      method: 'GET',
      path: '/console/api/file-stores',
      summary: 'List the file stores, with their owner and pending removals',
      docs: { tag, answers: { 200: stores } },
      handle: answer,
    }),
    route({
      ...operator,
      id: 'blobs.adopt',
      method: 'POST',
      path: '/console/api/file-stores/adopt',
      summary:
        'Take ownership of a file store: this installation then removes files without a record, and the previous owner only reads',
      audit: { body: ['store'] },
      body,
      docs: { tag, answers: { 200: stores }, errors: { 404: ['no_store'], 409: ['not_adopted'] } },
      async handle({ body: { store: id } }) {
        await owners.adopt(id);
        return answer();
      },
    }),
    route({
      ...operator,
      id: 'blobs.keep',
      method: 'POST',
      path: '/console/api/file-stores/keep',
      summary:
        'Restore files that were removed, or marked for removal, as unreferenced; the search for unreferenced files starts over',
      audit: { body: ['store'] },
      body,
      docs: { tag, answers: { 200: stores }, errors: { 404: ['no_store'] } },
      async handle({ body: { store: id } }) {
        await owners.keepAll(id);
        return answer();
      },
    }),
  ];
}

function storeItem({ id, areas, removals }: StoreReport) {
  return {
    id,
    areas: areas.map((each) => ({
      area: each.area,
      state: each.state,
      holder: each.holder,
      renewed_at: each.renewedAt,
    })),
    removals: { ...removals },
  };
}
