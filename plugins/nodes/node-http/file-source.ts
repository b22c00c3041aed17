import { type FileValue, type NodeContext, NodeError } from '#engine';
import { isPlatformError } from '#kernel';
import { type FileContent, FilesRead, type FilesReadRequest } from '#plugins/files/contract.ts';

/** The content of a file value that is sent on; `fileMb`: megabytes it may have, as many as one that is received. */
export async function loadFile(file: FileValue, context: NodeContext, fileMb: number): Promise<Uint8Array> {
  const maxBytes = Math.floor(fileMb * 1024 * 1024);
  const request: FilesReadRequest = { file, maxBytes, setting: 'WEFT_HTTP_FILE_MB' };
  try {
    return (await context.call<FileContent>(FilesRead, request)).bytes;
  } catch (error) {
    if (!isPlatformError(error) || !error.code.startsWith('files.')) throw error;
    throw new NodeError('FileFetchError', error.message, { code: error.code, cause: error });
  }
}
