import { json, type MultipartBody, type Route, type RouteRequest, route } from '../../http/contract.ts';
import { isPlatformError, PlatformError } from '../../kernel/index.ts';
import type { GroupCommit } from '../database/contract.ts';
import { type AppCaller, AppKeyAccess, optionalUser, seconds } from '../delivery-api/contract.ts';
import type { EndUsers } from '../end-users/contract.ts';
import type { StoredFile, StoredFiles } from '../files/contract.ts';
import type { Idempotency } from '../idempotency/contract.ts';
import { fileDocs } from './file-docs.ts';

export interface FileParts {
  readonly files: StoredFiles;
  readonly endUsers: EndUsers;
  readonly groupCommit: GroupCommit;
  readonly idempotency: Idempotency;
}

/** Bytes of a form besides its file. */
const FORM_OVERHEAD = 1024 * 1024;

/** Upload and preview of files (runtime API, files). */
export function fileRoutes(parts: FileParts): Route[] {
  const largest = Math.max(...Object.values(parts.files.limits));
  return [
    route({
      id: 'file-api.upload',
      method: 'POST',
      path: '/v1/files/upload',
      access: AppKeyAccess,
      summary: 'Upload a file to refer to in inputs',
      docs: fileDocs.upload,
      bodyType: 'multipart',
      bodyLimit: largest + FORM_OVERHEAD,
      handle({ principal, multipart, headers, path }) {
        const { workspaceId, appId } = principal;
        const request = { workspaceId, appId, headers, path, bodyText: '' };
        return parts.idempotency.upload(request, multipart, async (form) => {
          const file = await upload(parts, principal, form);
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

/**
 * The form may name its user before or after the file, so the content is stored before it is known whose it is; the row
 * that makes it a file is written when the whole form is here.
 */
async function upload({ files, endUsers, groupCommit }: FileParts, caller: AppCaller, form: MultipartBody) {
  const { workspaceId, app } = caller;
  let received: StoredFile | undefined;
  let parts = 0;
  try {
    const fields = await readForm(form, async (part) => {
      parts += 1;
      if (parts > 1) throw tooManyFiles();
      if (part.mediaType === '') throw typeMissing();
      if (part.name === 'file') received = await files.receive({ workspaceId, appId: app.id }, part);
    });
    if (received === undefined) throw noFileUploaded();
    const sessionId = optionalUser({ user: fields.get('user') });
    const endUser = endUsers.identify({ workspaceId, appId: app.id, type: 'service-api', sessionId });
    const file: StoredFile = { ...received, endUserId: endUser.user.id };
    await groupCommit.add([...endUser.entries, ...(await files.entries(file))]);
    endUser.written();
    return file;
  } catch (error) {
    // Swept later, should it fail: what the caller did wrong is what he must hear.
    if (received !== undefined) await files.discard(received).catch(() => {});
    throw error;
  }
}

/** A form that is too large as a whole holds a file that is. */
async function readForm(form: MultipartBody, receive: Parameters<MultipartBody['read']>[0]) {
  try {
    return await form.read(receive);
  } catch (error) {
    if (!isPlatformError(error) || error.code !== 'http.request_too_large') throw error;
    const message = 'The file is larger than any file may be here.';
    throw new PlatformError('invalid', 'file-api.file_too_large', message, { field: 'file', cause: error });
  }
}

function tooManyFiles(): PlatformError {
  const message = 'Send one file per request, not several.';
  return new PlatformError('invalid', 'file-api.too_many_files', message, { field: 'file' });
}

function typeMissing(): PlatformError {
  const message = 'The file names no media type; send its part with a Content-Type, such as application/pdf.';
  return new PlatformError('invalid', 'file-api.unsupported_file_type', message, { field: 'file' });
}

function noFileUploaded(): PlatformError {
  const message = 'The form has no file part named `file`.';
  return new PlatformError('invalid', 'file-api.no_file_uploaded', message, { field: 'file' });
}

function uploadedFile(files: StoredFiles, file: StoredFile) {
  return {
    id: file.id,
    reference: null,
    name: file.name,
    size: file.blob.size,
    extension: file.extension,
    mime_type: file.declaredType,
    created_by: file.endUserId,
    created_at: seconds(file.createdAt),
    preview_url: null,
    source_url: files.signedUrl(file),
    original_url: null,
    user_id: null,
    tenant_id: file.workspaceId,
    conversation_id: null,
    file_key: null,
  };
}

/** Any user of the app, but only files that a message or run of it has taken. */
async function preview({ files }: FileParts, { principal, params, query, headers }: RouteRequest<AppCaller>) {
  const file = await files.find(principal.workspaceId, params.file_id ?? '');
  if (file !== null && file.appId !== principal.app.id) {
    const message = 'This file belongs to another app; ask with the key of that app.';
    throw new PlatformError('forbidden', 'file-api.file_access_denied', message);
  }
  if (file === null || !file.isUsed) {
    const message = 'No message or run of this app refers to such a file.';
    throw new PlatformError('not-found', 'file-api.file_not_found', message);
  }
  return files.reply(file, {
    asAttachment: query.as_attachment === true,
    range: headers.range,
    cacheControl: 'public, max-age=3600',
  });
}
