import { empty, json, type Route, route } from '#http';
import { type Datasets, viewerOf } from '#plugins/datasets/contract.ts';
import { ManagementAccess, type ManagementCaller } from '#plugins/management-access/contract.ts';
import type { DatasetSources } from './contract.ts';
import { newSourceBody, newSourceOf, sourceChangeBody, sourceChangeOf } from './source-body.ts';
import { pageStatuses, sourceDocs } from './source-docs.ts';
import { pageItem, sourceItem } from './source-items.ts';

/** Kinds that are read without an account refuse it, whoever's it is; `source-drive` tests those of others. */
const ofReader = { nothing: 'an account, which the reader of the kind looks at' } as const;
const uuid = { type: 'string', format: 'uuid' } as const;
const manage = { access: ManagementAccess, permission: 'knowledge.manage' } as const;
const all = '/console/api/datasets/:dataset_id/sources';
const single = `${all}/:source_id`;
const ofBase = { ...manage, params: { type: 'object', properties: { dataset_id: uuid } } } as const;
const one = {
  ...manage,
  params: { type: 'object', properties: { dataset_id: uuid, source_id: uuid } },
  ids: { 'params.source_id': 'datasetSource' },
} as const;

const token = {
  'body.token': { nothing: 'a token of another system' },
  'body.account_id': ofReader,
} as const;

/** Sources of knowledge bases in the console. */
export function sourceRoutes(sources: DatasetSources, datasets: Datasets): Route[] {
  const baseOf = (caller: ManagementCaller, id: string) => datasets.get(caller.workspaceId, id, viewerOf(caller));
  return [
    route({
      ...ofBase,
      id: 'dataset-sources.list',
      method: 'GET',
      path: all,
      summary: 'List the sources of a knowledge base, with their state and next refresh',
      docs: sourceDocs.list,
      async handle({ principal, params }) {
        const found = await sources.list(await baseOf(principal, params.dataset_id));
        return json({ data: found.map(sourceItem) });
      },
    }),
    route({
      ...ofBase,
      id: 'dataset-sources.add',
      method: 'POST',
      path: all,
      summary: 'Add a source of documents to a knowledge base, and start reading it',
      ids: {
        ...token,
        'body.process_rule.rules.pre_processing_rules.0.id': { nothing: 'the name of a clean-up' },
      },
      audit: { body: ['kind', 'name', 'refresh', 'on_vanished'], answer: ['id'] },
      docs: sourceDocs.add,
      body: newSourceBody,
      async handle({ principal, params, body }) {
        const dataset = await baseOf(principal, params.dataset_id);
        const added = await sources.add(dataset, newSourceOf(body), viewerOf(principal));
        return json(sourceItem(added), { status: 201 });
      },
    }),
    route({
      ...one,
      id: 'dataset-sources.get',
      method: 'GET',
      path: single,
      summary: 'Show a source of a knowledge base',
      docs: sourceDocs.get,
      async handle({ principal, params }) {
        return json(sourceItem(await sources.get(await baseOf(principal, params.dataset_id), params.source_id)));
      },
    }),
    route({
      ...one,
      id: 'dataset-sources.change',
      method: 'PATCH',
      path: single,
      summary: 'Change, pause or resume a source',
      ids: { ...one.ids, ...token },
      audit: { body: ['name', 'refresh', 'on_vanished', 'is_paused'] },
      docs: sourceDocs.change,
      body: sourceChangeBody,
      async handle({ principal, params, body }) {
        const dataset = await baseOf(principal, params.dataset_id);
        return json(
          sourceItem(await sources.change(dataset, params.source_id, sourceChangeOf(body), viewerOf(principal))),
        );
      },
    }),
    route({
      ...one,
      id: 'dataset-sources.remove',
      method: 'DELETE',
      path: single,
      summary: 'Delete a source, with its documents (requires confirmation) or without',
      audit: 'path',
      docs: sourceDocs.remove,
      query: {
        type: 'object',
        properties: {
          confirm: { type: 'boolean', default: false },
          keep_documents: {
            type: 'boolean',
            default: false,
            description: 'Keep its documents. They are no longer refreshed.',
          },
        },
      },
      async handle({ principal, params, query }) {
        const options = { keepDocuments: query.keep_documents, isConfirmed: query.confirm };
        await sources.delete(await baseOf(principal, params.dataset_id), params.source_id, options);
        return empty();
      },
    }),
    ...runRoutes(sources, baseOf),
    placesRoute(sources),
  ];
}

