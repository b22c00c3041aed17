import { exactJson, toJson } from '#engine';
import { empty, json, type Route, rawJson, route, unixSeconds } from '#http';
import type { PinnedNode } from '#plugins/apps/contract.ts';
import { ManagementAccess } from '#plugins/management-access/contract.ts';
import { pinDocs } from './pin-docs.ts';
import { lastOutputs, type PinParts, pinnableNode } from './pin-values.ts';

const uuid = { type: 'string', format: 'uuid' } as const;
const ofApp = { type: 'object', properties: { app_id: uuid } } as const;
const ofNode = {
  type: 'object',
  properties: { app_id: uuid, node_id: { type: 'string', minLength: 1, maxLength: 200 } },
} as const;
const ids = { 'params.node_id': { nothing: 'a node of the document' } } as const;
const edit = {
  access: ManagementAccess,
  permission: 'apps.edit',
  noCommand: 'for editors, where one sees what a node gave',
} as const;

interface PinBody {
  readonly outputs?: Readonly<Record<string, unknown>>;
  readonly handle?: string | null;
}

/** What nodes of a draft give instead of running. */
export function pinRoutes(parts: PinParts): Route[] {
  const { apps, pins } = parts;
  return [
    route({
      ...edit,
      id: 'draft-runs.pins',
      method: 'GET',
      path: '/console/api/apps/:app_id/draft/pins',
      summary: "List the pinned nodes of an app's draft",
      docs: pinDocs.list,
      params: ofApp,
      async handle({ principal: { workspaceId }, params: { app_id: appId } }) {
        const app = await apps.get(workspaceId, appId);
        return json({ data: (await pins.list(workspaceId, app.id)).map(pinItem) });
      },
    }),
    route({
      ...edit,
      id: 'draft-runs.pin',
      method: 'PUT',
      path: '/console/api/apps/:app_id/draft/nodes/:node_id/pin',
      summary: 'Pin the outputs of a node of a draft',
      audit: 'path',
      ids,
      docs: pinDocs.pin,
      params: ofNode,
      body: {
        type: 'object',
        additionalProperties: false,
        properties: {
          outputs: {
            type: 'object',
            description:
              'Outputs by name. Omit to use the outputs of the latest execution, in a run of the draft or of the single node.',
          },
          handle: {
            type: ['string', 'null'],
            minLength: 1,
            maxLength: 200,
            description: 'For nodes with several branches: the branch to take.',
          },
        },
      },
      bodyPresence: 'optional',
      async handle(request) {
        const { principal, params } = request;
        const { outputs, handle = null } = exactJson((request.body ?? {}) as PinBody, request.bodyText);
        const { workspaceId } = principal;
        const { app, node } = await pinnableNode(parts, {
          workspaceId,
          appId: params.app_id,
          nodeId: params.node_id,
          handle,
        });
        const text =
          outputs === undefined
            ? await lastOutputs(parts, { workspaceId, appId: app.id, nodeId: node })
            : toJson(outputs);
        const pin = { nodeId: node, outputs: text, handle, pinnedBy: principal.name };
        return json(pinItem(await pins.pin(workspaceId, app.id, pin)));
      },
    }),
    route({
      ...edit,
      id: 'draft-runs.unpin',
      method: 'DELETE',
      path: '/console/api/apps/:app_id/draft/nodes/:node_id/pin',
      summary: 'Unpin a node of a draft',
      audit: 'path',
      ids,
      docs: pinDocs.unpin,
      params: ofNode,
      async handle({ principal: { workspaceId }, params }) {
        const app = await apps.get(workspaceId, params.app_id);
        await pins.unpin(workspaceId, app.id, params.node_id);
        return empty();
      },
    }),
    route({
      ...edit,
      id: 'draft-runs.unpin-all',
      method: 'DELETE',
      path: '/console/api/apps/:app_id/draft/pins',
      summary: 'Unpin all nodes of the draft of an app',
      audit: { answer: ['count'] },
      docs: pinDocs.unpinAll,
      params: ofApp,
      async handle({ principal: { workspaceId }, params: { app_id: appId } }) {
        const app = await apps.get(workspaceId, appId);
        return json({ count: await pins.unpin(workspaceId, app.id) });
      },
    }),
  ];
}

function pinItem({ nodeId, outputs, handle, pinnedBy, pinnedAt }: PinnedNode) {
  return {
    ...{ node_id: nodeId, outputs: rawJson(outputs), handle },
    ...{ pinned_by: pinnedBy, pinned_at: unixSeconds(pinnedAt) },
  };
}
