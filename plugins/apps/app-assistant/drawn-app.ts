import { type DrawnGraph, fromJson, isMapping, type JsonText, listAt, mappingAt, textAt } from '#engine';

export type Mapping = Readonly<Record<string, unknown>>;

/** A node as the document has it, notes left out. */
export interface DrawnNode {
  readonly id: string;
  readonly type: string;
  readonly version: string;
  readonly title: string;
  readonly parent: string | null;
  readonly data: Mapping;
  readonly wrapper: Mapping;
}

export interface DrawnEdge {
  /** null: it has none. */
  readonly id: string | null;
  readonly at: number;
  readonly source: string;
  readonly handle: string;
  readonly target: string;
}

/** The draft of an app, as the assistant works on it. */
export interface DrawnApp {
  readonly tree: JsonText;
  readonly hash: string;
  readonly mode: string;
  readonly name: string;
  readonly workflow: Mapping;
  readonly graph: DrawnGraph;
  readonly nodes: readonly DrawnNode[];
  readonly edges: readonly DrawnEdge[];
  readonly byId: ReadonlyMap<string, DrawnNode>;
}

export const mappingOr = (value: unknown): Mapping => (isMapping(value) ? value : {});

/** A draft with its graph read. `graph`: as a run has it. */
export function drawnApp(tree: JsonText, hash: string, graph: DrawnGraph): DrawnApp {
  const document = mappingOr(fromJson(tree));
  const app = mappingAt(document, 'app');
  const workflow = mappingAt(document, 'workflow');
  const drawn = mappingAt(workflow, 'graph');
  const known = new Map(graph.nodes.map((node) => [node.id, node]));
  const nodes = listAt(drawn, 'nodes').flatMap((wrapper): readonly DrawnNode[] => {
    const id = isMapping(wrapper) ? String(wrapper.id ?? '') : '';
    const node = known.get(id);
    if (!isMapping(wrapper) || node === undefined) return [];
    const { type, version, title, parent, data } = node;
    return [{ id, type, version, title: title.slice(0, 200), parent, data, wrapper }];
  });
  const edges = listAt(drawn, 'edges').flatMap((edge, at): readonly DrawnEdge[] => {
    if (!isMapping(edge)) return [];
    const [source, target] = [String(edge.source ?? ''), String(edge.target ?? '')];
    const id = edge.id === undefined ? null : String(edge.id);
    return [{ id, at, source, target, handle: textAt(edge, 'sourceHandle') || 'source' }];
  });
  const byId = new Map(nodes.map((node) => [node.id, node]));
  return { tree, hash, mode: textAt(app, 'mode'), name: textAt(app, 'name'), workflow, graph, nodes, edges, byId };
}

/** Variables that are declared for the app: their names and types, never their values. */
export function declared(
  app: DrawnApp,
  key: 'environment_variables' | 'conversation_variables',
): ReadonlyMap<string, string> {
  return new Map(
    listAt(app.workflow, key).map((item) => [textAt(item, 'name'), textAt(item, 'value_type').toLowerCase() || 'any']),
  );
}
