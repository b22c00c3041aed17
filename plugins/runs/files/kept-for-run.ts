import type { FileValue, HostCaller } from '#engine';
import { isPlatformError, PlatformError } from '#kernel';
import { type GroupCommit, withRetry } from '#plugins/database/contract.ts';
import type { FilesKeepRequest, StoredFile, StoredFiles } from './contract.ts';

interface KeepParts {
  readonly files: StoredFiles;
  readonly groupCommit: GroupCommit;
}

/** Answers the host call `files.keep`. A run that was stopped meanwhile leaves nothing. */
export async function keepForRun(parts: KeepParts, request: FilesKeepRequest, caller: HostCaller): Promise<FileValue> {
  try {
    return await withRetry(() => keep(parts, request, caller), caller.signal);
  } catch (error) {
    if (isPlatformError(error) || caller.signal.aborted) throw error;
    const message = 'The file could not be stored; look at the log of the server.';
    throw new PlatformError('unavailable', 'files.not_kept', message, { cause: error });
  }
}

async function keep({ files, groupCommit }: KeepParts, request: FilesKeepRequest, { signal, ...run }: HostCaller) {
  let file: StoredFile | undefined;
  try {
    file = await files.receiveOf(run, request);
    const entries = await files.entries(file);
    signal.throwIfAborted();
    await groupCommit.add(entries);
    return files.toValue(file);
  } catch (error) {
    // Swept later, should it fail.
    if (file !== undefined) await files.discard(file).catch(() => {});
    throw error;
  }
}
