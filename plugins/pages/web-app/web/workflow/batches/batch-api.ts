import { type Api, ApiError, knownOf, readEvents, visitorCalls, waitForNetwork } from '#plugins/ui/web/contract.ts';
import { isMapping, listOf } from '#plugins/web-app/web/workflow/frames.ts';

export type BatchStatus = 'running' | 'paused' | 'stopped' | 'finished';
const ROW_STATUSES = ['waiting', 'running', 'succeeded', 'failed', 'stopped', 'wrong'] as const;
export type RowStatus = (typeof ROW_STATUSES)[number];

export interface Batch {
  readonly id: string;
  readonly name: string;
  readonly status: BatchStatus;
  readonly total: number;
  readonly waiting: number;
  readonly running: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly stopped: number;
  /** Rows that are no inputs of the app, and were left out. */
  readonly wrong: number;
  readonly kept: boolean;
  readonly columns: readonly string[];
  readonly output_columns: readonly string[];
  /** In seconds since the epoch. */
  readonly created_at: number;
  readonly finished_at: number | null;
  /** Why no row begins at the moment: a limit, a paused app. */
  readonly error: string | null;
}

export interface BatchRow {
  readonly number: number;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly status: RowStatus;
  readonly outputs: Readonly<Record<string, unknown>> | null;
  readonly error: string | null;
  readonly elapsed_time: number | null;
  readonly total_tokens: number | null;
  readonly workflow_run_id: string | null;
}

export interface RowPage {
  readonly data: readonly BatchRow[];
  readonly has_more: boolean;
}

export interface RowMistake {
  readonly row: number;
  readonly field: string;
  readonly message: string;
}

/** What would be run of a file. */
export interface BatchPreview {
  readonly columns: readonly { readonly name: string; readonly input: string | null }[];
  readonly total: number;
  readonly rows: readonly { readonly number: number; readonly inputs: Readonly<Record<string, unknown>> }[];
  readonly errors: readonly RowMistake[];
  readonly error_count: number;
  /** Of the rows that can run. */
  readonly estimate: {
    readonly seconds: number | null;
    readonly rows_left: number | null;
    readonly rows_per_day: number | null;
    readonly all_again_in: number | null;
    readonly refusal: string | null;
  };
}

/** Whether there is nothing left to happen by itself. */
export function isBatchOver({ status, running }: Batch): boolean {
  return status === 'finished' || (status === 'stopped' && running === 0);
}

/** Rows that have come to an end. */
export function doneRows({ total, waiting, running }: Batch): number {
  return total - waiting - running;
}

export function previewTable(api: Api, file: File, signal: AbortSignal): Promise<BatchPreview> {
  return visitorCalls(api).post('/v1/batches/preview', { body: tableForm(file), retry: true, signal });
}

/** Under one key: a lost answer does not start the rows twice. */
export function startBatch(
  api: Api,
  order: { file: File; name: string; skipWrong: boolean; key: string },
): Promise<Batch> {
  const body = tableForm(order.file);
  if (order.name !== '') body.set('name', order.name);
  if (order.skipWrong) body.set('skip_wrong', 'true');
  return visitorCalls(api).post('/v1/batches', { body, headers: { 'Idempotency-Key': order.key }, retry: true });
}

function tableForm(file: File): FormData {
  const form = new FormData();
  form.set('file', file, file.name);
  return form;
}

export function loadRows(
  api: Api,
  id: string,
  query: { readonly after: number; readonly limit: number; readonly status: string },
): Promise<RowPage> {
  const { after, limit, status } = query;
  return visitorCalls(api).get('/v1/batches/{batch_id}/rows', {
    path: { batch_id: id },
    query: { after: after > 0 ? after : undefined, limit, status: knownOf(ROW_STATUSES, status) },
  });
}

interface Watching {
  readonly signal: AbortSignal;
  onProgress(batch: Batch, rows: readonly number[]): void;
  /** Joined anew: what changed meanwhile was not told. */
  onJoin(): void;
}

/** Hears of a batch until it is over, over as many connections as it takes. */
export async function watchBatch(api: Api, id: string, { signal, onProgress, onJoin }: Watching): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const answer = await visitorCalls(api).open('GET', '/v1/batches/{batch_id}/events', {
        path: { batch_id: id },
        signal,
      });
      onJoin();
      for await (const { data } of readEvents<unknown>(answer)) {
        if (!isMapping(data)) continue;
        const batch = (isMapping(data.batch) ? data.batch : data) as unknown as Batch;
        if (typeof batch.total !== 'number') continue;
        onProgress(
          batch,
          listOf(data.rows).filter((row) => typeof row === 'number'),
        );
        attempt = 1;
        if (isBatchOver(batch)) return;
      }
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof ApiError && error.status < 500 && error.status !== 429) throw error;
    }
    await waitForNetwork(attempt, signal).catch(() => {});
    if (signal.aborted) return;
  }
}
