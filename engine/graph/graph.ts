/**
 * A graph ready to run: everything that can be known before a run is computed once. Nodes, edges and slots are
 * addressed by their position in arrays; ids are for people and documents.
 */
import type { AppMode, GraphNode, NodeImplementation, NodeTraits, ResponsePart, VariableDeclaration } from '#engine';

/** What the builder must know of a node type. */
export interface NodeKind {
  readonly traits: NodeTraits;
  readonly implementation: NodeImplementation;
  /** Checks a node's `data`; each problem names a field below `data`. */
  check?(data: Readonly<Record<string, unknown>>): readonly SettingProblem[];
}

export interface SettingProblem {
  readonly field: string;
  readonly message: string;
}

/** Finds a node type's code. An unknown version gets the newest of the type, an unknown type `undefined`. */
export type NodeKinds = (type: string, version: string) => NodeKind | undefined;

export interface Graph {
  readonly mode: AppMode;
  readonly environment: readonly VariableDeclaration[];
  readonly conversation: readonly VariableDeclaration[];
  /** The graph of the root frame. */
  readonly main: Flow;
  /** The graphs of container rounds, by container id. */
  readonly containers: ReadonlyMap<string, Flow>;
  /** Each names a node and what to do: unreachable parts, edges that lead nowhere. */
  readonly warnings: readonly string[];
}

/** One graph: the main one, or the inside of a container. Reachable nodes only. */
export interface Flow {
  /** Container id, null for the main graph. */
  readonly container: string | null;
  readonly nodes: readonly FlowNode[];
  readonly edges: readonly FlowEdge[];
  readonly positions: ReadonlyMap<string, number>;
  readonly slots: readonly Slot[];
  /** Ways into the graph by position of the root; a container's inside has one. */
  readonly entries: ReadonlyMap<number, Entry>;
}

export interface FlowNode {
  readonly position: number;
  readonly id: string;
  readonly node: GraphNode;
  readonly traits: NodeTraits;
  readonly implementation: NodeImplementation;
  /** What `compile` returned. */
  readonly compiled: unknown;
  readonly incoming: readonly number[];
  readonly outgoing: readonly number[];
  /** It chooses one handle: a branch type, or any node with a fail branch. */
  readonly isBranch: boolean;
  readonly strategy: ErrorStrategy | null;
  readonly retry: RetryPlan | null;
  /** What happens to an execution that was interrupted; null when it has no effects outside and may always run again. */
  readonly interruption: 'fail' | 'retry' | null;
  /** The slot of a response node, -1 otherwise. */
  readonly slot: number;
  /** Names of outputs that some slot of this flow shows, with the number of the stream. */
  readonly streams: ReadonlyMap<string, number> | null;
  /** Slots that show the node's text or reasoning. */
  readonly reasoningSlots: readonly number[];
}

export interface FlowEdge {
  readonly position: number;
  readonly source: number;
  readonly target: number;
  readonly handle: string;
  /** Slots that become reachable when the edge is taken, in order of their node ids. */
  readonly opens: readonly number[];
}

/** What to do when a node fails for good (app DSL, failure). */
export type ErrorStrategy =
  | { readonly kind: 'fail-branch' }
  | { readonly kind: 'default-value'; readonly outputs: Readonly<Record<string, unknown>> };

export interface RetryPlan {
  readonly maxRetries: number;
  /** Milliseconds. */
  readonly interval: number;
}

/** The template of a response node. */
export interface Slot {
  readonly node: number;
  readonly parts: readonly SlotPart[];
}

export type SlotPart =
  | Extract<ResponsePart, { kind: 'text' }>
  | (Extract<ResponsePart, { kind: 'variable' }> & {
      /** Position of the node the variable belongs to, -1 when it is none of this flow. */
      readonly source: number;
      /** Number of the stream that may carry the variable, -1 when nothing can. */
      readonly stream: number;
    });

/** A flow with a chosen root: the state a frame begins with. */
export interface Entry {
  readonly flow: Flow;
  readonly root: number;
  /** Incoming edges a node still waits for. */
  readonly pending: Int32Array;
  readonly nodeStates: Uint8Array;
  readonly edgeStates: Uint8Array;
  /** Slots reachable from the start, in order of their node ids. */
  readonly openSlots: readonly number[];
}

/** States of nodes and edges (app DSL, state). */
export const unknown = 0;
export const taken = 1;
export const skipped = 2;
