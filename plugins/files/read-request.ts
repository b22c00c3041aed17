import { isFileValue } from '../../engine/contract.ts';
import { PlatformError } from '../../kernel/index.ts';
import type { FilesReadRequest } from './contract.ts';

/** The input of the host call `files.read`, checked: whoever asks sits in another thread. */
export function readRequest(input: unknown): FilesReadRequest {
  const { file, maxBytes } = (input ?? {}) as Partial<Record<keyof FilesReadRequest, unknown>>;
  if (isFileValue(file) && typeof maxBytes === 'number' && maxBytes > 0) return { file, maxBytes };
  throw new PlatformError('invalid', 'files.invalid_request', 'files.read takes { file, maxBytes }.');
}
