import { json, type Route, route } from '#http';
import { consoleUser, refuseUser } from '#plugins/app-access/contract.ts';
import type { Apps } from '#plugins/apps/contract.ts';
import type { EndUserType } from '#plugins/end-users/contract.ts';
import { ManagementAccess, type Permission } from '#plugins/management-access/contract.ts';
import { fileDocs } from './file-docs.ts';
import { largestForm, type UploadParts, upload, uploadedFile } from './upload.ts';

export interface ConsoleFileParts extends UploadParts {
  readonly apps: Apps;
}

/**
 * Files for runs in the console, taken as under `/v1`. Each is for the runs of whoever uploads it: those of the draft, or
 * those of the published app, whose users are separate.
 */
export function consoleFileRoutes(parts: ConsoleFileParts): Route[] {
  return [
    uploadRoute(parts, {
      id: 'file-api.console-upload',
      path: '/console/api/apps/:app_id/files',
      permission: 'apps.use',
      type: 'console',
      summary: 'Upload a file for runs of a published app in the console',
    }),
    uploadRoute(parts, {
      id: 'file-api.console-upload-draft',
      path: '/console/api/apps/:app_id/draft/files',
      permission: 'apps.edit',
      type: 'debugging',
      summary: 'Upload a file for runs of the draft of an app',
    }),
  ];
}

interface UploadRoute {
  readonly id: string;
  readonly path: `/console/api/apps/:app_id/${string}`;
  readonly permission: Permission;
  readonly type: EndUserType;
  readonly summary: string;
}

function uploadRoute(parts: ConsoleFileParts, { type, ...declared }: UploadRoute): Route {
  return route({
    ...declared,
    method: 'POST',
    access: ManagementAccess,
    docs: fileDocs.consoleUpload,
    audit: { answer: ['id', 'name', 'size'] },
    params: { type: 'object', properties: { app_id: { type: 'string', format: 'uuid' } } },
    bodyType: 'multipart',
    bodyLimit: largestForm(parts.files),
    async handle({ principal, multipart, origin, params: { app_id: id } }) {
      const { workspaceId } = principal;
      const app = await parts.apps.get(workspaceId, id);
      const file = await upload(parts, { workspaceId, appId: app.id, type }, multipart, (fields) => {
        refuseUser({ user: fields.get('user') });
        return consoleUser(principal);
      });
      return json(uploadedFile(parts.files.at(origin), file), { status: 201 });
    },
  });
}
