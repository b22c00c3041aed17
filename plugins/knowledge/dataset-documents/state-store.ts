import { type RawBuilder, sql } from 'kysely';
import type { OpenTransaction } from '#plugins/database/contract.ts';
import type { DatasetDocuments } from './contract.ts';
import type { Base } from './document-store.ts';
import { clean, type DocumentRow, type StoredDocument, toDocument } from './row-store.ts';

/** What people do with documents. */
export type StateAction = Parameters<DatasetDocuments['setStatus']>[2];

const doing: Readonly<Record<StateAction, (by: string | null) => RawBuilder<unknown>>> = {
  enable: () => sql`enabled = true, disabled_at = null, disabled_by = null`,
  disable: (by) =>
    sql`enabled = false, disabled_at = case when enabled then now() else disabled_at end,
      disabled_by = case when enabled then ${by}::uuid else disabled_by end`,
  archive: () => sql`archived = true`,
  un_archive: () => sql`archived = false`,
};

/** Whether documents may be found, in a transaction in which they are locked; as their workspace. */
export async function setDocumentState(
  base: Base,
  ids: readonly string[],
  { action, by }: { readonly action: StateAction; readonly by: string | null },
  within: OpenTransaction,
): Promise<readonly StoredDocument[]> {
  return update(base, ids, sql`${doing[action](by)}, updated_at = now()`, within);
}

/** Pauses those that are being worked on or wait. */
export async function pauseDocuments(base: Base, ids: readonly string[], within: OpenTransaction): Promise<void> {
  await sql`
    update dataset_documents set indexing_status = 'paused', paused_at = now(), updated_at = now()
    where workspace_id = ${base.workspaceId}::uuid and dataset_id = ${base.id}::uuid and id = any(${ids}::uuid[])
      and indexing_status not in ('completed', 'error', 'paused')`.execute(within);
}

/** Those of a status are to be worked on again. */
export async function restartDocuments(
  base: Base,
  ids: readonly string[],
  status: 'paused' | 'error',
  within: OpenTransaction,
): Promise<readonly StoredDocument[]> {
  const { rows } = await sql<DocumentRow>`
    update dataset_documents set indexing_status = 'waiting', error = null, revision = revision + 1, paused_at = null,
      stopped_at = null, updated_at = now()
    where workspace_id = ${base.workspaceId}::uuid and dataset_id = ${base.id}::uuid and id = any(${ids}::uuid[])
      and indexing_status = ${status}
    returning *, 0 as hits`.execute(within);
  return rows.map(toDocument);
}

/** Values by field id; null removes one. Documents are locked. */
export async function setDocumentMetadata(
  base: Base,
  changes: readonly {
    readonly documentId: string;
    readonly values: Readonly<Record<string, string | number | null>>;
    readonly partial: boolean;
  }[],
  within: OpenTransaction,
): Promise<void> {
  const records = changes.map(({ documentId, values, partial }) => ({
    id: documentId,
    partial,
    values: Object.fromEntries(
      Object.entries(values).map(([field, value]) => [field, typeof value === 'string' ? clean(value) : value]),
    ),
  }));
  await sql`
    update dataset_documents d
    set doc_metadata = jsonb_strip_nulls(case when r.partial then d.doc_metadata || r.values else r.values end),
      updated_at = now()
    from json_to_recordset(${JSON.stringify(records)}::json) as r(id uuid, partial boolean, values jsonb)
    where d.workspace_id = ${base.workspaceId}::uuid and d.dataset_id = ${base.id}::uuid and d.id = r.id`.execute(
    within,
  );
}

async function update(
  base: Base,
  ids: readonly string[],
  values: RawBuilder<unknown>,
  within: OpenTransaction,
): Promise<readonly StoredDocument[]> {
  const { rows } = await sql<DocumentRow>`
    update dataset_documents set ${values}
    where workspace_id = ${base.workspaceId}::uuid and dataset_id = ${base.id}::uuid and id = any(${ids}::uuid[])
    returning *, 0 as hits`.execute(within);
  return rows.map(toDocument);
}
