import { exactJson, excerptStart, runBodyLimit } from '#engine';
import { json, type Route, route } from '#http';
import { ManagementAccess } from '#plugins/management-access/contract.ts';
import { nodeDocs } from './node-docs.ts';
import { nodeItem } from './node-item.ts';
import { runNode } from './node-run.ts';
import type { PinParts } from './pin-values.ts';

const MAX_VALUES = 200;
interface NodeBody {
  readonly values?: Readonly<Record<string, unknown>>;
  readonly use_last?: boolean;
  readonly run_id?: string;
}

const uuid = { type: 'string', format: 'uuid' };

/** Trying the nodes of a draft one by one. */
export function nodeRoutes(parts: PinParts): Route[] {
  const { apps, runs } = parts;
  return [
    route({
      id: 'draft-runs.run-node',
      method: 'POST',
      path: '/console/api/apps/:app_id/draft/nodes/:node_id/run',
      access: ManagementAccess,
      permission: 'apps.edit',
      summary: 'Run a single node of the draft of an app with given values',
      audit: { answer: ['run_id'] },
      ids: { 'params.node_id': { nothing: 'a node of the document' }, 'body.run_id': 'run' },
      docs: nodeDocs.run,
      params: {
        type: 'object',
        properties: { app_id: uuid, node_id: { type: 'string', minLength: 1, maxLength: 200 } },
      },
      body: {
        type: 'object',
        additionalProperties: false,
        properties: {
          values: {
            type: 'object',
            maxProperties: MAX_VALUES,
            default: {},
            description:
              'Values by `node.name`, `sys.name`, `env.name` or `conversation.name`; inputs of a start node by their name.',
          },
          use_last: {
            type: 'boolean',
            default: false,
            description:
              'Use the latest outputs of other nodes (from a run of the draft or of the single node) where no value is pinned or sent.',
          },
          run_id: {
            ...uuid,
            description: 'With `use_last`: use the outputs of this run of the app in place of the latest ones.',
          },
        },
      },
      bodyPresence: 'optional',
      bodyLimit: runBodyLimit,
      async handle(request) {
        const { app_id: appId, node_id: nodeId } = request.params;
        const {
          values = {},
          use_last: useLast = false,
          run_id: ofRun,
        } = exactJson((request.body ?? {}) as NodeBody, request.bodyText);
        request.forgetBody();
        const { runId, node } = await runNode(parts, request.principal, { appId, nodeId, values, useLast, ofRun });
        return json(nodeItem(node, runId));
      },
    }),
    route({
      id: 'draft-runs.last-nodes',
      method: 'GET',
      path: '/console/api/apps/:app_id/draft/nodes',
      access: ManagementAccess,
      permission: 'apps.edit',
      summary: 'List the latest execution of each node of the draft of an app',
      docs: nodeDocs.last,
      params: { type: 'object', properties: { app_id: uuid } },
      async handle({ principal: { workspaceId }, params: { app_id: appId } }) {
        const app = await apps.get(workspaceId, appId);
        // Runs of a draft have the app's id for their version.
        const nodes = await runs.lastNodes(workspaceId, app.id, app.id);
        const own = nodes.filter(({ nodeId }) => !nodeId.startsWith(excerptStart));
        return json({ data: own.map((node) => nodeItem(node, node.runId)) });
      },
    }),
  ];
}
