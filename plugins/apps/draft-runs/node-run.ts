import { PlatformError } from '#kernel';
import type { ManagementCaller } from '#plugins/management-access/contract.ts';
import type { NodeExecutionRecord, Runs } from '#plugins/runs/contract.ts';
import { nodeValues } from './node-values.ts';
import { type PinParts, valuesOfOthers } from './pin-values.ts';

/** Seconds one node may take. */
const MAX_LENGTH = 120;
/** Executions that one node may leave which are looked through for its own; those inside it come after it. */
const PAGE = 100;
/** Executions whose outputs are taken over; a loop may have more than a node reads. */
const MAX_TAKEN = 2_000;

interface NodeRequest {
  readonly appId: string;
  readonly nodeId: string;
  readonly values: Readonly<Record<string, unknown>>;
  /** Values of other nodes that are neither sent nor pinned are those they gave last. */
  readonly useLast: boolean;
  /** The run that they gave it in; undefined: the last of the draft. */
  readonly ofRun: string | undefined;
}

/** Runs one node of a draft with the values it is given and those that are pinned, and answers with what it did. */
export async function runNode(
  { drafts, pins, runs }: PinParts,
  principal: ManagementCaller,
  { appId, nodeId, values: given, useLast, ofRun }: NodeRequest,
): Promise<{ readonly runId: string; readonly node: NodeExecutionRecord }> {
  const { workspaceId } = principal;
  const { app, version } = await drafts.node(workspaceId, appId, nodeId);
  const { inputs, values: sent } = nodeValues(nodeId, given);
  const [pinned, last] = await Promise.all([
    pins.list(workspaceId, app.id),
    useLast ? outputsOf(runs, { workspaceId, appId: app.id, ofRun }) : [],
  ]);
  // The one that comes later counts.
  const values = [...valuesOfOthers(nodeId, pinned, last), ...sent];
  const user = principal.accountId ?? principal.name;
  const run = await runs.begin({
    workspaceId,
    appId: app.id,
    workflowId: version.id,
    graph: version.compiled.graph,
    kind: 'workflow',
    triggeredFrom: 'debugging',
    createdBy: { role: 'account', id: principal.accountId ?? workspaceId },
    inputs,
    recordedInputs: inputs,
    system: { files: [], user_id: user, invoke_from: 'debugger' },
    environment: version.environment,
    conversation: '{}',
    values,
    maxSeconds: MAX_LENGTH,
    isRead: false,
  });
  const end = await run.finished;
  if (end.kind === 'run-paused') {
    await runs.stop({ workspaceId, run: { runId: run.runId }, reason: 'A node that runs alone waits for nobody.' });
    const message = 'The node waits for somebody, which it can only do in a run of the whole draft: run that.';
    throw new PlatformError('conflict', 'draft-runs.node_waits', message);
  }
  const node = await ownExecution(runs, workspaceId, run.runId, nodeId);
  if (node !== undefined) return { runId: run.runId, node };
  const reason = end.error ?? 'it was stopped';
  throw new PlatformError('invalid', 'draft-runs.not_run', `The node did not run: ${reason}`);
}

/** What nodes gave: in the run that is named, or last. Throws `runs.not_found`. */
async function outputsOf(
  runs: Runs,
  { workspaceId, appId, ofRun }: { workspaceId: string; appId: string; ofRun: string | undefined },
): Promise<readonly NodeExecutionRecord[]> {
  if (ofRun === undefined) return runs.lastNodes(workspaceId, appId, appId);
  const runId = ofRun.toLowerCase();
  if ((await runs.find(workspaceId, appId, runId)) === null) {
    throw new PlatformError('not-found', 'runs.not_found', `The app has no run ${runId}.`);
  }
  const nodes: NodeExecutionRecord[] = [];
  for (let after = 0; ; after = nodes.at(-1)?.index ?? after) {
    const page = await runs.nodes(workspaceId, runId, { after, limit: PAGE, values: true });
    nodes.push(...page);
    if (page.length < PAGE || nodes.length >= MAX_TAKEN) return nodes;
  }
}

async function ownExecution(runs: Runs, workspaceId: string, runId: string, nodeId: string) {
  for (let after = 0; ; ) {
    const page = await runs.nodes(workspaceId, runId, { after, limit: PAGE, values: true });
    const own = page.find((node) => node.nodeId === nodeId);
    if (own !== undefined || page.length < PAGE) return own;
    after = page.at(-1)?.index ?? after;
  }
}
