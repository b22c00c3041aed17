import type { JsonText, NodeResult, Usage } from '../contract.ts';
import { NodeError } from '../contract.ts';
import { emptyRecord, type NodeRecord, nodeMetadata } from './node-events.ts';
import type { NodeExecution } from './node-execution.ts';
import type { NodeFailure } from './node-failure.ts';
import { stateJson } from './node-state.ts';
import type { SecretMask } from './secret-mask.ts';

/** A node execution that is over, as the scheduler applies it. */
export interface NodeOutcome {
  readonly status: 'succeeded' | 'exception';
  readonly outputs: Readonly<Record<string, unknown>>;
  /** The chosen handle; null takes every edge. */
  readonly handle: string | null;
  readonly record: NodeRecord;
  readonly files: readonly unknown[];
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
  const shown = mask.shown(outputs);
  const handle = isBranch ? (result.handle ?? 'source') : null;
  return {
    status: 'succeeded',
    outputs,
    handle,
    record: {
      inputs: jsonOrNull(result.inputs, mask),
      processData: jsonOrNull(result.processData, mask),
      outputs: shown.text,
      error: null,
      errorType: null,
      metadata: nodeMetadata(execution, result, mask),
      state: stateJson(
        {
          ...(shown.isTrue ? {} : { outputs }),
          ...(handle === null ? {} : { handle }),
          ...usageState(result.usage),
          ...(result.updates === undefined || result.updates.length === 0 ? {} : { updates: result.updates }),
          ...(result.files === undefined || result.files.length === 0 ? {} : { files: result.files }),
        },
        mask,
      ),
    },
    files: result.files ?? [],
  };
}

/** What a failure becomes when the node has an error strategy (app-dsl, section 4.5); null when it has none. */
export function exceptionOutcome(execution: NodeExecution, failure: NodeFailure, mask: SecretMask): NodeOutcome | null {
  const { strategy } = execution.node;
  if (strategy === null) return null;
  const isBranching = strategy.kind === 'fail-branch';
  const defaults = isBranching ? {} : strategy.outputs;
  const outputs = { ...defaults, error_message: failure.message, error_type: failure.type };
  const shown = mask.shown(outputs);
  const state = stateJson(
    {
      ...(shown.isTrue ? {} : { outputs }),
      ...(isBranching ? { handle: 'fail-branch' } : {}),
      ...usageState(failure.usage),
    },
    mask,
  );
  return {
    status: 'exception',
    outputs,
    handle: isBranching ? 'fail-branch' : null,
    record: { ...failureRecord(execution, failure, mask), outputs: shown.text, state },
    files: [],
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
    state: stateJson({ ...usageState(failure.usage), ...(failure.code === null ? {} : { code: failure.code }) }, mask),
  };
}

function usageState(usage: Usage | undefined): { readonly usage?: Usage } {
  return usage === undefined ? {} : { usage };
}

function jsonOrNull(value: unknown, mask: SecretMask): JsonText | null {
  return value === undefined ? null : mask.json(value);
}
