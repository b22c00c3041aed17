import { json, type Route, type RouteRequest, route } from '#http';
import { type AppCaller, AppKeyAccess, invalidParameter, requireMode } from '#plugins/app-access/contract.ts';
import type { JobState, ReplyRequest } from './annotation.ts';
import { annotationDocs } from './annotation-docs.ts';
import type { AnnotationsService } from './annotations-service.ts';
import { jobParams, type ReplyBody, replyBody } from './schemas.ts';
import { cleanText } from './texts.ts';

/** Switching the annotation reply of the key's app on and off (runtime API, annotations). */
export function replyRoutes(annotations: AnnotationsService): Route[] {
  const common = {
    access: AppKeyAccess,
    guard: ({ principal }: RouteRequest<AppCaller>) => requireMode(principal, 'message'),
  };
  return [
    route({
      ...common,
      id: 'annotations.switch-reply',
      method: 'POST',
      path: '/v1/apps/annotation-reply/:action',
      summary: 'Turn the annotation reply on (`enable`) or off (`disable`)',
      docs: annotationDocs.switchReply,
      body: replyBody,
      async handle({ principal, params, body }) {
        const action = actionOf(params);
        const request = replyRequest(body);
        if (action === 'disable') return json(shown(await annotations.disable(principal, request)));
        requireModel(request);
        return json(shown(await annotations.enable(principal, request)));
      },
    }),
    route({
      ...common,
      id: 'annotations.reply-job',
      method: 'GET',
      path: '/v1/apps/annotation-reply/:action/status/:job_id',
      summary: 'Get the progress of turning on the annotation reply',
      docs: annotationDocs.job,
      params: jobParams,
      async handle({ principal, params }) {
        const action = actionOf(params);
        const { job_id: id } = params;
        const job = await annotations.job(principal, action, id);
        if (job === null)
          throw invalidParameter(`The app has no job ${id} to ${action} its annotation reply.`, 'job_id');
        return json({ ...shown(job), error_msg: job.error });
      },
    }),
  ];
}

/** What was asked for, as it is kept. */
export function replyRequest(body: ReplyBody): ReplyRequest {
  return {
    provider: cleanText(body.embedding_provider_name).trim(),
    model: cleanText(body.embedding_model_name).trim(),
    scoreThreshold: body.score_threshold,
  };
}

/** Throws `invalid_param` for a request that names no model. */
export function requireModel({ provider, model }: ReplyRequest): void {
  if (provider === '') throw invalidParameter('embedding_provider_name must not be empty', 'embedding_provider_name');
  if (model === '') throw invalidParameter('embedding_model_name must not be empty', 'embedding_model_name');
}

function actionOf({ action }: Readonly<Record<string, string>>): 'enable' | 'disable' {
  if (action === 'enable' || action === 'disable') return action;
  throw invalidParameter('The action is neither enable nor disable.', 'action');
}

function shown({ id, status }: JobState) {
  return { job_id: id, job_status: status };
}
