import type { NodeExecutionRecord, Runs } from '#plugins/runs/contract.ts';
import type { HiddenValues } from './hidden-values.ts';
import { noRun } from './refusals.ts';

/** Nodes of a run that are looked at, and characters of what one was given. */
const MAX_NODES = 1_000;
const MAX_VALUE = 2_000;

interface FailedRun {
  readonly error: string;
  readonly nodes: readonly NodeExecutionRecord[];
}

/** A run of the draft that failed, with the nodes that did. */
export async function failedRun(
  runs: Pick<Runs, 'get' | 'nodes'>,
  { workspaceId, appId }: { readonly workspaceId: string; readonly appId: string },
  runId: string,
): Promise<FailedRun> {
  const run = await runs.get(workspaceId, runId);
  // Runs of a draft have the app's id for their version.
  if (run === null || run.appId !== appId || run.workflowId !== appId || run.error === null) throw noRun();
  const nodes = await runs.nodes(workspaceId, runId, { after: 0, limit: MAX_NODES, values: true });
  return { error: run.error, nodes: nodes.filter(({ error }) => error !== null) };
}

/** What a model is told of it: which nodes failed, why, and what they were given. */
export function toldRun({ error: why, nodes }: FailedRun, hidden: HiddenValues): string {
  return JSON.stringify({
    error: hidden.hideText(why),
    nodes: nodes.slice(-5).map(({ nodeId, error, errorType, inputs }) => ({
      ...{ node: nodeId, error: hidden.hideText(error ?? ''), error_type: errorType },
      given: inputs === null ? null : givenOf(inputs, hidden),
    })),
  });
}

function givenOf(inputs: string, hidden: HiddenValues): string {
  const shown = JSON.stringify(hidden.hide(JSON.parse(inputs), ''));
  return shown.length > MAX_VALUE ? `${shown.slice(0, MAX_VALUE).toWellFormed()} …` : shown;
}
