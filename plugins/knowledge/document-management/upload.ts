import type { MultipartBody } from '#http';
import { isPlatformError, PlatformError } from '#kernel';
import type { DatasetDocuments, KeptFile } from '#plugins/dataset-documents/contract.ts';
import type { Dataset } from '#plugins/datasets/contract.ts';

/** A file that was not taken, and why. */
export interface RefusedFile {
  readonly name: string;
  readonly code: string;
  readonly message: string;
}

export interface ReceivedForm {
  readonly kept: readonly KeptFile[];
  readonly refused: readonly RefusedFile[];
  /** The field `data`. */
  readonly data: string | undefined;
}

/** What is wrong with one file, and says nothing of the others. */
const ofOneFile: ReadonlySet<string> = new Set([
  'dataset-documents.file_too_large',
  'dataset-documents.unsupported_file_type',
  'files.filename_not_exists_error',
  'files.invalid_param',
]);

/**
 * Keeps the files of a form while it arrives. Files that can't be taken are told; when none can, what is wrong with the first
 * is thrown. What else is thrown leaves nothing behind.
 */
export async function receiveForm(
  documents: DatasetDocuments,
  dataset: Dataset,
  form: MultipartBody,
): Promise<ReceivedForm> {
  const kept: KeptFile[] = [];
  const refused: RefusedFile[] = [];
  let first: unknown;
  try {
    const fields = await form.read(async ({ name: field, filename, content }) => {
      if (field !== 'file') throw unknownPart(field);
      try {
        kept.push(await documents.keep(dataset, { filename, content }));
      } catch (error) {
        if (!isPlatformError(error) || !ofOneFile.has(error.code)) throw error;
        first ??= error;
        refused.push({ name: filename.slice(0, 200), code: error.wireCode, message: error.message });
      }
    });
    if (kept.length === 0) throw first ?? noFile();
    return { kept, refused, data: fields.get('data') };
  } catch (error) {
    await documents.discard(kept);
    throw error;
  }
}

function noFile(): PlatformError {
  const message = 'The form has no file. Send one or several, as parts named `file`.';
  return new PlatformError('invalid', 'document-management.no_file_uploaded', message, { field: 'file' });
}

function unknownPart(name: string): PlatformError {
  const message = `Files are sent as parts named \`file\`, not "${name.slice(0, 40)}".`;
  return new PlatformError('invalid', 'document-management.no_file_uploaded', message, { field: 'file' });
}
