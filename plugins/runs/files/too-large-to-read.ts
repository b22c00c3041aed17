import type { FileValue } from '#engine';
import { PlatformError } from '#kernel';
import { type FileReading, fileLabel } from './contract.ts';

/** A file is larger than whoever reads it takes. */
export function tooLargeToRead(
  file: FileValue,
  { maxBytes, setting }: Pick<FileReading, 'maxBytes' | 'setting'>,
): PlatformError {
  const limit = Math.round((maxBytes / 1024 / 1024) * 100) / 100;
  const named = setting === undefined ? 'the limit here' : `the limit here (${setting})`;
  return new PlatformError(
    'invalid',
    'files.too_large',
    `The file ${fileLabel(file)} is larger than ${limit} MB, ${named}.`,
  );
}
