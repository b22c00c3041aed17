import { json, type Route, type RouteRequest, route } from '../../http/contract.ts';
import { PlatformError } from '../../kernel/index.ts';
import { type AppCaller, AppKeyAccess, optionalUser } from '../delivery-api/contract.ts';
import type { Idempotency } from '../idempotency/contract.ts';
import { fileDocs } from './file-docs.ts';
import { largestForm, type UploadParts, upload, uploadedFile } from './upload.ts';

export interface FileParts extends UploadParts {
  readonly idempotency: Idempotency;
}

/** Upload and preview of files (runtime API, files). */
export function fileRoutes(parts: FileParts): Route[] {
  return [
    route({
      id: 'file-api.upload',
      method: 'POST',
      path: '/v1/files/upload',
      access: AppKeyAccess,
      summary: 'Upload a file to refer to in inputs',
      docs: fileDocs.upload,
      bodyType: 'multipart',
      bodyLimit: largestForm(parts.files),
      handle({ principal, multipart, headers, path }) {
        const { workspaceId, appId } = principal;
        const request = { workspaceId, appId, headers, path, bodyText: '' };
        return parts.idempotency.upload(request, multipart, async (form) => {
          const user = { workspaceId, appId, type: 'service-api' } as const;
          const file = await upload(parts, user, form, (fields) => optionalUser({ user: fields.get('user') }));
          return json(uploadedFile(parts.files, file), { status: 201 });
        });
      },
    }),
    route({
      id: 'file-api.preview',
      method: 'GET',
      path: '/v1/files/:file_id/preview',
      access: AppKeyAccess,
      summary: 'Content of a file that a message refers to',
      docs: fileDocs.preview,
      params: { type: 'object', properties: { file_id: { type: 'string', format: 'uuid' } } },
      query: { type: 'object', properties: { as_attachment: { type: 'boolean', default: false } } },
      handle: (request) => preview(parts, request),
    }),
  ];
}

type PreviewRequest = RouteRequest<AppCaller, { readonly as_attachment: boolean }, unknown, 'file_id'>;

/** Any user of the app, but only files that a message or run of it has taken. */
async function preview({ files }: FileParts, { principal, params, query, headers }: PreviewRequest) {
  const file = await files.find(principal.workspaceId, params.file_id);
  if (file !== null && file.appId !== principal.app.id) {
    const message = 'This file belongs to another app; ask with the key of that app.';
    throw new PlatformError('forbidden', 'file-api.file_access_denied', message);
  }
  if (file === null || !file.isUsed) {
    const message = 'No message or run of this app refers to such a file.';
    throw new PlatformError('not-found', 'file-api.file_not_found', message);
  }
  return files.reply(file, {
    asAttachment: query.as_attachment,
    range: headers.range,
    cacheControl: 'public, max-age=3600',
  });
}
