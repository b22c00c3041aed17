import {
  type ForkOrigin,
  type GraphDocument,
  type GraphNode,
  type JsonText,
  type RunEvent,
  type RunFork,
  systemVariablesOf,
} from '#engine';
import { PlatformError } from '#kernel';
import type { RunStart } from './contract.ts';
import type { EventStore } from './event-store.ts';

/** What a run was forked from, with that run's journal: without events when it is not kept any more. */
export async function originOf(
  events: EventStore,
  workspaceId: string,
  fork: NonNullable<RunStart['fork']>,
): Promise<ForkOrigin> {
  const { runId, nodeId, values } = fork;
  const past = await events.past(workspaceId, runId);
  return { nodeId, values, events: past.map(({ event }) => event) };
}

const remedy = 'name a node of the main graph that ran (weft runs show)';
/** Why a run without a past can not be forked. */
export const notKept = `its app is gone, or its journal is not kept whole; ${remedy}`;

/** Why a graph has no place to go on at; null: it has. */
export function notInGraph(nodeId: string, graph: JsonText): string | null {
  const { nodes = [] } = JSON.parse(graph) as Partial<GraphDocument>;
  const isThere = nodes.some(({ id, parent }) => id === nodeId && typeof parent !== 'string');
  return isThere ? null : 'the version it would go on with has no such node in its main graph';
}

/** Why the journal has no place to fork at this node; null: it has. */
export function unreached(nodeId: string, events: readonly RunEvent[], graph: JsonText): string | null {
  const isReached = (id: string) =>
    events.some((event) => event.kind === 'node-started' && event.nodeId === id && event.position === null);
  if (isReached(nodeId)) return null;
  const container = outermostContainer(nodeId, graph);
  if (container === null || !isReached(container.id)) return `it never came to that node; ${remedy}`;
  // A round has no start of its own to go on from: only whole containers are run again.
  const { id, type, title } = container;
  return `the node is inside the ${type} '${title || id}' (${id}); fork the run at ${id}`;
}

function outermostContainer(nodeId: string, graph: JsonText): GraphNode | null {
  const { nodes = [] } = JSON.parse(graph) as Partial<GraphDocument>;
  const byId = new Map(nodes.map((node) => [node.id, node]));
  let found: GraphNode | null = null;
  for (let id = byId.get(nodeId)?.parent; typeof id === 'string'; id = found?.parent) {
    found = byId.get(id) ?? null;
    // Each is passed once, whatever the graph says.
    byId.delete(id);
  }
  return found;
}

/** The values of a fork, with those that hold for the whole of the fork that it is made of: no node puts them out. */
export function forkValues(
  given: RunFork['values'],
  { events, earlier }: { readonly events: readonly RunEvent[]; readonly earlier: RunFork['values'] },
): RunFork['values'] {
  // A bare name is an input: a value of the root, which is the first node that started.
  const root = events.find((event) => event.kind === 'node-started')?.nodeId;
  const lasting = new Set([root, 'env', 'sys', 'conversation']);
  const addressed = given.map(({ selector, value }) => ({
    selector: selector.length === 1 && root !== undefined ? [root, ...selector] : selector,
    value,
  }));
  return [...earlier.filter(({ selector: [first] }) => lasting.has(first)), ...addressed];
}

/** No run: values that were given to a run are kept as those of a fork that takes nothing over. */
export const NO_RUN = '00000000-0000-0000-0000-000000000000';

/** A start with the values it was given. Throws `runs.secret_value`. */
export function withValues(start: RunStart): { readonly start: RunStart; readonly origin?: ForkOrigin } {
  const { values, ...rest } = start;
  if (values === undefined) return { start };
  refuseSecrets(values, start.graph.text);
  const fork = { nodeId: '', values };
  return { start: { ...rest, fork: { ...fork, runId: NO_RUN } }, origin: { ...fork, events: [] } };
}

/** A value that the run has no place for would be taken without a word. Throws `runs.unknown_value`. */
export function refuseUnknown(
  values: RunFork['values'],
  { graph, inputs, system }: Pick<RunStart, 'graph' | 'inputs' | 'system'>,
): void {
  const document = JSON.parse(graph.text) as Partial<GraphDocument>;
  const { mode = 'workflow', nodes = [], environmentVariables = [], conversationVariables = [] } = document;
  const declared = nodes.find(({ type }) => type === 'start')?.data.variables;
  const fields = Array.isArray(declared) ? declared.map((field) => String(field?.variable)) : null;
  const isInput = (name: string) =>
    fields === null ? !scopes.has(name) : fields.includes(name) || Object.hasOwn(JSON.parse(inputs), name);
  const isKnown = ([first = '', name]: readonly string[]): boolean => {
    if (name === undefined) return isInput(first);
    if (first === 'env') return environmentVariables.some((variable) => variable.name === name);
    if (first === 'conversation') return conversationVariables.some((variable) => variable.name === name);
    if (first === 'sys') return Object.hasOwn(system, name) || systemVariablesOf(mode).has(name);
    return nodes.some(({ id }) => id === first);
  };
  const unknown = values.filter(({ selector }) => !isKnown(selector)).map(({ selector }) => `"${selector.join('.')}"`);
  if (unknown.length === 0) return;
  const message = `The run has no ${unknown.slice(0, 10).join(', ')}: give values of its nodes (node.name), of env, sys and conversation (env.name), or inputs (their bare names).`;
  throw new PlatformError('invalid', 'runs.unknown_value', message, { field: 'values' });
}

const scopes = new Set(['env', 'sys', 'conversation']);

/** The values of a fork are kept with it, and a secret may not be. Throws `runs.secret_value`. */
export function refuseSecrets(values: RunFork['values'], graph: JsonText): void {
  const { environmentVariables: declared = [] } = JSON.parse(graph) as Partial<GraphDocument>;
  const secret = values.find(
    ({ selector: [first, name] }) =>
      first === 'env' && declared.some((variable) => variable.name === name && variable.valueType === 'secret'),
  );
  if (secret === undefined) return;
  const name = secret.selector.join('.');
  const message = `${name} is a secret, which a fork can not be given; change it in the app and run that.`;
  throw new PlatformError('invalid', 'runs.secret_value', message, { field: 'values' });
}
