import { json, type Route, type RouteRequest, route } from '#http';
import { PlatformError } from '#kernel';
import { type AppCaller, AppUserAccess, callerHeaders, optionalUser, userKind } from '#plugins/app-access/contract.ts';
import type { StoredFile } from '#plugins/files/contract.ts';
import type { Idempotency } from '#plugins/idempotency/contract.ts';
import type { Runs } from '#plugins/runs/contract.ts';
import { fileDocs } from './file-docs.ts';
import { largestForm, type UploadParts, upload, uploadedFile } from './upload.ts';

export interface FileParts extends UploadParts {
  readonly idempotency: Idempotency;
  readonly runs: Runs;
}

/** Upload and preview of files (runtime API, files). */
export function fileRoutes(parts: FileParts): Route[] {
  return [
    route({
      id: 'file-api.upload',
      method: 'POST',
      path: '/v1/files/upload',
      access: AppUserAccess,
      summary: 'Upload a file to use in inputs',
      docs: fileDocs.upload,
      bodyType: 'multipart',
      bodyLimit: largestForm(parts.files),
      handle({ principal, multipart, headers, path, origin }) {
        const { workspaceId, appId } = principal;
        const request = { workspaceId, appId, headers: callerHeaders(principal, headers), path, bodyText: '' };
        return parts.idempotency.upload(request, multipart, async (form) => {
          const user = { workspaceId, appId, type: userKind(principal) } as const;
          const file = await upload(parts, user, form, (fields) =>
            optionalUser(principal, { user: fields.get('user') }),
          );
          return json(uploadedFile(parts.files.at(origin), file), { status: 201 });
        });
      },
    }),
    route({
      id: 'file-api.preview',
      method: 'GET',
      path: '/v1/files/:file_id/preview',
      access: AppUserAccess,
      summary: 'Get the content of a file of a message',
      docs: fileDocs.preview,
      params: { type: 'object', properties: { file_id: { type: 'string', format: 'uuid' } } },
      query: { type: 'object', properties: { as_attachment: { type: 'boolean', default: false } } },
      handle: (request) => preview(parts, request),
    }),
  ];
}

type PreviewRequest = RouteRequest<AppCaller, { readonly as_attachment: boolean }, unknown, 'file_id'>;

/** Any user of the app, but only files that a message or run of it has taken; a visitor only their own. */
async function preview(parts: FileParts, { principal, params, query, headers }: PreviewRequest) {
  const { files } = parts;
  const file = await files.find(principal.workspaceId, params.file_id);
  if (file !== null && file.appId !== principal.app.id) {
    const message = 'This file belongs to another app; ask with the key of that app.';
    throw new PlatformError('forbidden', 'file-api.file_access_denied', message);
  }
  if (file === null || !file.isUsed || !(await mayRead(parts, principal, file))) {
    const message = 'No message or run of this app refers to such a file.';
    throw new PlatformError('not-found', 'file-api.file_not_found', message);
  }
  return files.reply(file, {
    asAttachment: query.as_attachment,
    range: headers.range,
    cacheControl: principal.visitor === undefined ? 'public, max-age=3600' : 'private, max-age=3600',
  });
}

/** A visitor reads what they gave, and what their runs received or made. */
async function mayRead({ endUsers, runs }: FileParts, principal: AppCaller, file: StoredFile): Promise<boolean> {
  const { visitor, workspaceId, appId } = principal;
  if (visitor === undefined) return true;
  const { user } = endUsers.identify({ workspaceId, appId, type: userKind(principal), sessionId: visitor.id });
  if (file.runId === null) return file.endUserId === user.id;
  return (await runs.get(workspaceId, file.runId))?.createdBy.id === user.id;
}
