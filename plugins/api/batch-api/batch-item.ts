import { rawJson, unixSeconds } from '#http';
import type { AppCaller } from '#plugins/app-access/contract.ts';
import type { Batch, BatchRow, RowStatus } from '#plugins/batches/contract.ts';
import type { FileAddresses } from '#plugins/files/contract.ts';
import { withoutProvider } from '#plugins/provider-http/contract.ts';

/** A batch as it is told. A row whose run waits for people counts as one that runs. */
export function batchItem(batch: Batch) {
  return {
    id: batch.id,
    name: batch.name,
    status: batch.status,
    total: batch.total,
    waiting: batch.waiting,
    running: batch.running + batch.paused,
    succeeded: batch.succeeded,
    failed: batch.failed,
    stopped: batch.stopped,
    wrong: batch.wrong,
    kept: batch.kept,
    columns: batch.columns,
    output_columns: batch.outputColumns,
    created_at: unixSeconds(batch.createdAt),
    finished_at: unixSeconds(batch.finishedAt),
    error: batch.error,
  };
}

/** Rows without what a provider said to the owner of the app, for its visitors; what the server says of a row stays. */
export function rowsFor({ visitor }: Pick<AppCaller, 'visitor'>, rows: readonly BatchRow[]): readonly BatchRow[] {
  if (visitor === undefined || visitor.isExempt) return rows;
  return rows.map((row) =>
    row.status === 'failed' && row.runId !== null && row.error !== null
      ? { ...row, error: withoutProvider(row.error) }
      : row,
  );
}

/** A row as it is told, with addresses of files that work. */
export function rowItem(row: BatchRow, workspaceId: string, files: FileAddresses) {
  const fresh = (text: string) => rawJson(files.freshenText(workspaceId, text));
  return {
    number: row.number,
    inputs: fresh(row.inputs),
    status: shownStatus(row.status),
    outputs: row.outputs === null ? null : fresh(row.outputs),
    error: row.error,
    elapsed_time: row.elapsed,
    total_tokens: row.totalTokens,
    workflow_run_id: row.runId,
  };
}

function shownStatus(status: RowStatus): Exclude<RowStatus, 'paused'> {
  return status === 'paused' ? 'running' : status;
}

/** Those that are shown so. */
export function statusesOf(shown: Exclude<RowStatus, 'paused'>): readonly RowStatus[] {
  return shown === 'running' ? ['running', 'paused'] : [shown];
}
