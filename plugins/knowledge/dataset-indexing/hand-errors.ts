import { PlatformError } from '#kernel';
import { type DatasetDocument, displayStatus } from '#plugins/dataset-documents/contract.ts';

export function invalid(field: string, message: string): PlatformError {
  return new PlatformError('invalid', 'dataset-indexing.invalid_param', `${field} ${message}.`, { field });
}

export function invalidAction(message: string): PlatformError {
  return new PlatformError('invalid', 'dataset-indexing.invalid_action', message);
}

/** Segments are added to documents that may be found. */
export function requireAvailable(document: DatasetDocument): void {
  refuseArchived(document);
  const status = displayStatus(document);
  if (status === 'available') return;
  const remedy = status === 'disabled' ? 'Enable it first.' : 'Wait until it is completed.';
  const message = `The document ${shown(document)} is ${status}, and takes no segments. ${remedy}`;
  throw new PlatformError('not-found', 'dataset-indexing.not_found', message);
}

/** Segments are changed while nothing else changes them. */
export function requireAtRest(document: DatasetDocument): void {
  refuseArchived(document);
  if (document.indexingStatus === 'completed' || document.indexingStatus === 'error') return;
  const message = `The document ${shown(document)} is being indexed. Wait until that is over.`;
  throw new PlatformError('invalid', 'dataset-indexing.document_indexing', message);
}

function refuseArchived(document: DatasetDocument): void {
  if (!document.archived) return;
  const message = `The document ${shown(document)} is archived, and is not changed any more. Take it out of the archive first.`;
  throw new PlatformError('forbidden', 'dataset-indexing.archived_document_immutable', message);
}

const shown = ({ name }: DatasetDocument) => JSON.stringify(name.slice(0, 100));
