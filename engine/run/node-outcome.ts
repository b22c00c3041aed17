import type { JsonText, NodeResult } from '../contract.ts';
import { NodeError } from '../contract.ts';
import { emptyRecord, type NodeRecord, nodeMetadata } from './node-events.ts';
import type { NodeExecution } from './node-execution.ts';
import type { NodeFailure } from './node-failure.ts';
import type { SecretMask } from './secret-mask.ts';

/** A node execution that is over, as the scheduler applies it. */
export interface NodeOutcome {
  readonly status: 'succeeded' | 'exception';
  readonly outputs: Readonly<Record<string, unknown>>;
  /** The chosen handle; null takes every edge. */
  readonly handle: string | null;
  readonly record: NodeRecord;
  readonly result: NodeResult | null;
}

/** What a result amounts to. Throws when the node broke its contract: no outputs, no JSON, a branch without a handle. */
export function successOutcome(execution: NodeExecution, result: NodeResult, mask: SecretMask): NodeOutcome {
  const { isBranch, traits } = execution.node;
  const { outputs } = result;
  if (typeof outputs !== 'object' || outputs === null) {
    throw new NodeError('NodeResultError', 'The node returned no outputs: its plugin is at fault.');
  }
  if (traits.branch === true && result.handle === undefined) {
    throw new NodeError('NodeResultError', 'The branch node chose no handle: its plugin is at fault.');
  }
  return {
    status: 'succeeded',
    outputs,
    handle: isBranch ? (result.handle ?? 'source') : null,
    record: {
      inputs: jsonOrNull(result.inputs, mask),
      processData: jsonOrNull(result.processData, mask),
      outputs: mask.json(outputs),
      error: null,
      errorType: null,
      metadata: nodeMetadata(execution, result, mask),
    },
    result,
  };
}

/** What a failure becomes when the node has an error strategy (app-dsl, section 4.5); null when it has none. */
export function exceptionOutcome(execution: NodeExecution, failure: NodeFailure, mask: SecretMask): NodeOutcome | null {
  const { strategy } = execution.node;
  if (strategy === null) return null;
  const isBranching = strategy.kind === 'fail-branch';
  const defaults = isBranching ? {} : strategy.outputs;
  const outputs = { ...defaults, error_message: failure.message, error_type: failure.type };
  return {
    status: 'exception',
    outputs,
    handle: isBranching ? 'fail-branch' : null,
    record: { ...failureRecord(execution, failure, mask), outputs: mask.json(outputs) },
    result: null,
  };
}

/** The record of a failed attempt. */
export function failureRecord(execution: NodeExecution, failure: NodeFailure, mask: SecretMask): NodeRecord {
  return {
    ...emptyRecord,
    inputs: jsonOrNull(failure.inputs, mask),
    processData: jsonOrNull(failure.processData, mask),
    error: mask.text(failure.message),
    errorType: failure.type,
    metadata: nodeMetadata(execution, { usage: failure.usage, metadata: failure.metadata, isException: true }, mask),
  };
}

function jsonOrNull(value: unknown, mask: SecretMask): JsonText | null {
  return value === undefined ? null : mask.json(value);
}
