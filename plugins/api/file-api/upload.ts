import { type MultipartBody, unixSeconds } from '#http';
import { isPlatformError, PlatformError } from '#kernel';
import type { GroupCommit } from '#plugins/database/contract.ts';
import type { EndUsers, EndUserType } from '#plugins/end-users/contract.ts';
import type { FileAddresses, StoredFile, StoredFiles } from '#plugins/files/contract.ts';

export interface UploadParts {
  readonly files: StoredFiles;
  readonly endUsers: EndUsers;
  readonly groupCommit: GroupCommit;
}

/** Whose users upload, and what for. */
interface UploadPlace {
  readonly workspaceId: string;
  readonly appId: string;
  readonly type: EndUserType;
}

/** A file of an end user. */
export type UploadedFile = StoredFile & { readonly endUserId: string };

/** Bytes of a form besides its file. */
const FORM_OVERHEAD = 1024 * 1024;

/** Bytes of a form with the largest file there may be. */
export function largestForm({ limits }: StoredFiles): number {
  return Math.max(...Object.values(limits)) + FORM_OVERHEAD;
}

/**
 * The form may name its user before or after the file, so the content is stored before it is known whose it is; the row
 * that makes it a file is written when the whole form is here. `sessionOf` tells the user by the form's fields.
 */
export async function upload(
  { files, endUsers, groupCommit }: UploadParts,
  { workspaceId, appId, type }: UploadPlace,
  form: MultipartBody,
  sessionOf: (fields: ReadonlyMap<string, string>) => string,
): Promise<UploadedFile> {
  let received: StoredFile | undefined;
  let parts = 0;
  try {
    const fields = await readForm(form, async (part) => {
      parts += 1;
      if (parts > 1) throw tooManyFiles();
      if (part.mediaType === '') throw typeMissing();
      if (part.name === 'file') received = await files.receive({ workspaceId, appId }, part);
    });
    if (received === undefined) throw fields.has('file') ? nameMissing() : noFileUploaded();
    const endUser = endUsers.identify({ workspaceId, appId, type, sessionId: sessionOf(fields) });
    const file: UploadedFile = { ...received, endUserId: endUser.user.id };
    await groupCommit.add([...endUser.entries, ...(await files.entries(file))]);
    endUser.written();
    return file;
  } catch (error) {
    // Swept later, should it fail: what the caller did wrong is what they must hear.
    if (received !== undefined) await files.discard(received).catch(() => {});
    throw error;
  }
}

/** A form that is too large as a whole holds a file that is; a text that is too long to be one was meant as a file. */
async function readForm(form: MultipartBody, receive: Parameters<MultipartBody['read']>[0]) {
  try {
    return await form.read(receive);
  } catch (error) {
    if (!isPlatformError(error)) throw error;
    if (error.code === 'http.bad_request' && error.field === 'file') throw nameMissing();
    if (error.code !== 'http.request_too_large') throw error;
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

function nameMissing(): PlatformError {
  const message = 'The part `file` has no filename; send one, its extension says what the file is.';
  return new PlatformError('invalid', 'file-api.filename_not_exists_error', message, { field: 'file' });
}

function noFileUploaded(): PlatformError {
  const message = 'The form has no file part named `file`.';
  return new PlatformError('invalid', 'file-api.no_file_uploaded', message, { field: 'file' });
}

/** A file as an upload is answered with it. */
export function uploadedFile(files: FileAddresses, file: UploadedFile) {
  return {
    id: file.id,
    reference: null,
    name: file.name,
    size: file.blob.size,
    extension: file.extension,
    mime_type: file.declaredType,
    created_by: file.endUserId,
    created_at: unixSeconds(file.createdAt),
    preview_url: null,
    source_url: files.signedUrl(file),
    original_url: null,
    user_id: null,
    tenant_id: file.workspaceId,
    conversation_id: null,
    file_key: null,
  };
}
