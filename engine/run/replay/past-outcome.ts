import type { JsonText } from '#engine';
import type { NodeRecord } from '#engine/run/executions/node-events.ts';
import type { NodeFailure } from '#engine/run/executions/node-failure.ts';
import type { NodeOutcome } from '#engine/run/executions/node-outcome.ts';
import { type NodeState, readState, stateJson } from '#engine/run/executions/node-state.ts';
import type { SecretMask } from '#engine/run/records/secret-mask.ts';
import { fromJson, isMapping, toJson } from '#engine/run/values/value.ts';
import type { NodeFinished } from './past-executions.ts';

/** How a node execution ended, read back from the journal. */
export interface PastOutcome {
  readonly state: NodeState;
  /** Null: it failed, and no error strategy caught it. */
  readonly outcome: NodeOutcome | null;
  readonly failure: NodeFailure;
}

/** `changes` are put in place of outputs; `isReused`: it happened in another run, which paid for it. */
export function pastOutcome(
  finished: NodeFinished,
  change: {
    readonly changes: Readonly<Record<string, unknown>>;
    readonly isReused: boolean;
    readonly mask: SecretMask;
  },
): PastOutcome {
  const { mask } = change;
  const state = readState(finished.state, mask);
  const known = state.outputs ?? readOutputs(finished.outputs);
  const isChanged = Object.keys(change.changes).length > 0;
  const outputs = isChanged ? { ...known, ...change.changes } : known;
  const record: NodeRecord = {
    inputs: finished.inputs,
    processData: finished.processData,
    outputs: isChanged ? mask.json(outputs) : finished.outputs,
    error: finished.error,
    errorType: finished.errorType,
    metadata: change.isReused ? reusedMetadata(finished.metadata) : finished.metadata,
    state: change.isReused ? reusedState(isChanged ? { ...state, outputs } : state, mask) : finished.state,
  };
  const { status } = finished;
  return {
    state,
    outcome:
      status === 'succeeded' || status === 'exception'
        ? { status, outputs, handle: state.handle ?? null, record, files: state.files ?? [] }
        : null,
    failure: {
      type: finished.errorType ?? 'Error',
      message: finished.error ?? 'The node failed.',
      code: state.code ?? null,
      inputs: undefined,
      processData: undefined,
      metadata: undefined,
      usage: undefined,
      retryAfter: 0,
    },
  };
}

function readOutputs(text: JsonText | null): Readonly<Record<string, unknown>> {
  const value = text === null ? null : fromJson(text);
  return isMapping(value) ? value : {};
}

/** A fork pays nothing for what it takes over. */
function reusedMetadata(text: JsonText | null): JsonText {
  const { total_tokens: _tokens, total_price: _price, currency: _currency, ...rest } = readOutputs(text);
  return toJson({ ...rest, is_reused: true });
}

function reusedState({ usage: _usage, ...rest }: NodeState, mask: SecretMask): JsonText | null {
  return stateJson(rest, mask);
}
