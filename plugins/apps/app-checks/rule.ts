import type { DocumentProblem, DrawnGraph, GraphEdge, GraphNode, JsonText, ProblemFix, ProblemSeverity } from '#engine';
import type { AvailableModel } from '#plugins/models/contract.ts';
import type { NodeForm } from '#plugins/node-forms/contract.ts';
import type { KnownForms } from './node-forms.ts';
import type { Setting } from './settings-of.ts';
import type { GraphVariables } from './variables.ts';

/** A node as rules see it. */
export interface CheckedNode {
  readonly node: GraphNode;
  readonly form: NodeForm;
  readonly settings: readonly Setting[];
  /** A run can reach it. */
  readonly isReached: boolean;
}

/** A document with a graph, as rules see it. */
export interface CheckedApp {
  readonly tree: JsonText;
  readonly mode: string;
  readonly workflow: Readonly<Record<string, unknown>>;
  readonly graph: DrawnGraph;
  /** Edges by the node they begin at. */
  readonly edgesFrom: ReadonlyMap<string, readonly GraphEdge[]>;
  readonly forms: KnownForms;
  readonly nodes: readonly CheckedNode[];
  readonly variables: GraphVariables;
  /** A language model of the workspace; undefined: the provider can't be called here; null: it lists no such model. */
  readonly model: (provider: string, name: string) => AvailableModel | null | undefined;
  /** One that could take the place of one that is missing: of a provider the workspace has set up, or one that needs no credentials. */
  readonly spareModel: AvailableModel | undefined;
}

/** Tells of mistakes of the app as a whole. */
export type AppRule = (app: CheckedApp) => readonly DocumentProblem[];

/** Tells of mistakes of one node: a piece of work that takes no time to speak of. */
export type NodeRule = (app: CheckedApp, checked: CheckedNode) => readonly DocumentProblem[];

export interface Found {
  readonly code: string;
  readonly severity: ProblemSeverity;
  readonly field: string;
  readonly message: string;
  readonly fix?: ProblemFix;
}

export function problemOf(nodeId: string | null, { fix, ...found }: Found): DocumentProblem {
  return { ...found, nodeId, fix: fix ?? null, isRefused: false };
}
