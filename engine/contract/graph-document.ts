import type { JsonText } from './json-text.ts';

/** What an app is; decides its surface (app DSL, top level). */
export type AppMode = 'workflow' | 'advanced-chat' | 'chat' | 'agent-chat' | 'completion' | 'agent';

/** A node of a graph document: the wrapper's identity and its `data`, untouched. */
export interface GraphNode {
  readonly id: string;
  /** `data.type` after legacy names are resolved (`variable-assigner` → `variable-aggregator`). */
  readonly type: string;
  /** Digits of `data.version`, default "1". */
  readonly version: string;
  readonly title: string;
  /** Container id when the node lives in one (`iteration_id`, `loop_id` or `parentId`), else null. */
  readonly parent: string | null;
  readonly data: Readonly<Record<string, unknown>>;
  /** Set when nothing of it happens outside although its type may have such effects (`NodeType.isRepeatable`). */
  readonly isHarmless?: true;
  /** What it gives instead of running: in runs of drafts, where somebody has pinned it. */
  readonly pinned?: PinnedOutput;
  /** Set when no plugin brings the type: the rest of the graph runs, and fails where it reaches this node. */
  readonly missing?: MissingNodeType;
}

/** What a node gives without running. */
export interface PinnedOutput {
  /** JSON text of an object. */
  readonly outputs: JsonText;
  /** The way on that a node which chooses one takes; null: it chooses none. */
  readonly handle: string | null;
}

/** What a document says of a node type that no plugin brings. */
export interface MissingNodeType {
  /** Whether runs may start at the node. */
  readonly isRoot: boolean;
  /** Plugins of the document that may bring the type, as `author/plugin`. */
  readonly plugins: readonly string[];
}

/** An edge of a graph document, its editor hints left out (app DSL, edges). */
export interface GraphEdge {
  readonly source: string;
  /** Default `source`; `success-branch` is read as `source`. */
  readonly sourceHandle: string;
  readonly target: string;
}

/** A declared environment or conversation variable (app DSL, workflow). */
export interface VariableDeclaration {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** Lower-case value type: string, secret, number, integer, float, boolean, object, array[…]. */
  readonly valueType: string;
  readonly value: unknown;
}

/** What the engine runs: plain JSON. Non-graph apps are compiled to one as well. */
export interface GraphDocument {
  readonly mode: AppMode;
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
  readonly environmentVariables: readonly VariableDeclaration[];
  readonly conversationVariables: readonly VariableDeclaration[];
}
