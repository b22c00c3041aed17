import { PlatformError } from '#kernel';

/** What is wrong with the form of an upload (runtime API, files). */
const field = { field: 'file' };

export function noFileUploaded(): PlatformError {
  const message = 'The form has no file part named `file`.';
  return new PlatformError('invalid', 'knowledge-api.no_file_uploaded', message, field);
}

export function tooManyFiles(): PlatformError {
  const message = 'Send one file per request, not several.';
  return new PlatformError('invalid', 'knowledge-api.too_many_files', message, field);
}

export function nameMissing(): PlatformError {
  const message = 'The part `file` has no filename; send one, its extension says what the file is.';
  return new PlatformError('invalid', 'knowledge-api.filename_not_exists_error', message, field);
}

export function fileTooLarge(megabytes: number): PlatformError {
  const message = `The file is larger than a document may be here: ${megabytes} MB.`;
  return new PlatformError('invalid', 'knowledge-api.file_too_large', message, field);
}
