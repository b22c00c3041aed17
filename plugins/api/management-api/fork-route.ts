import { exactJson, toJson } from '#engine';
import { json, type Route, route } from '#http';
import { PlatformError } from '#kernel';
import type { Apps } from '#plugins/apps/contract.ts';
import { ManagementAccess } from '#plugins/management-access/contract.ts';
import type { ForkVersion, Runs } from '#plugins/runs/contract.ts';
import { runDocs } from './run-docs.ts';

const MAX_VALUES = 100;

/** Starting again from the middle of a past run. */
export function forkRoute(runs: Runs, apps: Pick<Apps, 'draft'>): Route {
  return route({
    id: 'management-api.fork-run',
    method: 'POST',
    path: '/console/api/runs/:run_id/fork',
    access: ManagementAccess,
    permission: 'apps.edit',
    summary: 'Rerun a past run from one of its nodes',
    audit: { body: ['node_id'], answer: ['id', 'app_id'] },
    ids: { 'body.node_id': { nothing: 'a node of the document' } },
    docs: runDocs.fork,
    params: { type: 'object', properties: { run_id: { type: 'string', format: 'uuid' } } },
    body: {
      type: 'object',
      required: ['node_id'],
      additionalProperties: false,
      properties: {
        node_id: { type: 'string', minLength: 1, maxLength: 200 },
        values: { type: 'object', maxProperties: MAX_VALUES, default: {} },
        draft: { type: 'boolean', default: false, description: 'Continue with the current draft of the app.' },
      },
    },
    async handle({ principal, params, body, bodyText }) {
      const { node_id: nodeId, values = {}, draft = false } = exactJson(body, bodyText);
      const { workspaceId } = principal;
      const runId = params.run_id.toLowerCase();
      const version = draft ? await draftOf({ runs, apps }, workspaceId, runId) : undefined;
      const run = await runs.fork(workspaceId, runId, {
        nodeId,
        ...(version && { version }),
        values: Object.entries(values).map(([name, value]) => ({ selector: selectorOf(name), value: toJson(value) })),
      });
      return json({ id: run.runId, task_id: run.taskId, app_id: run.appId }, { status: 202 });
    },
  });
}

/** The draft of the app that a run was of; undefined: there is no such run. */
async function draftOf(
  { runs, apps }: { readonly runs: Runs; readonly apps: Pick<Apps, 'draft'> },
  workspaceId: string,
  runId: string,
): Promise<ForkVersion | undefined> {
  const past = await runs.summary(workspaceId, runId);
  if (past === null) return undefined;
  const { version } = await apps.draft(workspaceId, past.appId);
  return { workflowId: version.id, graph: version.compiled.graph, environment: version.environment };
}

/** `node.name`; a bare name is an input. */
function selectorOf(text: string): readonly string[] {
  const at = text.lastIndexOf('.');
  if (at === -1) return [text];
  const parts = [text.slice(0, at), text.slice(at + 1)];
  if (parts.every((part) => part !== '')) return parts;
  const message = `"${text}" names no value: give node.name, env.name, conversation.name or the name of an input.`;
  throw new PlatformError('invalid', 'management-api.invalid_value', message, { field: 'values' });
}
