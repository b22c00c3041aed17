import { declaredOf } from '#plugins/drafts/web/app-panel/declared.ts';
import { valueAt } from '#plugins/drafts/web/document/operations.ts';
import { type Editor, graphOf } from '#plugins/drafts/web/editor/editor-state.ts';
import { type Graph, type GraphNode, listAt } from '#plugins/drafts/web/graph/read-graph.ts';
import { namedIn } from '#plugins/drafts/web/graph/uses.ts';
import { variablesBefore } from '#plugins/drafts/web/graph/variables.ts';

/** A value that a node reads when it runs alone. */
export interface NodeInput {
  /** As the server has it: `node.name`. */
  readonly key: string;
  readonly owner: string;
  readonly name: string;
  readonly ownerTitle: string;
  readonly type: string;
  /** What it was in the last run, is pinned to, or begins with; undefined: not known. */
  readonly value: unknown;
  /** Whether the server knows that value by itself. */
  readonly isKnown: boolean;
}

/** What a node reads of others, with what that was last. Environment variables are what they are. */
export function inputsOfNode({ store, forms, mode, runs }: Editor, id: string): readonly NodeInput[] {
  const { tree } = store;
  const graph = graphOf(tree);
  const node = graph.byId.get(id);
  if (node === undefined) return [];
  const groups = variablesBefore({ graph, forms, tree, mode }, id);
  const titles = new Map(groups.map((group) => [group.id, group.title]));
  const inside = insideOf(graph, node);
  const own = new Set(inside.map((each) => each.id));
  const named = namedIn(
    inside.map(({ data }) => data),
    (owner) => owner !== 'env' && titles.has(owner) && !own.has(owner),
  );
  return named.flatMap(([owner, name]): readonly NodeInput[] => {
    const variable = groups
      .find((group) => group.id === owner)
      ?.variables.find(({ selector }) => selector.length === 2 && selector[1] === name);
    if (variable === undefined) return [];
    const given = runs.given.get(id)?.[`${owner}.${name}`];
    const pinned = valueAt(runs.pins.all.get(owner)?.outputs, [name]);
    const last = pinned ?? valueAt(runs.node(owner)?.outputs, [name]);
    const begin =
      owner === 'conversation' ? declaredOf(tree, owner).find((each) => each.name === name)?.entry.value : undefined;
    return [
      {
        ...{ key: `${owner}.${name}`, owner, name, ownerTitle: titles.get(owner) ?? owner, type: variable.type },
        ...{
          value: given ?? last ?? begin,
          isKnown: given === undefined && last !== undefined && graph.byId.has(owner),
        },
      },
    ];
  });
}

/** A node with all that lies in it. */
function insideOf(graph: Graph, node: GraphNode): readonly GraphNode[] {
  const children = graph.nodes.filter(({ parentId }) => parentId === node.id);
  return [node, ...children.flatMap((child) => insideOf(graph, child))];
}

/** Where the inputs of a node stand that asks for them itself; null: it reads what others gave. */
export function askedAt({ store, forms }: Editor, id: string): string | null {
  const node = graphOf(store.tree).byId.get(id);
  const fields = node === undefined ? [] : (forms.of(node)?.fields ?? []);
  return fields.find((field) => field.kind === 'input-form' && field.of === 'start')?.at ?? null;
}

/** Whether there is anything to fill in before a node runs alone. */
export function needsInputs(editor: Editor, id: string): boolean {
  const at = askedAt(editor, id);
  if (at === null) return inputsOfNode(editor, id).length > 0;
  return listAt(graphOf(editor.store.tree).byId.get(id)?.data, [at]).length > 0;
}
