import { json, type Route, type RouteRequest, route } from '#http';
import { type AppCaller, AppKeyAccess, deleted, requireMode } from '#plugins/app-access/contract.ts';
import { annotationItem } from './annotation.ts';
import { annotationDocs } from './annotation-docs.ts';
import { annotationList } from './annotation-list.ts';
import type { AnnotationsService } from './annotations-service.ts';
import { annotationBody, annotationParams, listQuery } from './schemas.ts';

/** Annotations of the key's app (runtime API, annotations). */
export function runtimeRoutes(annotations: AnnotationsService): Route[] {
  const common = {
    access: AppKeyAccess,
    guard: ({ principal }: RouteRequest<AppCaller>) => requireMode(principal, 'message'),
  };
  const one = { ...common, path: '/v1/apps/annotations/:annotation_id', params: annotationParams } as const;
  return [
    route({
      ...common,
      id: 'annotations.list',
      method: 'GET',
      path: '/v1/apps/annotations',
      summary: 'List annotations, newest first',
      docs: annotationDocs.list,
      query: listQuery,
      handle: ({ principal, query }) => annotationList(annotations, principal, query),
    }),
    route({
      ...common,
      id: 'annotations.create',
      method: 'POST',
      path: '/v1/apps/annotations',
      summary: 'Create an annotation',
      docs: annotationDocs.create,
      body: annotationBody,
      async handle({ principal, body }) {
        const annotation = await annotations.add(principal, body, principal.app.authorName);
        return json(annotationItem(annotation), { status: 201 });
      },
    }),
    route({
      ...one,
      id: 'annotations.update',
      method: 'PUT',
      summary: 'Change an annotation',
      docs: annotationDocs.update,
      body: annotationBody,
      handle: async ({ principal, params, body }) =>
        json(annotationItem(await annotations.update(principal, params.annotation_id, body))),
    }),
    route({
      ...one,
      id: 'annotations.delete',
      method: 'DELETE',
      summary: 'Delete an annotation',
      docs: annotationDocs.remove,
      async handle({ principal, params }) {
        await annotations.delete(principal, params.annotation_id);
        return deleted();
      },
    }),
  ];
}
