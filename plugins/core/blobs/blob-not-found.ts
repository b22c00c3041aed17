import { PlatformError } from '#kernel';

/** A row names bytes that the store does not have. */
export function blobNotFound(key: string): PlatformError {
  return new PlatformError('not-found', 'blobs.not_found', `The store has no content of the key ${key}.`);
}
