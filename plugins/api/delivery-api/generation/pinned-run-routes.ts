import { runBodyLimit } from '#engine';
import { type Route, route } from '#http';
import { isUuid, PlatformError } from '#kernel';
import { type AppCaller, RunStartAccess, requiredUser, requireMode } from '#plugins/app-access/contract.ts';
import type { PublishedVersion } from '#plugins/apps/contract.ts';
import { generationDocs } from '#plugins/delivery-api/docs/generation-docs.ts';
import { workflowBody } from '#plugins/delivery-api/docs/schemas.ts';
import { generate } from './generate.ts';
import { allowedUser, type Generation } from './generation.ts';
import { startOnce } from './repeated-run.ts';
import { takeBody } from './request-body.ts';

/** Runs a certain published version of a workflow (runtime API, workflow). */
export function pinnedRunRoutes(generation: Generation): Route[] {
  return [
    route({
      id: 'delivery-api.run-workflow-version',
      method: 'POST',
      path: '/v1/workflows/:workflow_id/run',
      access: RunStartAccess,
      summary: 'Run a version of a workflow',
      docs: generationDocs.version,
      body: workflowBody,
      bodyLimit: runBodyLimit,
      guard({ principal, body }) {
        requiredUser(principal, body);
        requireMode(principal, 'workflow');
      },
      handle: (request) =>
        startOnce(generation, request, async (once) => {
          const { principal, params, body, bodyText } = request;
          const sessionId = requiredUser(principal, body, bodyText);
          allowedUser(once, principal, sessionId);
          const version = await versionOf(generation, principal, params.workflow_id);
          return generate(once, { ...principal, version }, await takeBody(request, sessionId));
        }),
    }),
  ];
}

async function versionOf(generation: Generation, caller: AppCaller, id: string): Promise<PublishedVersion> {
  if (!isUuid(id)) {
    const message = `workflow_id '${id.slice(0, 50)}' is not the UUID of a published version; drafts can't be called.`;
    throw new PlatformError('invalid', 'delivery-api.bad_request', message);
  }
  const version = await generation.versions(caller.workspaceId, caller.app.id, id.toLowerCase());
  if (version === null)
    throw new PlatformError('not-found', 'delivery-api.not_found', `The app has no published version ${id}.`);
  return version;
}
