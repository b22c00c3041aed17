/** How a batch goes. `finished`: no row waits or runs any more. */
export type BatchStatus = 'running' | 'paused' | 'stopped' | 'finished';

/** How a row goes. `paused`: its run waits for people. `wrong`: its inputs are no inputs of the app. */
export type RowStatus = 'waiting' | 'running' | 'paused' | 'succeeded' | 'failed' | 'stopped' | 'wrong';

/** Tables of batches (migrations/batches). */
export interface BatchTables {
  batches: {
    id: string;
    workspace_id: string;
    app_id: string;
    end_user_id: string;
    user_type: 'service-api' | 'web-app';
    session_id: string;
    visitor_address: string | null;
    key_id: string | null;
    workflow_id: string;
    name: string;
    kept: boolean;
    status: BatchStatus;
    total: number;
    wrong: number;
    waiting: number;
    running: number;
    paused: number;
    succeeded: number;
    failed: number;
    stopped: number;
    /** JSON array: names of the inputs. */
    columns: unknown;
    output_columns: unknown;
    error: string | null;
    retry_at: Date | null;
    revision: string;
    created_at: Date;
    finished_at: Date | null;
    deleted_at: Date | null;
  };
  batch_rows: {
    workspace_id: string;
    app_id: string;
    batch_id: string;
    number: number;
    status: RowStatus;
    inputs: string;
    run_id: string | null;
    outputs: string | null;
    /** They are too large to be kept here twice: the run has them. */
    outputs_elsewhere: boolean;
    error: string | null;
    elapsed: number | null;
    total_tokens: number | null;
    revision: string;
  };
}
