import type { MultipartBody } from '#http';
import { PlatformError } from '#kernel';
import type { TableFile } from './read-table.ts';

/** A form with one file, which is small enough to be read whole. */
export interface BatchForm {
  readonly file: TableFile;
  readonly fields: ReadonlyMap<string, string>;
}

/** Bytes of a form besides its file. */
export const FORM_OVERHEAD = 262_144;

/** Throws `batches.no_file_uploaded`, `batches.too_many_files` and `batches.file_too_large`. */
export async function readForm(form: MultipartBody, maxBytes: number): Promise<BatchForm> {
  let file: TableFile | undefined;
  const fields = await form.read(async (part) => {
    if (part.name !== 'file') return;
    if (file !== undefined) {
      const message = 'Send one file per request, not several.';
      throw new PlatformError('invalid', 'batch-api.too_many_files', message, { field: 'file' });
    }
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of part.content) {
      size += chunk.length;
      if (size > maxBytes) {
        const message = `A file with rows has at most ${Math.floor(maxBytes / 1_048_576)} MB (batch-api.fileMb); make several of it.`;
        throw new PlatformError('invalid', 'batch-api.file_too_large', message, { field: 'file' });
      }
      chunks.push(chunk);
    }
    const { filename: name, mediaType } = part;
    file = { name, mediaType, bytes: Buffer.concat(chunks) };
  });
  if (file === undefined) {
    const message = 'Send the rows as the file `file` of the form.';
    throw new PlatformError('invalid', 'batch-api.no_file_uploaded', message, { field: 'file' });
  }
  return { file, fields };
}
