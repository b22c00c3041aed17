import { type Reply, type Route, route } from '../../http/contract.ts';
import { PlatformError } from '../../kernel/index.ts';
import type { AppByKey, Apps } from '../apps/contract.ts';
import { ManagementAccess } from '../management-api/contract.ts';
import { chatModes, refusePaused } from './caller.ts';
import { generationDocs } from './docs/generation-docs.ts';
import { exactInputs } from './exact-inputs.ts';
import type { Asked, Generation } from './generation.ts';
import { generateMessage } from './message-generation.ts';
import { chatBody, draftBody, type MessageBody } from './schemas.ts';
import { consoleUser, refuseUser } from './user.ts';
import { runWorkflow } from './workflow-generation.ts';

/** Runs an app by its id, whatever its mode: as the app's own route under `/v1`, but for the user, who is whoever calls. */
export function consoleRoutes(generation: Generation, apps: Apps): Route[] {
  return [
    route({
      id: 'delivery-api.console-run',
      method: 'POST',
      path: '/console/api/apps/:app_id/run',
      access: ManagementAccess,
      permission: 'apps.use',
      summary: 'Run a published app; one that is paused runs for nobody',
      docs: generationDocs.console,
      params: { type: 'object', properties: { app_id: { type: 'string', format: 'uuid' } } },
      body: { ...chatBody, required: ['inputs'] },
      async handle(request) {
        const { principal, params, body: sent, bodyText } = request;
        refuseUser(sent);
        const found = await apps.published(principal.workspaceId, params.app_id);
        refusePaused(found.app);
        const asked = { body: exactInputs(sent, bodyText), sessionId: consoleUser(principal), client: request };
        const console = { ...generation, from: 'console' } as const;
        return runApp(console, { ...found, workspaceId: principal.workspaceId }, asked);
      },
    }),
    route({
      id: 'delivery-api.console-run-draft',
      method: 'POST',
      path: '/console/api/apps/:app_id/draft/run',
      access: ManagementAccess,
      permission: 'apps.edit',
      summary: "Run an app's draft",
      docs: generationDocs.draft,
      params: { type: 'object', properties: { app_id: { type: 'string', format: 'uuid' } } },
      body: draftBody,
      async handle(request) {
        const { principal, params, body: sent, bodyText } = request;
        const found = await apps.draft(principal.workspaceId, params.app_id);
        const asked = { body: exactInputs(sent, bodyText), sessionId: consoleUser(principal), client: request };
        const draft = { ...generation, from: 'draft' } as const;
        return runApp(draft, { ...found, workspaceId: principal.workspaceId }, asked);
      },
    }),
  ];
}

function runApp(
  generation: Generation,
  { app, version, workspaceId }: AppByKey & { readonly workspaceId: string },
  asked: Asked<MessageBody>,
): Promise<Reply> {
  const caller = { workspaceId, appId: app.id, app, keyId: null, version };
  if (app.mode === 'workflow') return runWorkflow(generation, caller, asked);
  if (chatModes.includes(app.mode) && !asked.body.query) {
    throw new PlatformError('invalid', 'delivery-api.invalid_param', 'query is required', { field: 'query' });
  }
  return generateMessage(generation, caller, asked);
}