function placesRoute(sources: DatasetSources): Route {
  return route({
    ...manage,
    id: 'dataset-sources.places',
    method: 'GET',
    path: '/console/api/dataset-sources/:kind/places',
    params: {
      type: 'object',
      properties: {
        kind: {
          type: 'string',
          pattern: '^[a-z][a-z0-9_]{0,39}$',
          description: 'Kind of source: lower-case letters, digits and `_`.',
        },
      },
    },
    summary: 'List what a connected account offers for a source of a kind',
    noCommand: 'the address of a folder is copied from the browser',
    docs: sourceDocs.places,
    ids: {
      'params.kind': { nothing: 'a kind of sources, which is the same for all' },
      'query.account_id': ofReader,
    },
    query: {
      type: 'object',
      properties: {
        account_id: { type: 'string', format: 'uuid' },
        parent: { type: 'string', maxLength: 1_000, default: '' },
        search: { type: 'string', maxLength: 200, default: '' },
        picked: {
          type: 'string',
          maxLength: 10_000,
          default: '',
          description: 'Ids of files that were picked at the service, with commas between.',
        },
      },
    },
    async handle({ principal, params, query }) {
      const { workspaceId } = principal;
      const parent = query.parent === '' ? null : query.parent;
      const picked = query.picked.split(',').filter((id) => id !== '');
      const of = { workspaceId, viewer: viewerOf(principal), accountId: query.account_id ?? null };
      const places = await sources.places(params.kind, { ...of, parent, search: query.search, picked });
      return json({
        data: places.map(({ hasPlaces, ...place }) => ({ ...place, has_places: hasPlaces })),
      });
    },
  });
}

function runRoutes(
  sources: DatasetSources,
  baseOf: (caller: ManagementCaller, id: string) => ReturnType<Datasets['get']>,
): Route[] {
  return [
    route({
      ...one,
      id: 'dataset-sources.refresh',
      method: 'POST',
      path: `${single}/refresh`,
      summary: 'Refresh a source now',
      audit: 'path',
      docs: sourceDocs.refresh,
      async handle({ principal, params }) {
        const source = await sources.refresh(await baseOf(principal, params.dataset_id), params.source_id);
        return json(sourceItem(source), { status: 202 });
      },
    }),
    route({
      ...one,
      id: 'dataset-sources.cancel',
      method: 'POST',
      path: `${single}/cancel`,
      summary: 'Cancel the current run of a source',
      audit: 'path',
      docs: sourceDocs.cancel,
      async handle({ principal, params }) {
        return json(sourceItem(await sources.cancel(await baseOf(principal, params.dataset_id), params.source_id)));
      },
    }),
    route({
      ...one,
      id: 'dataset-sources.pages',
      method: 'GET',
      path: `${single}/pages`,
      summary: 'List the pages of a source, with their errors',
      docs: sourceDocs.pages,
      query: {
        type: 'object',
        properties: {
          page: { type: 'integer', minimum: 1, maximum: 100_000, default: 1 },
          limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
          status: { type: 'string', enum: pageStatuses },
        },
      },
      async handle({ principal, params, query }) {
        const { page, limit, status } = query;
        const asked = { page, limit, ...(status !== undefined && { status }) };
        const dataset = await baseOf(principal, params.dataset_id);
        const { pages, total } = await sources.pages(dataset, params.source_id, asked);
        return json({ data: pages.map(pageItem), page, limit, total, has_more: page * limit < total });
      },
    }),
  ];
}
