import { isFileValue } from '#engine';
import { PlatformError } from '#kernel';
import type { FilesKeepRequest, FilesReadRequest } from './contract.ts';

/** The input of the host call `files.read`, checked: whoever asks sits in another thread. */
export function readRequest(input: unknown): FilesReadRequest {
  const { file, maxBytes, setting } = (input ?? {}) as Partial<Record<keyof FilesReadRequest, unknown>>;
  if (isFileValue(file) && typeof maxBytes === 'number' && maxBytes > 0) {
    return { file, maxBytes, ...(typeof setting === 'string' && { setting: setting.slice(0, 100) }) };
  }
  throw new PlatformError('invalid', 'files.invalid_request', 'files.read takes { file, maxBytes }.');
}

/** The same of `files.keep`. */
export function keepRequest(input: unknown): FilesKeepRequest {
  const { filename, mediaType, bytes } = (input ?? {}) as Partial<Record<keyof FilesKeepRequest, unknown>>;
  if (typeof filename === 'string' && typeof mediaType === 'string' && bytes instanceof Uint8Array) {
    return { filename, mediaType, bytes };
  }
  throw new PlatformError('invalid', 'files.invalid_request', 'files.keep takes { filename, mediaType, bytes }.');
}
