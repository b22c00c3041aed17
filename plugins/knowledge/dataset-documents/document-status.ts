import type { DatasetDocument } from './contract.ts';

/** How far the work on a document is (runtime API, Document). */
export type IndexingStatus =
  | 'waiting'
  | 'parsing'
  | 'cleaning'
  | 'splitting'
  | 'indexing'
  | 'completed'
  | 'error'
  | 'paused';

/** What is shown of it, the state that people gave it among it. */
export type DisplayStatus = 'queuing' | 'paused' | 'indexing' | 'error' | 'available' | 'disabled' | 'archived';

/** Runtime API, Document. */
export function displayStatus(
  document: Pick<DatasetDocument, 'archived' | 'indexingStatus' | 'enabled'>,
): DisplayStatus {
  if (document.archived) return 'archived';
  switch (document.indexingStatus) {
    case 'completed':
      return document.enabled ? 'available' : 'disabled';
    case 'waiting':
      return 'queuing';
    case 'paused':
      return 'paused';
    case 'error':
      return 'error';
    default:
      return 'indexing';
  }
}
