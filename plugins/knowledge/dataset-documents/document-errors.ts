import { PlatformError } from '#kernel';

/** Ids are named as they were sent, cut to what an id may have. */
const shown = (id: string) => id.slice(0, 64);

export function noDocument(id: string): PlatformError {
  const message = `There is no document ${shown(id)} in this knowledge base; it may have been deleted.`;
  return new PlatformError('not-found', 'dataset-documents.not_found', message);
}

export function noBatch(): PlatformError {
  const message = 'There is no such batch in this knowledge base; its documents may have been deleted.';
  return new PlatformError('not-found', 'dataset-documents.not_found', message);
}

export function noSegment(id: string): PlatformError {
  const message = `There is no segment ${shown(id)} in this document; it may have been deleted, or replaced when the document was indexed anew.`;
  return new PlatformError('not-found', 'dataset-documents.not_found', message);
}

export function noChunk(id: string): PlatformError {
  const message = `There is no child chunk ${shown(id)} in this segment; it may have been deleted or replaced.`;
  return new PlatformError('not-found', 'dataset-documents.not_found', message);
}

export function archived(name: string): PlatformError {
  const message = `The document ${name.slice(0, 100)} is archived, and is not changed any more. Take it out of the archive first.`;
  return new PlatformError('forbidden', 'dataset-documents.archived_document_immutable', message);
}

export function isIndexing(name: string): PlatformError {
  const message = `The document ${name.slice(0, 100)} is being indexed. Wait until that is over, or pause it first.`;
  return new PlatformError('invalid', 'dataset-documents.document_indexing', message);
}

export function invalid(field: string, message: string): PlatformError {
  return new PlatformError('invalid', 'dataset-documents.invalid_param', message, { field });
}

export function tooLarge(name: string, limitMb: number): PlatformError {
  const message = `The file ${name.slice(0, 100)} is larger than ${limitMb} MB (dataset-documents.fileMb). Split it into smaller ones.`;
  return new PlatformError('invalid', 'dataset-documents.file_too_large', message, { field: 'file' });
}

export function unsupported(name: string, remedy: string): PlatformError {
  const message = `${name.slice(0, 100)} is no document that can be read: ${remedy}`;
  return new PlatformError('invalid', 'dataset-documents.unsupported_file_type', message, { field: 'file' });
}
