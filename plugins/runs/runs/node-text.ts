import { ExecutionIds, type JsonText, type RunEvent } from '#engine';
import { timeOf } from '#kernel';

type NodeFinished = Extract<RunEvent, { kind: 'node-finished' }>;

/** Characters of a node that is not kept with others: who lists nodes need not read its values. */
export const LARGE_NODE = 4_000;

/** Names of nodes whose texts are kept; node ids come from documents, and their number has no bound. */
const KEPT_NAMES = 5_000;

interface Names extends Pick<NodeFinished, 'nodeType' | 'title' | 'predecessorNodeId'> {
  readonly text: string;
}

/**
 * From so many milliseconds after the run's own time on, a time is written since the epoch: readers take smaller numbers
 * for times since the run's.
 */
const MAX_LENGTH = 1e11;

/** What nodes of a run say by referring to it. */
export class NodeOrigin {
  readonly at: number;
  readonly #ids: ExecutionIds;

  constructor(runId: string) {
    this.at = timeOf(runId);
    this.#ids = new ExecutionIds(runId);
  }

  isOwn({ executionId, index }: NodeFinished): boolean {
    return this.#ids.isOwn(executionId, index);
  }
}

const named = new Map<string, Names>();

/**
 * A node as an element of `run_events.nodes`, in the order of the view `run_nodes`
 * (migrations/runs/0014-shorter-nodes.ts). Put together by hand: that takes half the time of `JSON.stringify`, for what
 * names a node is the same in every run of its graph, and values are JSON already.
 */
export function nodeText(event: NodeFinished, run: NodeOrigin): JsonText {
  const { index, executionId, position, status, elapsed, startedAt, finishedAt, inputs, outputs } = event;
  const { metadata, processData, state, error, errorType } = event;
  const place = position === null ? 'null' : JSON.stringify(position);
  const id = run.isOwn(event) ? 'null' : `"${executionId}"`;
  const since = startedAt - run.at;
  const times = since < MAX_LENGTH ? `${since},${finishedAt - startedAt}` : `${startedAt},${finishedAt}`;
  const usual = `[${index},${id},${namesOf(event)},${place},"${status}",${elapsed},${times},${valueText(inputs)},${valueText(outputs)}`;
  const isUsual = metadata === null && processData === null && state === null && error === null && errorType === null;
  if (isUsual) return `${usual}]`;
  return `${usual},${valueText(metadata)},${valueText(processData)},${valueText(state)},${JSON.stringify(error)},${JSON.stringify(errorType)}]`;
}

/** Characters of a node's values, about. */
export function sizeOf({ inputs, outputs, metadata, processData, state, error }: NodeFinished): number {
  return (
    300 +
    (inputs?.length ?? 0) +
    (outputs?.length ?? 0) +
    (metadata?.length ?? 0) +
    (processData?.length ?? 0) +
    (state?.length ?? 0) +
    (error?.length ?? 0)
  );
}

function namesOf({ nodeId, nodeType, title, predecessorNodeId }: NodeFinished): string {
  const kept = named.get(nodeId);
  if (kept?.title === title && kept.predecessorNodeId === predecessorNodeId && kept.nodeType === nodeType) {
    return kept.text;
  }
  const text = JSON.stringify([nodeId, nodeType, title, predecessorNodeId]).slice(1, -1);
  if (named.size >= KEPT_NAMES) named.clear();
  named.set(nodeId, { nodeType, title, predecessorNodeId, text });
  return text;
}

/**
 * A value stands as it is; PostgreSQL gives its text back as it was. What it can't read inside an array (escaped NULs,
 * halves of surrogate pairs), and what is no object, goes as a string.
 */
function valueText(text: JsonText | null): JsonText {
  if (text === null) return 'null';
  const isPlain = text.startsWith('{') && !text.includes('\\u0000') && !text.includes('\\ud');
  return isPlain ? text : JSON.stringify(text);
}
