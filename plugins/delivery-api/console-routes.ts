import { type Route, route } from '../../http/contract.ts';
import { PlatformError } from '../../kernel/index.ts';
import type { Apps } from '../apps/contract.ts';
import { ManagementAccess } from '../management-api/contract.ts';
import { chatModes } from './caller.ts';
import { exactInputs } from './exact-inputs.ts';
import type { Generation } from './generation.ts';
import { generateMessage } from './message-generation.ts';
import { type ChatBody, chatBody } from './schemas.ts';
import { optionalUser } from './user.ts';
import { runWorkflow } from './workflow-generation.ts';

/** Runs an app by its id, whatever its mode: the same request and answer as the app's own route under `/v1`. */
export function consoleRoutes(generation: Generation, apps: Apps): Route[] {
  return [
    route({
      id: 'delivery-api.console-run',
      method: 'POST',
      path: '/console/api/apps/:app_id/run',
      access: ManagementAccess,
      summary: 'Run a published app',
      params: { type: 'object', properties: { app_id: { type: 'string', format: 'uuid' } } },
      body: { ...chatBody, required: ['inputs'] },
      async handle({ principal, params, body: sent, bodyText }) {
        const body = exactInputs(sent as ChatBody, bodyText);
        const { app, version } = await apps.published(principal.workspaceId, params.app_id ?? '');
        const caller = { workspaceId: principal.workspaceId, appId: app.id, app, version };
        const sessionId = optionalUser(body);
        if (app.mode === 'workflow') return runWorkflow(generation, caller, body, sessionId);
        if (chatModes.includes(app.mode) && !body.query) {
          throw new PlatformError('invalid', 'delivery-api.invalid_param', 'query is required', { field: 'query' });
        }
        return generateMessage(generation, caller, body, sessionId);
      },
    }),
  ];
}
