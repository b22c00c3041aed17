import { runBodyLimit } from '#engine';
import { json, type Reply, type Route, type RouteRequest, route } from '#http';
import {
  type AppCaller,
  AppUserAccess,
  callerUser,
  requiredUser,
  requireMode,
  UserRunStartAccess,
} from '#plugins/app-access/contract.ts';
import { generationDocs } from '#plugins/delivery-api/docs/generation-docs.ts';
import {
  chatBody,
  completionBody,
  type GenerationBody,
  stopBody,
  workflowBody,
} from '#plugins/delivery-api/docs/schemas.ts';
import { generate } from './generate.ts';
import { type Generation, STOPPED_BY_USER } from './generation.ts';
import { startOnce } from './repeated-run.ts';
import { acceptEmptyInputs, takeBody } from './request-body.ts';

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
      access: UserRunStartAccess,
      summary: 'Run a workflow',
      docs: generationDocs.workflow,
      body: workflowBody,
      bodyLimit: runBodyLimit,
      guard: guardFor('workflow'),
      handle: (request) => start(generation, request),
    }),
    route({
      id: 'delivery-api.send-chat-message',
      method: 'POST',
      path: '/v1/chat-messages',
      access: UserRunStartAccess,
      summary: 'Send a chat message',
      docs: generationDocs.chat,
      body: chatBody,
      bodyLimit: runBodyLimit,
      guard: guardFor('chat'),
      handle: (request) => start(generation, request),
    }),
    route({
      id: 'delivery-api.create-completion',
      method: 'POST',
      path: '/v1/completion-messages',
      access: UserRunStartAccess,
      summary: 'Generate a text',
      docs: generationDocs.completion,
      body: completionBody,
      bodyLimit: runBodyLimit,
      guard: guardFor('completion'),
      handle: (request) => start(generation, request),
    }),
    stopRoute(generation, 'chat', '/v1/chat-messages/:task_id/stop'),
    stopRoute(generation, 'completion', '/v1/completion-messages/:task_id/stop'),
    stopRoute(generation, 'workflow', '/v1/workflows/tasks/:task_id/stop'),
    { ...stopRoute(generation, 'workflow', '/v1/workflows/:task_id/stop'), id: 'delivery-api.stop-workflow-alias' },
  ];
}

function start(generation: Generation, request: RouteRequest<AppCaller, unknown, GenerationBody>): Promise<Reply> {
  const { principal, body, bodyText } = request;
  return startOnce(generation, request, async (once) =>
    generate(once, principal, await takeBody(request, requiredUser(principal, body, bodyText))),
  );
}

function guardFor(family: Family) {
  return ({ principal, body }: RouteRequest<AppCaller>): void => {
    requiredUser(principal, body);
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
    access: AppUserAccess,
    summary: 'Stop a run',
    docs: stopDocs[family],
    body: stopBody,
    guard: guardFor(family),
    async handle({ principal, params, body, bodyText }) {
      const { workspaceId, app } = principal;
      const named = callerUser(principal, body, bodyText);
      const { user } = generation.endUsers.identify({ workspaceId, appId: app.id, ...named });
      await generation.runs.stop({
        workspaceId,
        appId: app.id,
        run: { taskId: params.task_id.toLowerCase() },
        // A program stops workflow runs of all its users (runtime API, workflow), a visitor their own.
        createdBy: family === 'workflow' && principal.visitor === undefined ? undefined : user.id,
        reason: STOPPED_BY_USER,
      });
      return json({ result: 'success' });
    },
  });
}
