import type { JsonText, NodeResult, Usage } from '#engine';
import { NodeError } from '#engine';
import type { SecretMask } from '#engine/run/records/secret-mask.ts';
import { withHistory } from '#engine/run/replay/retry-history.ts';
import { toJson } from '#engine/run/values/value.ts';
import { emptyRecord, type NodeRecord, nodeMetadata } from './node-events.ts';
import type { NodeExecution } from './node-execution.ts';
import type { NodeFailure } from './node-failure.ts';
import { stateJson } from './node-state.ts';

/** A node execution that is over, as the scheduler applies it. */
export interface NodeOutcome {
  readonly status: 'succeeded' | 'exception';
  readonly outputs: Readonly<Record<string, unknown>>;
  /** The chosen handle; null takes every edge. */
  readonly handle: string | null;
  readonly record: NodeRecord;
  readonly files: readonly unknown[];
}

/**
 * What a result amounts to. Throws when the node broke its contract: no outputs, no JSON, a branch without a handle.
 */
export function successOutcome(execution: NodeExecution, result: NodeResult, mask: SecretMask): NodeOutcome {
  const { isBranch, traits } = execution.node;
  const { outputs } = result;
  if (typeof outputs !== 'object' || outputs === null) {
    throw new NodeError('NodeResultError', 'The node returned no outputs: its plugin is at fault.');
  }
  if (traits.branch === true && result.handle === undefined) {
    throw new NodeError('NodeResultError', 'The branch node chose no handle: its plugin is at fault.');
  }
  const shown = new ShownParts(mask);
  const inputs = shown.text('inputs', result.inputs);
  const processData = shown.text('process_data', result.processData);
  const text = shown.text('outputs', outputs);
  const handle = isBranch ? (result.handle ?? 'source') : null;
  return {
    status: 'succeeded',
    outputs,
    handle,
    record: {
      inputs,
      processData,
      outputs: text,
      error: null,
      errorType: null,
      metadata: nodeMetadata(execution, { ...result, truncated: shown.truncated }, mask),
      state: stateJson(
        {
          ...(shown.hasTrueOutputs ? {} : { outputs }),
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

/** What a failure becomes when the node has an error strategy (app DSL, failure); null when it has none. */
export function exceptionOutcome(execution: NodeExecution, failure: NodeFailure, mask: SecretMask): NodeOutcome | null {
  const { strategy } = execution.node;
  if (strategy === null) return null;
  const isBranching = strategy.kind === 'fail-branch';
  const defaults = isBranching ? {} : strategy.outputs;
  const outputs = { ...defaults, error_message: failure.message, error_type: failure.type };
  const shown = new ShownParts(mask);
  const text = shown.text('outputs', outputs);
  const state = stateJson(
    {
      ...(shown.hasTrueOutputs ? {} : { outputs }),
      ...(isBranching ? { handle: 'fail-branch' } : {}),
      ...usageState(failure.usage),
    },
    mask,
  );
  return {
    status: 'exception',
    outputs,
    handle: isBranching ? 'fail-branch' : null,
    record: { ...failureRecord(execution, failure, { mask, shown }), outputs: text, state },
    files: [],
  };
}

/** The record of a failed attempt. */
export function failureRecord(
  execution: NodeExecution,
  failure: NodeFailure,
  { mask, shown = new ShownParts(mask) }: { readonly mask: SecretMask; readonly shown?: ShownParts },
): NodeRecord {
  const { usage, metadata, code } = failure;
  const inputs = shown.text('inputs', failure.inputs);
  const processData = shown.text('process_data', failure.processData);
  const { truncated } = shown;
  return {
    ...emptyRecord,
    inputs,
    processData,
    error: mask.text(failure.message),
    errorType: failure.type,
    metadata: nodeMetadata(execution, { usage, metadata, truncated, isException: true }, mask),
    state: stateJson({ ...usageState(usage), ...(code === null ? {} : { code }) }, mask),
  };
}

/** The record of an execution that the run no longer waited for. `error` shows no secret. */
export function abandonedRecord(execution: NodeExecution, error: string | null): NodeRecord {
  const { processData } = withHistory(execution, { processData: undefined });
  return { ...emptyRecord, error, processData: processData === undefined ? null : toJson(processData) };
}

type Part = 'inputs' | 'process_data' | 'outputs';

/** Texts of what a record shows, which remembers what of it is cut (app DSL, limits). */
class ShownParts {
  readonly truncated: Part[] = [];
  /** The outputs that are shown are neither cut nor masked. */
  hasTrueOutputs = true;
  readonly #mask: SecretMask;
  /** The latest value and its text: a start node shows the same twice. */
  #latest: unknown;
  #shown: ReturnType<SecretMask['shown']> | undefined;

  constructor(mask: SecretMask) {
    this.#mask = mask;
  }

  text(part: Part, value: unknown): JsonText | null {
    if (value === undefined) return null;
    if (this.#shown === undefined || this.#latest !== value) this.#shown = this.#mask.shown(value);
    this.#latest = value;
    const { text, isCut, isTrue } = this.#shown;
    if (isCut) this.truncated.push(part);
    if (part === 'outputs') this.hasTrueOutputs = isTrue;
    return text;
  }
}

function usageState(usage: Usage | undefined): { readonly usage?: Usage } {
  return usage === undefined ? {} : { usage };
}
