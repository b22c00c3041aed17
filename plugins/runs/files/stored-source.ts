import { PlatformError } from '#kernel';
import { withRetry } from '#plugins/database/contract.ts';
import {
  type FileContent,
  type FileReading,
  type FileSource,
  fileLabel,
  type StoredFile,
  type StoredFiles,
} from './contract.ts';
import { ANY_CONTENT } from './file-types.ts';
import { keptId } from './kept-values.ts';
import { tooLargeToRead } from './too-large-to-read.ts';

/** Content of kept files for nodes. Of the record, which user code may have written, only the id counts. */
export function storedSource(files: Pick<StoredFiles, 'find' | 'open'>): FileSource {
  return {
    id: 'files.stored',
    transferMethods: ['local_file', 'tool_file'],
    async read(value, reading) {
      const id = keptId(value);
      const file = id === null ? null : await withRetry(() => files.find(reading.workspaceId, id), reading.signal);
      if (file === null || (reading.appId !== undefined && file.appId !== reading.appId)) {
        const message = `The file ${fileLabel(value)} is not among the files of this app.`;
        throw new PlatformError('not-found', 'files.file_not_found', message);
      }
      if (file.blob.size > reading.maxBytes) throw tooLargeToRead(value, reading);
      return readAll(files, file, reading);
    },
  };
}

async function readAll(
  files: Pick<StoredFiles, 'open'>,
  file: StoredFile,
  { signal }: FileReading,
): Promise<FileContent> {
  const bytes = new Uint8Array(file.blob.size);
  let at = 0;
  for await (const chunk of await files.open(file)) {
    signal.throwIfAborted();
    bytes.set(chunk, at);
    at += chunk.length;
  }
  const { declaredType, mediaType } = file;
  return { bytes, mediaType: declaredType === ANY_CONTENT ? mediaType : declaredType };
}
