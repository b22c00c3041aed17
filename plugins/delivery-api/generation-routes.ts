import { json, type Route, type RouteRequest, route } from '../../http/contract.ts';
import { type AppCaller, AppKeyAccess, requireMode } from './caller.ts';
import { generationDocs } from './docs/generation-docs.ts';
import { acceptEmptyInputs } from './empty-inputs.ts';
import { exactInputs } from './exact-inputs.ts';
import { type Asked, type Generation, STOPPED_BY_USER } from './generation.ts';
import { generateMessage } from './message-generation.ts';
import { startOnce } from './repeated-run.ts';
import { chatBody, completionBody, type GenerationBody, stopBody, workflowBody } from './schemas.ts';
import { requiredUser } from './user.ts';
import { runWorkflow } from './workflow-generation.ts';

/** Routes that start a run: what they took is counted with it (`RunStart.keyId`), and not by their answers. */
export const RUN_STARTS: ReadonlySet<string> = new Set([
  'delivery-api.run-workflow',
  'delivery-api.run-workflow-version',
  'delivery-api.send-chat-message',
  'delivery-api.create-completion',
]);

type Family = 'chat' | 'completion' | 'workflow';

const stopDocs = {
  chat: generationDocs.stopChat,
  completion: generationDocs.stopCompletion,
  workflow: generationDocs.stopWorkflow,
};

/** The three generation routes and their stop routes. The order of checks is the contract's: key, user, mode, body. */
export function generationRoutes(generation: Generation): Route[] {
  return [
    route({
      id: 'delivery-api.run-workflow',
      method: 'POST',
      path: '/v1/workflows/run',
      access: AppKeyAccess,
      summary: 'Run a workflow',
      docs: generationDocs.workflow,
      body: workflowBody,
      guard: guardFor('workflow'),
      handle: (request) =>
        startOnce(generation, request, async (once) => runWorkflow(once, request.principal, taken(request))),
    }),
    route({
      id: 'delivery-api.send-chat-message',
      method: 'POST',
      path: '/v1/chat-messages',
      access: AppKeyAccess,
      summary: 'Send a chat message',
      docs: generationDocs.chat,
      body: chatBody,
      guard: guardFor('chat'),
      handle: (request) =>
        startOnce(generation, request, async (once) => generateMessage(once, request.principal, taken(request))),
    }),
    route({
      id: 'delivery-api.create-completion',
      method: 'POST',
      path: '/v1/completion-messages',
      access: AppKeyAccess,
      summary: 'Generate a text',
      docs: generationDocs.completion,
      body: completionBody,
      guard: guardFor('completion'),
      handle: (request) =>
        startOnce(generation, request, async (once) => generateMessage(once, request.principal, taken(request))),
    }),
    stopRoute(generation, 'chat', '/v1/chat-messages/:task_id/stop'),
    stopRoute(generation, 'completion', '/v1/completion-messages/:task_id/stop'),
    stopRoute(generation, 'workflow', '/v1/workflows/tasks/:task_id/stop'),
    { ...stopRoute(generation, 'workflow', '/v1/workflows/:task_id/stop'), id: 'delivery-api.stop-workflow-alias' },
  ];
}

/** A run may take hours, and what its request brought may be large. */
function taken<Body extends GenerationBody>(request: RouteRequest<AppCaller, unknown, Body>): Asked<Body> {
  const body = exactInputs(request.body, request.bodyText);
  const sessionId = requiredUser(request.body, request.bodyText);
  request.forgetBody();
  return { body, sessionId, client: request };
}

function guardFor(family: Family) {
  return ({ principal, body }: RouteRequest<AppCaller>): void => {
    requiredUser(body);
    requireMode(principal, family);
    acceptEmptyInputs(body);
  };
}

/** Always answers success: an unknown, finished or foreign task is left alone (runtime API, completion). */
function stopRoute(generation: Generation, family: Family, path: `${string}/:task_id/stop`): Route {
  return route({
    id: `delivery-api.stop-${family}`,
    method: 'POST',
    path,
    access: AppKeyAccess,
    summary: 'Stop a run',
    docs: stopDocs[family],
    body: stopBody,
    guard: guardFor(family),
    async handle({ principal, params, body, bodyText }) {
      const { workspaceId, app } = principal;
      const sessionId = requiredUser(body, bodyText);
      const { user } = generation.endUsers.identify({ workspaceId, appId: app.id, type: 'service-api', sessionId });
      await generation.runs.stop({
        workspaceId,
        appId: app.id,
        run: { taskId: params.task_id.toLowerCase() },
        createdBy: family === 'workflow' ? undefined : user.id,
        reason: STOPPED_BY_USER,
      });
      return json({ result: 'success' });
    },
  });
}
