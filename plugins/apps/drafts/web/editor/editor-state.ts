import { createContext, useContext, useMemo, useSyncExternalStore } from 'react';
import { createStore } from 'zustand/vanilla';
import type { DraftState, DraftStore } from '#plugins/drafts/web/document/draft-store.ts';
import type { DocumentOperation, Mapping } from '#plugins/drafts/web/document/operations.ts';
import type { Forms } from '#plugins/drafts/web/graph/forms.ts';
import { type Graph, readGraph } from '#plugins/drafts/web/graph/read-graph.ts';
import type { VariableScope } from '#plugins/drafts/web/graph/variables.ts';
import type { RunStore } from '#plugins/drafts/web/run/run-store.ts';
import type { Watch } from './watch.ts';

/** What the parts of the editor share. */
export interface Editor {
  readonly appId: string;
  readonly mode: string;
  readonly store: DraftStore;
  readonly forms: Forms;
  readonly runs: RunStore;
  readonly watch: Watch;
  readonly selection: Selection;
  /** Makes changes; says so where their place is gone. */
  edit(operations: readonly DocumentOperation[], group?: string): boolean;
}

interface Selected {
  readonly nodes: ReadonlySet<string>;
  readonly edges: ReadonlySet<string>;
  readonly field: string | null;
  /** Somebody wants to see what the node did; another object each time. */
  readonly seen: object | null;
}

/** The nodes and edges that are selected, and the field of a node that somebody wants to be taken to. */
export class Selection {
  readonly #store = createStore<Selected>()(() => ({ nodes: new Set(), edges: new Set(), field: null, seen: null }));
  readonly subscribe = this.#store.subscribe;

  get nodes(): ReadonlySet<string> {
    return this.#store.getState().nodes;
  }

  get edges(): ReadonlySet<string> {
    return this.#store.getState().edges;
  }

  /** The only node that is selected. */
  get node(): string | null {
    const [first = null] = this.nodes;
    return this.nodes.size === 1 ? first : null;
  }

  /** Where the focus is wanted, below the node's data; null: nowhere. */
  get field(): string | null {
    return this.#store.getState().field;
  }

  /** Selects a node to go to one of its fields. */
  goTo(node: string, field: string): void {
    this.#store.setState({ nodes: new Set([node]), edges: new Set(), field: field === '' ? null : field, seen: null });
  }

  /** What is wanted of the node is what it did last; null: its settings. */
  get seen(): object | null {
    return this.#store.getState().seen;
  }

  /** Selects a node to see what it did last. */
  see(node: string): void {
    this.#store.setState({ nodes: new Set([node]), edges: new Set(), field: null, seen: {} });
  }

  reached(): void {
    this.#store.setState({ field: null });
  }

  set(nodes: Iterable<string>, edges: Iterable<string> = []): void {
    const [next, nextEdges] = [new Set(nodes), new Set(edges)];
    if (isSame(next, this.nodes) && isSame(nextEdges, this.edges)) return;
    this.#store.setState({ nodes: next, edges: nextEdges, field: null, seen: null });
  }
}

function isSame(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every((each) => other.has(each));
}

export const EditorContext = createContext<Editor | null>(null);

export function useEditor(): Editor {
  const editor = useContext(EditorContext);
  if (editor === null) throw new Error('this is a part of the editor');
  return editor;
}

let latest: { readonly tree: Mapping; readonly graph: Graph } | null = null;

/** The graph of a document, read once. */
export function graphOf(tree: Mapping): Graph {
  if (latest?.tree !== tree) latest = { tree, graph: readGraph(tree) };
  return latest.graph;
}

export function useTree(): Mapping {
  const { store } = useEditor();
  return useSyncExternalStore(store.subscribe, () => store.tree);
}

export function useGraph(): Graph {
  return graphOf(useTree());
}

export function useDraft(): DraftState {
  const { store } = useEditor();
  return useSyncExternalStore(store.subscribe, () => store.state);
}

export function useSelectedNodes(): ReadonlySet<string> {
  const { selection } = useEditor();
  return useSyncExternalStore(selection.subscribe, () => selection.nodes);
}

export function useSelectedEdges(): ReadonlySet<string> {
  const { selection } = useEditor();
  return useSyncExternalStore(selection.subscribe, () => selection.edges);
}

export function useVariableScope(): VariableScope {
  const { forms, mode } = useEditor();
  const tree = useTree();
  return useMemo(() => ({ graph: graphOf(tree), forms, tree, mode }), [forms, tree, mode]);
}
