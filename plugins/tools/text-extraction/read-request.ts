import { type FileValue, isFileValue } from '#engine';
import { PlatformError } from '#kernel';

/** The input of the host call `text-extraction.extract`, checked: whoever asks sits in another thread. */
export function readRequest(input: unknown): FileValue {
  if (isFileValue(input)) return input;
  throw new PlatformError('invalid', 'text-extraction.invalid_request', 'text-extraction.extract takes a file value.');
}
