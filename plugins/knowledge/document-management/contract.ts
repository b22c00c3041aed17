import { token } from '#kernel';
import type { DatasetDocument } from '#plugins/dataset-documents/contract.ts';

/** Documents as files that somebody downloads. */
export interface DocumentDownloads {
  /**
   * An address that gives a document's content to anyone for a few minutes, saved under the document's name. `origin` of the request
   * that asks (`RouteRequest.origin`); undefined: none does.
   */
  url(document: DatasetDocument, origin: string | undefined): string;
}

export const DocumentDownloads = token<DocumentDownloads>('document-management.downloads');
