import { json } from '#http';
import { first } from '#kernel';
import type { DatasetDocuments, NewDocument } from '#plugins/dataset-documents/contract.ts';
import { type Dataset, keyViewer } from '#plugins/datasets/contract.ts';
import type { KnowledgeParts } from '#plugins/knowledge-api/parts.ts';
import {
  changedSettings,
  newDocumentSettings,
  type SentSettings,
} from '#plugins/knowledge-api/requests/document-settings.ts';
import { documentObject } from '#plugins/knowledge-api/wire/document-object.ts';

/** What is about to be done with a document, checked: nothing has been written of it. */
export type DocumentWrite =
  | {
      readonly kind: 'add';
      readonly dataset: Dataset;
      readonly document: NewDocument;
      readonly settings: Parameters<DatasetDocuments['add']>[2];
    }
  | {
      readonly kind: 'replace';
      readonly dataset: Dataset;
      readonly documentId: string;
      readonly change: Parameters<DatasetDocuments['replace']>[2];
    };

/** A new document, or one in the place of that which `original_document_id` names. Settles what the base does not say yet. */
export async function preparedAdd(
  parts: KnowledgeParts,
  dataset: Dataset,
  { document, sent }: { readonly document: NewDocument; readonly sent: SentSettings },
): Promise<DocumentWrite> {
  if (sent.original_document_id != null) {
    return preparedReplace(parts, dataset, { documentId: sent.original_document_id, sent, document });
  }
  const { said, ...settings } = await newDocumentSettings(parts, dataset, sent);
  const settled = await parts.datasets.settle(dataset, said);
  return { kind: 'add', dataset: settled, document, settings: { ...settings, createdFrom: 'api' } };
}

/** New content, name or rule of a document; what is found stays until the new is indexed. */
export async function preparedReplace(
  { documents }: KnowledgeParts,
  dataset: Dataset,
  wanted: {
    readonly documentId: string;
    readonly sent: SentSettings;
    readonly document?: NewDocument;
    readonly name?: string;
  },
): Promise<DocumentWrite> {
  const { documentId, sent, document, name } = wanted;
  const { docForm } = await documents.get(dataset, documentId);
  const change = {
    ...changedSettings(sent, docForm),
    ...(document !== undefined && { document }),
    ...(name !== undefined && { name }),
  };
  return { kind: 'replace', dataset, documentId, change };
}

/** Writes it and answers at once; indexing is a job. */
export async function written(parts: KnowledgeParts, write: DocumentWrite) {
  const { datasets, documents } = parts;
  const { dataset } = write;
  const document =
    write.kind === 'replace'
      ? await documents.replace(dataset, write.documentId, write.change, keyViewer)
      : first((await documents.add(dataset, [write.document], write.settings, keyViewer)).documents);
  const fields = await datasets.fields(dataset.workspaceId, dataset.id);
  return json({ document: documentObject(document, { fields, dataset }), batch: document.batch });
}
