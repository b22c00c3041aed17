import { everybody, type IdPosition, of, type RouteCase } from './id-position.ts';
import type { ObjectKind } from './owned-objects.ts';

const user = 'u1';

const ownList = (at: string, kind: ObjectKind): IdPosition => ({
  ...of(at, kind),
  instead: everybody({ status: 200 }),
  because: 'it only says from where on the caller’s own are listed',
});

/** Batches, and results. */
export const batchCases: readonly RouteCase[] = [
  { route: 'GET /v1/batches/template', app: 'completion', request: () => ({ query: { user } }), ids: [] },
  { route: 'POST /v1/batches/preview', app: 'completion', request: () => ({ isForm: true }), answer: 400, ids: [] },
  { route: 'POST /v1/batches', app: 'completion', request: () => ({ isForm: true }), answer: 400, ids: [] },
  {
    route: 'GET /v1/batches',
    app: 'completion',
    request: ({ batch }) => ({ query: { user, before: batch } }),
    ids: [ownList('query.before', 'batch')],
  },
  ...['', '/events', '/export'].map(
    (path): RouteCase => ({
      route: `GET /v1/batches/:batch_id${path}`,
      app: 'completion',
      request: ({ batch }) => ({ params: { batch_id: batch }, query: { user } }),
      ids: [of('params.batch_id', 'batch')],
    }),
  ),
  {
    route: 'GET /v1/batches/:batch_id/rows',
    app: 'completion',
    request: ({ batch }) => ({ params: { batch_id: batch }, query: { user, after: '0' } }),
    ids: [of('params.batch_id', 'batch'), { at: 'query.after', of: { nothing: 'the number of a row' } }],
  },
  ...['pause', 'resume', 'stop', 'retry'].map(
    (action): RouteCase => ({
      route: `POST /v1/batches/:batch_id/${action}`,
      app: 'completion',
      request: ({ batch }) => ({ params: { batch_id: batch }, body: { user } }),
      ids: [of('params.batch_id', 'batch')],
    }),
  ),
  {
    route: 'PATCH /v1/batches/:batch_id',
    app: 'completion',
    request: ({ batch }) => ({ params: { batch_id: batch }, body: { user, name: 'Mine', kept: true } }),
    ids: [of('params.batch_id', 'batch')],
  },
  {
    route: 'GET /v1/results',
    app: 'flow',
    request: ({ ended }) => ({ query: { user, before: ended } }),
    ids: [ownList('query.before', 'ended')],
  },
  {
    route: 'PATCH /v1/results/:result_id',
    app: 'flow',
    request: ({ ended }) => ({ params: { result_id: ended }, body: { user, name: 'Mine', kept: true } }),
    ids: [of('params.result_id', 'ended')],
  },
];

/** What ends what the others read. */
export const batchEndings: readonly RouteCase[] = [
  {
    route: 'DELETE /v1/batches/:batch_id',
    app: 'completion',
    request: ({ batch }) => ({ params: { batch_id: batch }, body: { user } }),
    answer: 204,
    ids: [of('params.batch_id', 'batch')],
  },
  {
    route: 'DELETE /v1/results/:result_id',
    app: 'flow',
    request: ({ ended }) => ({ params: { result_id: ended }, body: { user } }),
    answer: 204,
    ids: [of('params.result_id', 'ended')],
  },
];
