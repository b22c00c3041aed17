import type { JsonText, NodeStatus, RunStatus } from '#engine';
import type { RunStart } from './run-start.ts';

/** A run as the history keeps it. */
export interface RunRecord {
  readonly id: string;
  readonly workflowId: string;
  readonly appId: string;
  readonly status: 'running' | RunStatus | 'paused';
  readonly inputs: JsonText;
  readonly outputs: JsonText | null;
  readonly error: string | null;
  readonly totalSteps: number;
  readonly totalTokens: number;
  readonly exceptionsCount: number;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly finishedAt: number | null;
  /** Seconds. */
  readonly elapsed: number | null;
}

/** A run as lists show it. */
export interface RunSummary extends Omit<RunRecord, 'inputs' | 'outputs'> {
  readonly taskId: string;
  readonly kind: RunStart['kind'];
  readonly triggeredFrom: RunStart['triggeredFrom'];
  readonly createdBy: RunStart['createdBy'];
  readonly errorCode: string | null;
  /** Decimal string. */
  readonly totalPrice: string | null;
  readonly currency: string | null;
}

/** A run with its values (JSON texts). */
export interface RunDetail extends RunSummary {
  /** The run it was forked from. */
  readonly forkedFrom: string | null;
  readonly inputs: JsonText;
  readonly outputs: JsonText | null;
}

/** Which runs to list, newest first. */
export interface RunQuery {
  readonly appId?: string | undefined;
  readonly status?: RunRecord['status'] | undefined;
  /** 1 to 100. */
  readonly limit: number;
  /** Started by this end user. */
  readonly createdBy?: string | undefined;
  /** Only runs older than this one. */
  readonly before?: string | undefined;
}

/** Which runs of an app to show as its log; those made for debugging are left out. */
export interface RunLogQuery {
  readonly appId: string;
  readonly status?: RunRecord['status'] | undefined;
  /** Found in inputs or outputs in any case, or the run's id; values in the store of blobs are not looked into. */
  readonly keyword?: string | undefined;
  /** Started at or after, at or before: milliseconds since the epoch. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** Started by one of these; none: by nobody. */
  readonly createdBy?: readonly string[] | undefined;
  /** From 1. */
  readonly page: number;
  /** 1 to 100. */
  readonly limit: number;
}

/** A part of an app's log, and how many runs it has on all pages. */
export interface RunLogPage {
  readonly total: number;
  readonly hasMore: boolean;
  readonly items: readonly RunSummary[];
}

/** A node execution that has ended, as the history keeps it. */
export interface NodeExecutionRecord {
  /** Order of start in the run, from 1. */
  readonly index: number;
  readonly id: string;
  readonly nodeId: string;
  readonly nodeType: string;
  readonly title: string;
  readonly predecessorNodeId: string | null;
  readonly status: NodeStatus;
  readonly error: string | null;
  readonly errorType: string | null;
  /** Seconds. */
  readonly elapsed: number;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly finishedAt: number;
  /** JSON text of `execution_metadata` (runtime API, node events): tokens, price, place in containers. */
  readonly metadata: JsonText | null;
  readonly inputs: JsonText | null;
  readonly processData: JsonText | null;
  readonly outputs: JsonText | null;
}

/** An execution with the run that it was of. */
export type LastNode = NodeExecutionRecord & { readonly runId: string };
