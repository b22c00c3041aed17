import type { JsonText, NodeStatus, RunEvent, Usage } from '#engine';
import { secondsBetween } from '#engine/run/clock.ts';
import type { SecretMask } from '#engine/run/records/secret-mask.ts';
import type { NodeExecution } from './node-execution.ts';

/** What the record of a node execution shows, as JSON text. */
export interface NodeRecord {
  readonly inputs: JsonText | null;
  readonly processData: JsonText | null;
  readonly outputs: JsonText | null;
  readonly error: string | null;
  readonly errorType: string | null;
  readonly metadata: JsonText | null;
  /** Not shown: `NodeState`. */
  readonly state: JsonText | null;
}

/** The time a node execution, or an attempt, ended. */
export interface EndTime {
  readonly finishedAt: number;
  /** Of the monotonic clock. */
  readonly finishedOn: number;
}

/** Characters of a record's values. */
export function recordLength({ inputs, processData, outputs, metadata, state }: NodeRecord): number {
  return [inputs, processData, outputs, metadata, state].reduce((sum, text) => sum + (text?.length ?? 0), 0);
}

export const emptyRecord: NodeRecord = {
  inputs: null,
  processData: null,
  outputs: null,
  error: null,
  errorType: null,
  metadata: null,
  state: null,
};

export function nodeStarted(execution: NodeExecution): RunEvent {
  const { node } = execution.node;
  return {
    kind: 'node-started',
    executionId: execution.id,
    nodeId: node.id,
    nodeType: node.type,
    title: node.title,
    index: execution.index,
    predecessorNodeId: execution.predecessor,
    position: execution.frame.position,
    startedAt: execution.startedAt,
  };
}

export function nodeFinished(
  execution: NodeExecution,
  status: NodeStatus,
  ended: { record: NodeRecord; time: EndTime },
): RunEvent {
  return { kind: 'node-finished', status, ...nodeResult(execution, ended) };
}

export function nodeRetry(
  execution: NodeExecution,
  retryIndex: number,
  ended: { record: NodeRecord; time: EndTime },
): Extract<RunEvent, { kind: 'node-retry' }> {
  return { kind: 'node-retry', retryIndex, ...nodeResult(execution, ended) };
}

function nodeResult(execution: NodeExecution, { record, time }: { record: NodeRecord; time: EndTime }) {
  const { node } = execution.node;
  return {
    executionId: execution.id,
    nodeId: node.id,
    nodeType: node.type,
    title: node.title,
    index: execution.index,
    predecessorNodeId: execution.predecessor,
    position: execution.frame.position,
    startedAt: execution.startedAt,
    inputs: record.inputs,
    processData: record.processData,
    outputs: record.outputs,
    error: record.error,
    errorType: record.errorType,
    metadata: record.metadata,
    state: record.state,
    finishedAt: time.finishedAt,
    elapsed: secondsBetween(execution.startedOn, time.finishedOn),
  };
}

/** `execution_metadata` (runtime API, node events), null when nothing is known. */
export function nodeMetadata(
  execution: NodeExecution,
  known: {
    readonly usage?: Usage | undefined;
    readonly metadata?: Readonly<Record<string, unknown>> | undefined;
    readonly isException?: boolean;
    /** Which of the record's values are cut for display. */
    readonly truncated?: readonly string[];
  },
  mask: SecretMask,
): JsonText | null {
  const { position } = execution.frame;
  const { strategy } = execution.node;
  const shown: Record<string, unknown> = {};
  if (known.usage !== undefined) {
    shown.total_tokens = known.usage.totalTokens;
    shown.total_price = known.usage.totalPrice;
    shown.currency = known.usage.currency;
  }
  if (known.isException === true && strategy !== null) shown.error_strategy = strategy.kind;
  if (position !== null) {
    if (position.iterationId !== null) shown.iteration_id = position.iterationId;
    if (position.iterationIndex !== null) shown.iteration_index = position.iterationIndex;
    if (position.loopId !== null) shown.loop_id = position.loopId;
    if (position.loopIndex !== null) shown.loop_index = position.loopIndex;
  }
  Object.assign(shown, known.metadata);
  if (known.truncated !== undefined && known.truncated.length > 0) shown.truncated = known.truncated;
  for (const _ in shown) return mask.json(shown);
  return null;
}
