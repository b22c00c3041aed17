import { type FileValue, isFileValue } from '#engine';
import type { GroupCommit } from '#plugins/database/contract.ts';
import type { EndUsers } from '#plugins/end-users/contract.ts';
import type { FileReading, Files, StoredFile, StoredFiles } from '#plugins/files/contract.ts';

export interface FileParts {
  readonly files: Files;
  readonly storedFiles: StoredFiles;
  readonly endUsers: EndUsers;
  readonly groupCommit: GroupCommit;
}

/** From which app files come, and for which end user of the called app they are. */
export interface FilePlace {
  readonly workspaceId: string;
  readonly callingAppId: string;
  readonly appId: string;
  readonly sessionId: string;
  readonly signal: AbortSignal;
}

/**
 * A value with files as references that the called app takes. Files are the app's that got them, so that the called one gets
 * copies, as if its user had sent them; addresses stay addresses.
 */
export async function withFiles(parts: FileParts, place: FilePlace, value: unknown): Promise<unknown> {
  if (Array.isArray(value)) return Promise.all(value.map((item) => withFiles(parts, place, item)));
  return isFileValue(value) ? reference(parts, place, value) : value;
}

async function reference(parts: FileParts, place: FilePlace, file: FileValue): Promise<unknown> {
  const { type } = file;
  if (file.transfer_method === 'remote_url') {
    return {
      transfer_method: 'remote_url',
      url: file.remote_url ?? file.url,
      ...(typeof type === 'string' && { type }),
    };
  }
  const { workspaceId, callingAppId, signal } = place;
  const reading: FileReading = {
    workspaceId,
    appId: callingAppId,
    maxBytes: Math.max(...Object.values(parts.storedFiles.limits)),
    signal,
  };
  const { bytes, mediaType } = await parts.files.read(file, reading);
  const owned = await copied(parts, place, {
    filename: typeof file.filename === 'string' && file.filename !== '' ? file.filename : 'file',
    mediaType,
    content: once(bytes),
  });
  return { transfer_method: 'local_file', upload_file_id: owned.id, ...(typeof type === 'string' && { type }) };
}

async function copied(
  { storedFiles, endUsers, groupCommit }: FileParts,
  { workspaceId, appId, sessionId }: FilePlace,
  file: Parameters<StoredFiles['receive']>[1],
): Promise<StoredFile> {
  const received = await storedFiles.receive({ workspaceId, appId }, file);
  try {
    const endUser = endUsers.identify({ workspaceId, appId, type: 'service-api', sessionId });
    const owned: StoredFile = { ...received, endUserId: endUser.user.id };
    await groupCommit.add([...endUser.entries, ...(await storedFiles.entries(owned))]);
    endUser.written();
    return owned;
  } catch (error) {
    // Swept later, should it fail: the first failure is what must be told.
    await storedFiles.discard(received).catch(() => {});
    throw error;
  }
}

async function* once(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}
