import { type Route, route } from '../../http/contract.ts';
import { isUuid, PlatformError } from '../../kernel/index.ts';
import type { PublishedVersion } from '../apps/contract.ts';
import { type AppCaller, AppKeyAccess, requireMode } from './caller.ts';
import { generationDocs } from './docs/generation-docs.ts';
import { exactInputs } from './exact-inputs.ts';
import { type Generation, letIn } from './generation.ts';
import { startOnce } from './repeated-run.ts';
import { workflowBody } from './schemas.ts';
import { requiredUser } from './user.ts';
import { runWorkflow } from './workflow-generation.ts';

/** Runs a certain published version of a workflow (runtime API, workflow). */
export function pinnedRunRoutes(generation: Generation): Route[] {
  return [
    route({
      id: 'delivery-api.run-workflow-version',
      method: 'POST',
      path: '/v1/workflows/:workflow_id/run',
      access: AppKeyAccess,
      summary: 'Run a version of a workflow',
      docs: generationDocs.version,
      body: workflowBody,
      guard({ principal, body }) {
        requiredUser(body);
        requireMode(principal, 'workflow');
      },
      handle: (request) =>
        startOnce(generation, request, async (once) => {
          const { principal, params, body, bodyText } = request;
          const sessionId = requiredUser(body, bodyText);
          letIn(once, principal, sessionId);
          const version = await versionOf(generation, principal, params.workflow_id);
          const asked = { body: exactInputs(body, bodyText), sessionId, client: request };
          return runWorkflow(once, { ...principal, version }, asked);
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
