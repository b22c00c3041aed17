import { systemVariables } from '#engine';
import { type AppProblem, GraphVariables, type KnownForms } from '#plugins/app-checks/contract.ts';
import { type DrawnApp, type DrawnNode, declared } from './drawn-app.ts';
import type { HiddenValues } from './hidden-values.ts';
import { tooLarge } from './refusals.ts';

/** Settings that are only drawn, or that follow from where a node stands. */
export const unsaid: ReadonlySet<string> = new Set([
  ...['type', 'title', 'selected', 'isInIteration', 'isInLoop', 'iteration_id', 'loop_id', 'start_node_id'],
  ...['startNodeType', 'width', 'height', 'version'],
]);
/** Characters of a graph that a model is told of in one message. */
const MAX_GRAPH = 160_000;

/** The app as a model is told of it: no values of variables, and nothing that looks like a credential. */
export function toldApp(app: DrawnApp, hidden: HiddenValues): string {
  const nodes = app.nodes.map((node) => toldNode(node, hidden));
  const edges = app.edges.map(({ source, handle, target }) => ({ from: source, handle, to: target }));
  const sent = JSON.stringify({
    ...{ name: hidden.hideText(app.name), mode: app.mode, nodes, edges },
    ...toldVariables(app),
  });
  if (sent.length > MAX_GRAPH) throw tooLarge();
  return sent;
}

/** One node, with its settings. */
export function toldNode({ id, type, title, parent, data }: DrawnNode, hidden: HiddenValues) {
  const settings = Object.entries(data).flatMap(([key, value]) =>
    unsaid.has(key) ? [] : [[key, hidden.hide(value, placeOf(id, key), key)] as const],
  );
  return {
    ...{ id, type, title: hidden.hideText(title) },
    ...(parent !== null && { inside: parent }),
    settings: Object.fromEntries(settings),
  };
}

/** Where a hidden value may come back. */
export const placeOf = (nodeId: string, key: string) => `${nodeId} ${key}`;

/** What may be named besides outputs of nodes. */
function toldVariables(app: DrawnApp) {
  const system = systemVariables.filter(({ modes }) => modes?.includes(app.mode) !== false);
  return {
    system_variables: system.map(({ name, type, about }) => ({ selector: ['sys', name], type, about })),
    environment_variables: [...declared(app, 'environment_variables')].map(([name, type]) => ({
      selector: ['env', name],
      type,
    })),
    conversation_variables: [...declared(app, 'conversation_variables')].map(([name, type]) => ({
      selector: ['conversation', name],
      type,
    })),
  };
}

/** What one node may name: what comes before it, and what is there for all. */
export function toldBefore(app: DrawnApp, forms: KnownForms, node: DrawnNode): string {
  const variables = new GraphVariables({
    ...{ graph: app.graph, forms, mode: app.mode },
    env: declared(app, 'environment_variables'),
    conversation: declared(app, 'conversation_variables'),
  });
  const own = variables.byId.get(node.id);
  const given = app.graph.nodes.flatMap((other) => {
    if (own === undefined || other.id === own.id) return [];
    const isAround = variables.around(own).some(({ id }) => id === other.id);
    if (!isAround && !variables.isBefore(other, own)) return [];
    return [...(variables.given(other, isAround) ?? [])].map(([name, { type, keys }]) => ({
      ...{ selector: [other.id, name], type, of: other.title.slice(0, 200) },
      ...(keys !== null && { keys: Object.fromEntries(keys) }),
    }));
  });
  return JSON.stringify({ outputs: given, ...toldVariables(app) });
}

/** Problems as a model is told of them. */
export function toldProblems(problems: readonly AppProblem[], hidden: HiddenValues): string {
  return problems
    .map(({ severity, nodeId, field, message }) =>
      JSON.stringify({ severity, node: nodeId, setting: field, message: hidden.hideText(message) }),
    )
    .join('\n');
}
