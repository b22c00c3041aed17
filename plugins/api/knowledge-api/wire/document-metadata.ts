import { unixSeconds } from '#http';
import type { DatasetDocument } from '#plugins/dataset-documents/contract.ts';
import type { Dataset, MetadataField } from '#plugins/datasets/contract.ts';

/** Fields that every document has by itself (runtime API, metadata). */
export const builtInFields = [
  { name: 'document_name', type: 'string' },
  { name: 'uploader', type: 'string' },
  { name: 'upload_date', type: 'time' },
  { name: 'last_update_date', type: 'time' },
  { name: 'source', type: 'string' },
] as const;

type BuiltInName = (typeof builtInFields)[number]['name'];

/** What clients know those fields by: they are no rows, and can't be named in changes. */
const BUILT_IN_ID = 'built-in';

/** What a base says of the metadata of its documents. */
export interface MetadataShape {
  readonly fields: readonly MetadataField[];
  readonly dataset: Pick<Dataset, 'builtInFields'>;
}

/** Values of a document, by field; those it has none of are left out. Built-in ones are told where the base has them on. */
export function metadataObject(document: DatasetDocument, { fields, dataset }: MetadataShape) {
  const own = fields.flatMap(({ id, name, type }) => {
    const value = document.metadata[id];
    return value === undefined || value === null ? [] : [{ id, name, type, value }];
  });
  if (!dataset.builtInFields) return own;
  const values = builtInValues(document);
  return [...own, ...builtInFields.map(({ name, type }) => ({ id: BUILT_IN_ID, name, type, value: values[name] }))];
}

/** Where a document comes from, as its metadata says it, and filters compare it. */
const sourceNames: Readonly<Record<DatasetDocument['dataSourceType'], string>> = {
  upload_file: 'file_upload',
  website_crawl: 'website',
  notion_import: 'notion',
};

function builtInValues(document: DatasetDocument): Readonly<Record<BuiltInName, string | number>> {
  return {
    document_name: document.name,
    uploader: document.uploaderName,
    upload_date: unixSeconds(document.createdAt),
    last_update_date: unixSeconds(document.updatedAt),
    source: sourceNames[document.dataSourceType],
  };
}

/** Values by name, as found segments carry them; null for none. */
export function metadataByName(
  metadata: DatasetDocument['metadata'],
  fields: readonly MetadataField[],
): Readonly<Record<string, string | number>> | null {
  const named = fields.flatMap(({ id, name }) => {
    const value = metadata[id];
    return value === undefined || value === null ? [] : [[name, value] as const];
  });
  return named.length === 0 ? null : Object.fromEntries(named);
}
