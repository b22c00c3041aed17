import { PlatformError } from '#kernel';
import { extensionOf } from './file-types.ts';

/** Characters of a name before its extension (runtime API, files). */
const MAX_LENGTH = 200;

/** Checks the name a file was sent with and cuts it to size. What remains is a label, never a path. */
export function checkedName(sent: string | null): { readonly name: string; readonly extension: string } {
  if (sent !== null && /[\\/]/.test(sent)) {
    throw new PlatformError('invalid', 'files.invalid_param', 'The file name must not hold / or \\.', {
      field: 'file',
    });
  }
  // Control characters and marks that turn the direction of writing make a name look like another.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
  const clean = (sent ?? '').toWellFormed().replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '');
  const name = clean.trim();
  if (name === '') {
    throw new PlatformError(
      'invalid',
      'files.filename_not_exists_error',
      'The file part has no filename; send one, its extension says what the file is.',
      { field: 'file' },
    );
  }
  const extension = extensionOf(name);
  if (name.length <= MAX_LENGTH) return { name, extension };
  const stem = extension === '' ? name : name.slice(0, -(extension.length + 1));
  // By characters: none is cut in two.
  const short = [...stem.slice(0, MAX_LENGTH * 2)].slice(0, MAX_LENGTH).join('');
  return { name: extension === '' ? short : `${short}.${extension}`, extension };
}
