import {
  fromJson,
  type JsonText,
  listAt,
  mappingAt,
  mappingOf,
  type NodeType,
  pinRefusal,
  type Selector,
  textAt,
  toJson,
} from '#engine';
import { type Contributions, PlatformError } from '#kernel';
import type { AppDrafts, AppPins, Apps, PinnedNode } from '#plugins/apps/contract.ts';
import type { NodeExecutionRecord, Runs } from '#plugins/runs/contract.ts';

export interface PinParts {
  readonly apps: Apps;
  readonly drafts: AppDrafts;
  readonly pins: AppPins;
  readonly runs: Runs;
  readonly nodeTypes: Contributions<NodeType>;
}

interface NodePlace {
  readonly workspaceId: string;
  readonly appId: string;
  readonly nodeId: string;
}

const refusals = {
  root: 'It gives what a run begins with: give that to the run. Pin a node between.',
  response: 'It is what comes of a run. Pin a node between.',
  handle: 'It chooses a way on: say which one as handle, by the sourceHandle of an edge.',
} as const;

/** A node of the draft that something may be pinned to, finished or not. Throws `apps.no_node` and `draft-runs.not_pinnable`. */
export async function pinnableNode(
  { apps, drafts, nodeTypes }: PinParts,
  { workspaceId, appId, nodeId, handle }: NodePlace & { readonly handle: string | null },
) {
  const app = await apps.get(workspaceId, appId);
  const { tree } = await drafts.tree(workspaceId, app.id);
  const nodes = listAt(mappingAt(mappingAt(mappingOf(fromJson(tree)), 'workflow'), 'graph'), 'nodes');
  const node = nodes.map(mappingOf).find((each) => each.id === nodeId);
  if (node === undefined || textAt(node, 'type') === 'custom-note') {
    throw new PlatformError('not-found', 'apps.no_node', `The graph of the draft has no node ${nodeId.slice(0, 100)}.`);
  }
  const type = textAt(mappingAt(node, 'data'), 'type');
  const traits = nodeTypes.all().find((each) => each.type === type)?.traits ?? {};
  const refusal = pinRefusal(traits, handle);
  if (refusal !== null) throw new PlatformError('invalid', 'draft-runs.not_pinnable', refusals[refusal]);
  return { app, node: nodeId };
}

/** What the node gave when it ran last. Throws `draft-runs.no_outputs`. */
export async function lastOutputs({ runs }: PinParts, { workspaceId, appId, nodeId }: NodePlace): Promise<JsonText> {
  const last = (await runs.lastNodes(workspaceId, appId, appId)).find((node) => node.nodeId === nodeId);
  const outputs = last === undefined ? null : wholeOutputs(last);
  if (outputs !== null) return outputs;
  const why =
    last === undefined
      ? 'The node has not run in the last runs of the draft'
      : last.status === 'succeeded'
        ? 'What the node gave is too long to be shown whole'
        : 'The node has not succeeded when it ran last';
  throw new PlatformError('conflict', 'draft-runs.no_outputs', `${why}: run it, or type what it should give.`);
}

/** Values of other nodes for one that runs alone: what is pinned, then what they gave last. */
export function valuesOfOthers(
  nodeId: string,
  pinned: readonly PinnedNode[],
  last: readonly NodeExecutionRecord[],
): { readonly selector: Selector; readonly value: JsonText }[] {
  const texts = new Map<string, JsonText>();
  for (const node of last) {
    const outputs = wholeOutputs(node);
    if (outputs !== null) texts.set(node.nodeId, outputs);
  }
  for (const pin of pinned) texts.set(pin.nodeId, pin.outputs);
  texts.delete(nodeId);
  return [...texts].flatMap(([id, outputs]) =>
    Object.entries(mappingOf(fromJson(outputs))).map(([name, value]) => ({
      selector: [id, name],
      value: toJson(value),
    })),
  );
}

/** Null: it did not succeed, or what is kept of it was cut to be shown. */
function wholeOutputs({ status, outputs, metadata }: NodeExecutionRecord): JsonText | null {
  if (status !== 'succeeded' || outputs === null) return null;
  const { truncated } = mappingOf(metadata === null ? {} : fromJson(metadata));
  return Array.isArray(truncated) && truncated.includes('outputs') ? null : outputs;
}
