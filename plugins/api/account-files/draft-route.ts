import { json, type Route, route } from '#http';
import { consoleUser } from '#plugins/app-access/contract.ts';
import type { Apps } from '#plugins/apps/contract.ts';
import { ManagementAccess } from '#plugins/management-access/contract.ts';
import { accountFileDocs } from './account-file-docs.ts';
import { type AttachParts, attach, attachedFile } from './attach.ts';
import { notPicked } from './failures.ts';

/** What pickers name files by. */
export const fileId = { type: 'string', pattern: '^[\\w-]{1,200}$', description: 'As the picker named it.' } as const;

/** Attaches a file in the preview of a draft, with an account of whoever asks. */
export function draftRoute(parts: AttachParts & { readonly apps: Apps }): Route {
  return route({
    id: 'account-files.attach-draft',
    method: 'POST',
    path: '/console/api/apps/:app_id/draft/account-files',
    access: ManagementAccess,
    permission: 'apps.edit',
    summary: 'Attach a file that was picked at a service to runs of the draft of an app',
    docs: accountFileDocs.attachDraft,
    noCommand: 'a file is picked in a browser',
    audit: { body: ['account_id'], answer: ['id', 'name', 'size'] },
    ids: { 'body.account_id': 'connectedAccount', 'body.file_id': { nothing: 'of a file at a service' } },
    params: { type: 'object', properties: { app_id: { type: 'string', format: 'uuid' } } },
    body: {
      type: 'object',
      required: ['account_id', 'file_id'],
      additionalProperties: false,
      properties: { account_id: { type: 'string', format: 'uuid' }, file_id: fileId },
    },
    async handle({ principal, params, body, signal }) {
      const { workspaceId, accountId } = principal;
      const { id: appId } = await parts.apps.get(workspaceId, params.app_id);
      if (accountId === null) throw notPicked();
      const file = await attach(parts, {
        ...{ workspaceId, appId, type: 'debugging', sessionId: consoleUser(principal), signal },
        ...{ owner: `account:${accountId}`, accountId: body.account_id, fileId: body.file_id },
      });
      return json(attachedFile(file), { status: 201 });
    },
  });
}
