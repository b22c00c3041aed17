import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { appId, columns, ListPlans, workspaceId } from '#plugins/database/testing/list-plans.ts';
import { AnnotationStore } from './annotation-store.ts';
import { HitStore } from './hit-store.ts';

/** The planner is the same on the embedded database, where so many rows take long, and fewer are rightly scanned. */
const isServer = inject('testDatabaseUrl') !== '';
const place = { workspaceId, appId };
let annotations: ListPlans;
let hits: ListPlans;
let unknownHits: ListPlans;
const annotationId = '00000000-0000-0000-0000-000000000005';
beforeAll(async () => {
  if (!isServer) return;
  annotations = await ListPlans.fill('annotations (id, workspace_id, app_id, question, answer, author_name)', [
    columns.id,
    columns.workspace,
    columns.app,
    `case when n % 5000 = 0 then 'a rare one' else 'Q' || n end`,
    `'A'`,
    `'Ada'`,
  ]);
  hits = await ListPlans.fill(
    'annotation_hits (message_id, workspace_id, app_id, annotation_id, query, score, source)',
    [columns.id, columns.workspace, columns.app, columns.app, `'q'`, '1', `'api'`],
  );
  unknownHits = await ListPlans.fillUnknown(
    'annotation_hits (message_id, workspace_id, app_id, annotation_id, query, score, source)',
    [columns.id, columns.workspace, columns.app, `lpad(to_hex(n % 9000), 32, '0')::uuid`, `'q'`, '1', `'api'`],
    `insert into annotations (id, workspace_id, app_id, question, answer, author_name)
      values ('${annotationId}', '${workspaceId}', '${appId}', 'Q', 'A', 'Ada')`,
  );
}, 120_000);
afterAll(() => Promise.all([annotations?.dispose(), hits?.dispose(), unknownHits?.dispose()]));

it.skipIf(!isServer)('what an annotation answered goes with it, without reading what all others did', async () => {
  const store = new AnnotationStore(unknownHits.database, 100_000);
  const remove = () => store.delete(place, annotationId);
  expect(await unknownHits.expectIndex(remove, 'annotation_hits', 'annotation_hits_by_annotation')).toBe(true);
});

it.skipIf(!isServer).each([
  ['all', { keyword: '', page: 1 }, 20, 20_000],
  ['a later page', { keyword: '', page: 50 }, 20, 20_000],
  ['a rare word', { keyword: 'RARE', page: 1 }, 4, 4],
  ['a word that nobody wrote', { keyword: 'unheard', page: 1 }, 0, 0],
])('annotations of an app (%s) are counted and walked by its own index', async (_, query, count, total) => {
  const store = new AnnotationStore(annotations.database, 100_000);
  const ask = () => store.list(place, { limit: 20, ...query });
  const found = await annotations.expectIndex(ask, 'annotations', 'annotations_by_app');
  expect([found.items.length, found.total]).toEqual([count, total]);
  expect(found.items.map(({ id }) => id)).toEqual([...found.items.map(({ id }) => id)].sort().reverse());
});

it.skipIf(!isServer)('what an annotation answered is walked in the order of its own index', async () => {
  const store = new HitStore(hits.database);
  // The fill gives an annotation the id of its app.
  const ask = () => store.list(place, appId, { page: 3, limit: 20 });
  const found = await hits.expectIndex(ask, 'annotation_hits', 'annotation_hits_by_annotation');
  expect(found.length).toBe(20);
});
