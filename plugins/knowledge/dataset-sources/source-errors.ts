import { PlatformError } from '#kernel';
import type { DatasetSource } from './contract.ts';

export function noSource(): PlatformError {
  const message = 'The knowledge base has no such source: weft knowledge sources list BASE';
  return new PlatformError('not-found', 'dataset-sources.not_found', message);
}

export function invalidSource(field: string, message: string): PlatformError {
  return new PlatformError('invalid', 'dataset-sources.invalid_source', message, { field });
}

export function tooManySources(most: number): PlatformError {
  const message = `The knowledge base has ${most} sources, which is as many as it may: delete one.`;
  return new PlatformError('conflict', 'dataset-sources.too_many_sources', message);
}

export function tokenNeeded(): PlatformError {
  const message =
    'The new address is on another host, which must not get the token of the old one: give its token, or null.';
  return new PlatformError('invalid', 'dataset-sources.token_needed', message, { field: 'token' });
}

export function refreshRunning({ name }: DatasetSource): PlatformError {
  const message = `${JSON.stringify(name)} is being read: wait until that is over, or cancel it.`;
  return new PlatformError('conflict', 'dataset-sources.refresh_running', message);
}

export function hasDocuments({ name }: DatasetSource, count: number): PlatformError {
  const documents = count === 1 ? '1 document' : `${count} documents`;
  const message = `${JSON.stringify(name)} has brought ${documents}, which would be gone: confirm that, or keep them.`;
  return new PlatformError('conflict', 'dataset-sources.source_has_documents', message);
}
