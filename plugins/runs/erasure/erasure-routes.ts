import { json, type Route, route } from '#http';
import { ManagementAccess } from '#plugins/management-access/contract.ts';
import type { Erased } from './contract.ts';
import { erasureDocs } from './erasure-docs.ts';
import type { ErasureService } from './erasure-service.ts';

const uuid = { type: 'string', format: 'uuid' } as const;
const query = {
  type: 'object',
  required: ['confirm'],
  additionalProperties: false,
  properties: {
    confirm: { type: 'string', enum: ['true'], description: 'Must be set to confirm: deletion cannot be undone.' },
  },
} as const;

/** What people said is removed for good. */
export function erasureRoutes(erasure: ErasureService): Route[] {
  const common = { method: 'DELETE', access: ManagementAccess, permission: 'apps.edit', query } as const;
  const answer = async (erased: Erased) => {
    await erasure.request(erased);
    return json({ result: 'accepted' } as const, { status: 202 });
  };
  return [
    route({
      ...common,
      id: 'erasure.erase-conversation',
      path: '/console/api/apps/:app_id/conversations/:conversation_id',
      summary: 'Permanently delete a conversation with its messages, feedback and runs',
      audit: 'path',
      docs: erasureDocs.conversation,
      params: { type: 'object', properties: { app_id: uuid, conversation_id: uuid } },
      handle: ({ principal: { workspaceId }, params: { app_id: appId, conversation_id: id } }) =>
        answer({ workspaceId, appId: appId.toLowerCase(), of: 'conversation', id: id.toLowerCase() }),
    }),
    route({
      ...common,
      id: 'erasure.erase-end-user',
      path: '/console/api/apps/:app_id/end-users/:end_user_id',
      summary: 'Permanently delete an end user of an app with their conversations, files and runs',
      audit: 'path',
      docs: erasureDocs.endUser,
      params: { type: 'object', properties: { app_id: uuid, end_user_id: uuid } },
      handle: ({ principal: { workspaceId }, params: { app_id: appId, end_user_id: id } }) =>
        answer({ workspaceId, appId: appId.toLowerCase(), of: 'end-user', id: id.toLowerCase() }),
    }),
  ];
}
