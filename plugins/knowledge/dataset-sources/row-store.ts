import type { Selectable } from 'kysely';
import type { DatasetSource, RefreshInterval, RunCounts, SourceKind, VanishedPolicy } from './contract.ts';
import type { SourceTables } from './tables.ts';

export type SourceRow = Selectable<SourceTables['dataset_sources']>;

/** A source as jobs need it. */
export interface StoredSource extends DatasetSource {
  readonly run: number;
  readonly step: number;
  readonly sealedToken: string | null;
}

export const noCounts: RunCounts = {
  added: 0,
  changed: 0,
  unchanged: 0,
  skipped: 0,
  failed: 0,
  vanished: 0,
  waiting: 0,
};

export function toSource(row: SourceRow, counts: RunCounts = noCounts): StoredSource {
  const { sealed_token: sealedToken } = row;
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    datasetId: row.dataset_id,
    kind: row.kind as SourceKind,
    name: row.name,
    settings: row.settings,
    indexing: row.indexing,
    maskedToken: sealedToken === null ? null : `********${row.token_hint}`,
    refresh: row.refresh as RefreshInterval,
    onVanished: row.on_vanished as VanishedPolicy,
    isPaused: row.paused,
    accountId: row.account_id,
    isHeld: row.held,
    status: row.status as DatasetSource['status'],
    error: row.error,
    isIncomplete: row.incomplete,
    counts,
    startedAt: row.started_at?.getTime() ?? null,
    finishedAt: row.finished_at?.getTime() ?? null,
    nextRefreshAt: row.next_refresh_at?.getTime() ?? null,
    createdBy: row.created_by,
    authorName: row.author_name,
    createdAt: row.created_at.getTime(),
    updatedAt: row.updated_at.getTime(),
    run: row.run,
    step: row.step,
    sealedToken,
  };
}
