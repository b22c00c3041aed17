import { type FileValue, type NodeContext, NodeError } from '../../engine/contract.ts';
import { isPlatformError } from '../../kernel/index.ts';
import { type FileContent, FilesRead, type FilesReadRequest } from '../files/contract.ts';

/** Bytes of a file that is sent on. */
const MAX_FILE = 10 * 1024 * 1024;

/** The content of a file value that is sent on. */
export async function loadFile(file: FileValue, context: NodeContext): Promise<Uint8Array> {
  const request: FilesReadRequest = { file, maxBytes: MAX_FILE };
  try {
    return (await context.call<FileContent>(FilesRead, request)).bytes;
  } catch (error) {
    if (!isPlatformError(error) || !error.code.startsWith('files.')) throw error;
    throw new NodeError('FileFetchError', error.message, { code: error.code, cause: error });
  }
}
