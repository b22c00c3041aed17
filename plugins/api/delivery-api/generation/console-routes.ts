import { runBodyLimit } from '#engine';
import { type Reply, type Route, route } from '#http';
import { PlatformError } from '#kernel';
import { chatModes, consoleUser, refusePaused, refuseUser } from '#plugins/app-access/contract.ts';
import type { AppByKey, Apps } from '#plugins/apps/contract.ts';
import { generationDocs } from '#plugins/delivery-api/docs/generation-docs.ts';
import { chatBody, draftBody } from '#plugins/delivery-api/docs/schemas.ts';
import { ManagementAccess } from '#plugins/management-access/contract.ts';
import { generate } from './generate.ts';
import type { Generation } from './generation.ts';
import { type GenerationRequest, takeBody } from './request-body.ts';

/** Runs an app by its id, whatever its mode: as the app's own route under `/v1`, but for the user, who is whoever calls. */
export function consoleRoutes(generation: Generation, apps: Apps): Route[] {
  return [
    route({
      id: 'delivery-api.console-run',
      method: 'POST',
      path: '/console/api/apps/:app_id/run',
      access: ManagementAccess,
      permission: 'apps.use',
      summary: 'Run a published app',
      ids: {
        'body.workflow_id': { nothing: 'taken by chatflows alone, and tried under `/v1`' },
        'body.parent_message_id': { nothing: 'looked up in the conversation that is named, and tried under `/v1`' },
      },
      audit: 'path',
      docs: generationDocs.console,
      params: { type: 'object', properties: { app_id: { type: 'string', format: 'uuid' } } },
      body: { ...chatBody, required: ['inputs'] },
      bodyLimit: runBodyLimit,
      async handle(request) {
        const { principal, params } = request;
        refuseUser(request.body);
        const found = await apps.published(principal.workspaceId, params.app_id);
        refusePaused(found.app);
        const taken = await takeBody(request, consoleUser(principal));
        const console = { ...generation, origin: request.origin, from: 'console' } as const;
        return runApp(console, { ...found, workspaceId: principal.workspaceId }, taken);
      },
    }),
    route({
      id: 'delivery-api.console-run-draft',
      method: 'POST',
      path: '/console/api/apps/:app_id/draft/run',
      access: ManagementAccess,
      permission: 'apps.edit',
      summary: 'Run the draft of an app',
      ids: {
        'body.parent_message_id': { nothing: 'looked up in the conversation that is named, and tried under `/v1`' },
      },
      audit: 'path',
      docs: generationDocs.draft,
      params: { type: 'object', properties: { app_id: { type: 'string', format: 'uuid' } } },
      body: draftBody,
      bodyLimit: runBodyLimit,
      async handle(request) {
        const { principal, params } = request;
        const found = await apps.draft(principal.workspaceId, params.app_id);
        const taken = await takeBody(request, consoleUser(principal));
        const draft = { ...generation, origin: request.origin, from: 'draft' } as const;
        return runApp(draft, { ...found, workspaceId: principal.workspaceId }, taken);
      },
    }),
  ];
}

function runApp(
  generation: Generation,
  { app, version, workspaceId }: AppByKey & { readonly workspaceId: string },
  request: GenerationRequest,
): Promise<Reply> {
  const caller = { workspaceId, appId: app.id, app, keyId: null, version };
  if (chatModes.includes(app.mode) && !request.body.query) {
    throw new PlatformError('invalid', 'delivery-api.invalid_param', 'query is required', { field: 'query' });
  }
  return generate(generation, caller, request);
}
