import { empty, json, type Route, type RouteRequest, route } from '#http';
import { requireMode } from '#plugins/app-access/contract.ts';
import type { App, Apps } from '#plugins/apps/contract.ts';
import type { ContentThreads } from '#plugins/content-threads/contract.ts';
import { ManagementAccess, type ManagementCaller } from '#plugins/management-access/contract.ts';
import { type AppPlace, annotationItem } from './annotation.ts';
import { annotationDocs } from './annotation-docs.ts';
import { annotationList } from './annotation-list.ts';
import type { AnnotationsService } from './annotations-service.ts';
import { csvTask } from './csv-task.ts';
import type { HitStore } from './hit-store.ts';
import { appAnnotationParams, appParams, hitsQuery, listQuery, ownAnnotationBody } from './schemas.ts';

/** Bytes of an import: what the longest file has that is let in. */
const IMPORT_LIMIT = 16 * 1024 * 1024;

type AppRequest = RouteRequest<ManagementCaller, unknown, unknown, 'app_id'>;

export interface ManagementParts {
  readonly annotations: AnnotationsService;
  readonly apps: Apps;
  readonly hits: HitStore;
  readonly threads: ContentThreads;
  /** Annotations one app may have. */
  readonly perApp: number;
}

/** Annotations of an app, for who looks after it. */
export function managementRoutes(parts: ManagementParts): Route[] {
  const all = { access: ManagementAccess, path: '/console/api/apps/:app_id/annotations', params: appParams } as const;
  const { annotations } = parts;
  return [
    route({
      ...all,
      id: 'annotations.console-list',
      method: 'GET',
      permission: 'logs.view',
      summary: "List an app's annotations, newest first",
      docs: annotationDocs.list,
      query: listQuery,
      handle: async (request) => annotationList(annotations, (await placeOf(parts, request)).place, request.query),
    }),
    route({
      ...all,
      id: 'annotations.console-create',
      method: 'POST',
      permission: 'apps.edit',
      summary: 'Create an annotation',
      audit: { answer: ['id'] },
      docs: annotationDocs.create,
      body: ownAnnotationBody,
      async handle(request) {
        const { place, app } = await placeOf(parts, request);
        const annotation = await annotations.add(place, request.body, app.authorName);
        return json(annotationItem(annotation), { status: 201 });
      },
    }),
    route({
      ...all,
      id: 'annotations.import',
      method: 'POST',
      path: `${all.path}/import`,
      permission: 'apps.edit',
      summary: 'Import annotations from CSV text with the columns question and answer; all or none',
      audit: 'path',
      docs: annotationDocs.import,
      bodyLimit: IMPORT_LIMIT,
      body: {
        type: 'object',
        required: ['csv'],
        additionalProperties: false,
        properties: { csv: { type: 'string', minLength: 1 } },
      },
      async handle(request) {
        const { place, app } = await placeOf(parts, request);
        const { body, signal } = request;
        const read = { csv: body.csv, limit: parts.perApp };
        const texts = await parts.threads.run(csvTask, read, { workspaceId: place.workspaceId, signal });
        return json(await annotations.import(place, texts, app.authorName));
      },
    }),
    ...singleRoutes(parts),
  ];
}

function singleRoutes(parts: ManagementParts): Route[] {
  const { annotations, hits } = parts;
  const path = '/console/api/apps/:app_id/annotations/:annotation_id';
  const one = { access: ManagementAccess, path, params: appAnnotationParams } as const;
  return [
    route({
      ...one,
      id: 'annotations.console-update',
      method: 'PUT',
      permission: 'apps.edit',
      summary: 'Change an annotation',
      audit: 'path',
      docs: annotationDocs.update,
      body: ownAnnotationBody,
      async handle(request) {
        const { place } = await placeOf(parts, request);
        return json(annotationItem(await annotations.update(place, idOf(request), request.body)));
      },
    }),
    route({
      ...one,
      id: 'annotations.console-delete',
      method: 'DELETE',
      permission: 'apps.edit',
      summary: 'Delete an annotation',
      audit: 'path',
      docs: annotationDocs.remove,
      async handle(request) {
        await annotations.delete((await placeOf(parts, request)).place, idOf(request));
        return empty();
      },
    }),
    route({
      ...one,
      id: 'annotations.hits',
      method: 'GET',
      path: `${path}/hits`,
      permission: 'logs.view',
      summary: 'List the messages an annotation answered, newest first',
      noCommand: 'a page of what was asked; `weft annotations list` counts them',
      docs: annotationDocs.hits,
      query: hitsQuery,
      async handle(request) {
        const { place } = await placeOf(parts, request);
        const { query: page } = request;
        const { hitCount: total } = await annotations.get(place, idOf(request));
        return json({ ...page, total, data: await hits.list(place, idOf(request), page) });
      },
    }),
  ];
}

/** The app of the path, which must answer messages. Throws `apps.not_found`, `delivery-api.not_chat_app`. */
export async function placeOf(
  { apps }: Pick<ManagementParts, 'apps'>,
  { principal: { workspaceId }, params }: AppRequest,
): Promise<{ readonly place: AppPlace; readonly app: App }> {
  const app = await apps.get(workspaceId, params.app_id);
  const place = { workspaceId, appId: app.id };
  requireMode({ ...place, app, keyId: null, version: null }, 'message');
  return { place, app };
}

function idOf({ params }: RouteRequest<ManagementCaller, unknown, unknown, 'annotation_id'>): string {
  return params.annotation_id;
}
