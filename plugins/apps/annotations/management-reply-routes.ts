import { json, type Route, route } from '#http';
import { ManagementAccess } from '#plugins/management-access/contract.ts';
import { annotationDocs } from './annotation-docs.ts';
import type { AnnotationsService } from './annotations-service.ts';
import { type ManagementParts, placeOf } from './management-routes.ts';
import { replyRequest, requireModel } from './reply-routes.ts';
import { appParams, replyBody } from './schemas.ts';

/** The annotation reply of an app, for who looks after it. */
export function managementReplyRoutes(parts: ManagementParts): Route[] {
  const { annotations } = parts;
  const common = { access: ManagementAccess, params: appParams };
  const path = '/console/api/apps/:app_id/annotation-reply';
  return [
    route({
      ...common,
      id: 'annotations.console-reply',
      method: 'GET',
      path,
      permission: 'logs.view',
      summary: 'Get the annotation reply of an app: its settings and the progress of its job',
      docs: annotationDocs.consoleReply,
      handle: async (request) => json(replyItem(await annotations.reply((await placeOf(parts, request)).place))),
    }),
    route({
      ...common,
      id: 'annotations.console-enable',
      method: 'PUT',
      path,
      permission: 'apps.edit',
      summary: 'Turn on the annotation reply, in the background',
      audit: { body: ['score_threshold', 'embedding_provider_name', 'embedding_model_name'] },
      docs: annotationDocs.consoleEnable,
      body: { ...replyBody, additionalProperties: false },
      async handle(request) {
        const { place } = await placeOf(parts, request);
        const wanted = replyRequest(request.body);
        requireModel(wanted);
        await annotations.enable(place, wanted);
        return json(replyItem(await annotations.reply(place)));
      },
    }),
    route({
      ...common,
      id: 'annotations.console-disable',
      method: 'DELETE',
      path,
      permission: 'apps.edit',
      summary: 'Turn off the annotation reply immediately',
      audit: 'path',
      docs: annotationDocs.consoleReply,
      async handle(request) {
        const { place } = await placeOf(parts, request);
        await annotations.disable(place, { provider: '', model: '', scoreThreshold: 0 });
        return json(replyItem(await annotations.reply(place)));
      },
    }),
  ];
}

function replyItem({ setting, job, annotations, embedded }: Awaited<ReturnType<AnnotationsService['reply']>>) {
  return {
    enabled: setting !== null,
    score_threshold: setting?.scoreThreshold ?? null,
    embedding_provider_name: setting?.provider ?? null,
    embedding_model_name: setting?.model ?? null,
    annotations,
    /** How many of them have a vector. */
    embedded,
    job: job === null ? null : { id: job.id, action: job.action, status: job.status, error_msg: job.error },
  };
}
