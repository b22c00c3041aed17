import { type Documents, documentBodyLimit } from '#engine';
import { json, type Route, route, text, unixSeconds } from '#http';
import { PlatformError } from '#kernel';
import type { AppDrafts } from '#plugins/apps/contract.ts';
import { ManagementAccess } from '#plugins/management-access/contract.ts';
import { draftDocs } from './draft-docs.ts';

/** Only roles that see what providers are called with may see an app's secrets, too. */
const SECRETS_PERMISSION = 'providers.manage';

const path = '/console/api/apps/:app_id/draft';
const params = { type: 'object', properties: { app_id: { type: 'string', format: 'uuid' } } } as const;

/** The draft, read and saved by several people. */
export function draftRoutes(drafts: AppDrafts, documents: Documents): Route[] {
  return [
    route({
      id: 'drafts.get',
      method: 'GET',
      path,
      access: ManagementAccess,
      permission: 'apps.edit',
      summary: 'Get the draft of an app without secrets, and the hash needed to save it',
      noCommand: 'for editors; `weft apps export` and `weft apps save` are its text',
      docs: draftDocs.get,
      params,
      async handle({ principal, params: { app_id: appId } }) {
        const { yaml, hash, updatedAt } = await drafts.get(principal.workspaceId, appId);
        return json({ yaml, hash, updated_at: unixSeconds(updatedAt) });
      },
    }),
    route({
      id: 'drafts.save',
      method: 'PUT',
      path,
      access: ManagementAccess,
      permission: 'apps.edit',
      summary: 'Save the draft of an app if it has not changed since it was read',
      audit: { answer: ['hash'] },
      docs: draftDocs.save,
      params,
      body: {
        type: 'object',
        required: ['yaml', 'hash'],
        additionalProperties: false,
        properties: {
          yaml: { type: 'string', minLength: 1 },
          hash: {
            type: ['string', 'null'],
            maxLength: 64,
            description: 'The hash of the draft that was read. null: overwrite the draft whatever its state.',
          },
          confirm: { type: 'boolean', description: 'Accept a document of an unknown version.' },
        },
      },
      bodyLimit: documentBodyLimit(documents.limits),
      async handle({ principal, params: { app_id: appId }, body }) {
        const { yaml, hash: base, confirm } = body;
        const parsed = await documents.parseSent(yaml, principal);
        if (parsed.status === 'pending' && confirm !== true) throw unknownVersion(parsed.version);
        const draft = { parsed, base, authorName: principal.name };
        const { hash, warnings } = await drafts.save(principal.workspaceId, appId, draft);
        return json({ hash, warnings });
      },
    }),
    route({
      id: 'drafts.export-with-secrets',
      // What shows secrets is no GET: it is recorded in the audit log, and no link leads there.
      method: 'POST',
      path: '/console/api/apps/:app_id/export-with-secrets',
      access: ManagementAccess,
      permission: SECRETS_PERMISSION,
      summary: 'Export the draft of an app as YAML, with the values of its secret variables',
      audit: 'path',
      docs: draftDocs.exportWithSecrets,
      params,
      async handle({ principal, params: { app_id: appId } }) {
        const yaml = await drafts.exportWithSecrets(principal.workspaceId, appId);
        return text(yaml, { contentType: 'application/yaml; charset=utf-8', headers: { 'Cache-Control': 'no-store' } });
      },
    }),
  ];
}

function unknownVersion(version: string): PlatformError {
  const message = `The document has version ${version}, which this server does not know; save it anyway with confirm: true.`;
  return new PlatformError('conflict', 'drafts.confirmation_needed', message);
}
