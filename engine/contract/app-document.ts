import { token } from '#kernel';
import type { DocumentChange } from './document-change.ts';
import type { MissingThing } from './document-linter.ts';
import type { DocumentOperation } from './document-operation.ts';
import type { EngineLimits } from './engine-limits.ts';
import type { AppMode, GraphEdge, GraphNode } from './graph-document.ts';
import type { JsonText } from './json-text.ts';
import type { GraphReference } from './run.ts';

/** What an import found. The tree is kept as JSON text: lossless, unknown keys and number kinds included. */
export interface ParsedApp {
  readonly tree: JsonText;
  readonly name: string;
  readonly mode: AppMode;
  readonly description: string;
  readonly icon: string;
  readonly iconType: string;
  readonly iconBackground: string;
  /** Version of the document as imported. */
  readonly version: string;
  /** app DSL, import: `pending` documents need the user's confirmation before they are stored. */
  readonly status: 'completed' | 'completed-with-warnings' | 'pending';
  /** Each names the node and field, and says what to do. */
  readonly warnings: readonly string[];
}

/** A credential that stood in a node, and the secret environment variable that holds it now. */
export interface MovedCredential {
  readonly nodeId: string;
  /** Of the node. */
  readonly title: string;
  /** Of its settings, e.g. `headers`. */
  readonly field: string;
  readonly variable: string;
}

/**
 * How much a problem of a document weighs. `error`: a run that comes there fails; `warning`: it goes on, hardly as meant; `hint`: it
 * could be simpler.
 */
export type ProblemSeverity = 'error' | 'warning' | 'hint';

/** What mends a problem in one step. */
export interface ProblemFix {
  /** What it does, as a button says it, in English. */
  readonly label: string;
  readonly operations: readonly DocumentOperation[];
}

/** Something about a draft that its builder should hear of. */
export interface DocumentProblem {
  /** What kind of problem it is: `unknown_variable`. Codes stay what they are; messages may change. */
  readonly code: string;
  readonly severity: ProblemSeverity;
  /** null: the document as a whole. */
  readonly nodeId: string | null;
  /** Path below the node's `data`, or in the document. */
  readonly field: string;
  /** One sentence, without the node it is about. */
  readonly message: string;
  readonly fix: ProblemFix | null;
  /** No graph can be built of the document so: publishing it is refused. */
  readonly isRefused: boolean;
}

/** The graph of a document as a run has it, for those who check it. */
export interface DrawnGraph {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
  /** Nodes among `nodes` that no run can reach. */
  readonly unreached: ReadonlySet<string>;
  /** By node, the variables that its templates name, and where below `data` they stand. */
  readonly named: ReadonlyMap<string, readonly { readonly path: string; readonly selector: readonly string[] }[]>;
}

/** One field of the form an app asks for: the single-key objects of `user_input_form` (runtime API, app metadata). */
export type InputField = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** What publishing makes of a tree: everything a request needs, computed once. Plain JSON data. */
export interface CompiledApp {
  readonly mode: AppMode;
  /** The graph without secret environment values. */
  readonly graph: GraphReference;
  /** Names of secret environment variables whose values must travel with each run. */
  readonly secretNames: readonly string[];
  /** `GET /v1/parameters` without `system_parameters` (runtime API, app metadata). */
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly inputForm: readonly InputField[];
  readonly openingStatement: string;
  /** Whether answers are shown with the app's icon (`app.use_icon_as_answer_icon`). */
  readonly isIconShown: boolean;
  /** Where a run may start; several in a graph of triggers or datasources. */
  readonly roots: readonly CompiledRoot[];
  readonly warnings: readonly string[];
}

/** A root of a published graph. */
export interface CompiledRoot {
  readonly nodeId: string;
  readonly type: string;
  readonly title: string;
  /** Whether a caller can start it with inputs: `inputForm` is what it takes. Others wait for their own occasion. */
  readonly isCallable: boolean;
}

/** A file reference of a request (runtime API, file references), resolved by whoever stores files. */
export type FileResolver = (
  reference: Readonly<Record<string, unknown>>,
  rules: {
    readonly types: readonly string[];
    readonly extensions: readonly string[];
    readonly methods: readonly string[];
  },
) => Promise<unknown>;

/** What the ids of starts begin with that were put before a node to run it alone (`Documents.excerpt`). */
export const excerptStart = 'start-of-one';

/** A model as a document names it. */
export interface DocumentModel {
  readonly provider: string;
  readonly model: string;
  readonly type: 'language' | 'embedding' | 'rerank';
  /** `node 'Title' (id)`, or `the app`. */
  readonly place: string;
  /** null: the app. */
  readonly nodeId: string | null;
}

/** Reads, checks and writes application documents. */
export interface Documents {
  /** Of the format that is written here (app DSL, import). */
  readonly version: string;
  /** What this installation takes. */
  readonly limits: EngineLimits;
  /** YAML 1.1 text → tree. Throws `engine.invalid_document` (kind invalid) with the place and the remedy. */
  parse(text: string): ParsedApp;
  /**
   * The same for texts that people send, of which a long one would keep everybody waiting: it is read in a thread. Throws
   * also `engine.too_many_requests` (kind limited) when many wait for that; workspaces take turns.
   */
  parseSent(text: string, from: { readonly workspaceId: string }): Promise<ParsedApp>;
  /** YAML that people send and that is no application, read under the same bounds: JSON of its tree. Throws as `parseSent`. */
  readSent(text: string, from: { readonly workspaceId: string }): Promise<JsonText>;
  /**
   * Tree → YAML text that parses to the same tree; secrets are left out unless asked for (app DSL, export).
   * `datasetIds` rewrites the ids of knowledge bases, e.g. seals them with the workspace's key; default: as they are.
   */
  export(tree: JsonText, options: { readonly secrets: boolean; readonly datasetIds?: (id: string) => string }): string;
  /** The tree as editors have it: as `export` without secrets, and with the ids of knowledge bases as they are. */
  shown(tree: JsonText): JsonText;
  /**
   * The document with changes made by place; the rest of the tree is as it was. Throws `engine.invalid_document` for a place
   * that is not there, and for what is no application of the same mode then.
   */
  applied(tree: JsonText, operations: readonly DocumentOperation[]): ParsedApp;
  /**
   * What keeps a tree from being published, and what its builder should hear of, as far as the document alone tells
   * (`AppChecks` knows more).
   */
  problems(tree: JsonText): readonly DocumentProblem[];
  /** Its graph; null for an app without one, and for one whose nodes stand in circles of containers. */
  drawnGraph(tree: JsonText): DrawnGraph | null;
  /** Checks a tree and compiles it; throws `engine.invalid_graph` naming node and field. */
  compile(tree: JsonText): CompiledApp;
  /**
   * The same, and builds the graph on an engine thread as a run would, without running anything: also what only a node
   * type's own code refuses is named, and the first run on that thread finds the graph built. Throws also what
   * `Runner.check` throws where no thread can do it (kind unavailable).
   */
  build(tree: JsonText): Promise<CompiledApp>;
  /**
   * What the document needs and the workspace has not got: node types, tools, models, knowledge bases, and whatever else
   * plugins know of. Empty: published, it can do its work. `told` is what was said of it already, and is not repeated.
   * Nobody outside is contacted.
   */
  missing(
    tree: JsonText,
    from: { readonly workspaceId: string; readonly told?: readonly string[] },
  ): Promise<readonly string[]>;
  /** Of that, what plugins know a workspace has not got, each with its nodes. */
  needs(tree: JsonText, from: { readonly workspaceId: string }): Promise<readonly MissingThing[]>;
  /** Secret environment values of a tree, by name. */
  secrets(tree: JsonText): Readonly<Record<string, string>>;
  /** Names of secret environment variables by their ids, which stay when they are renamed. */
  secretNames(tree: JsonText): ReadonlyMap<string, string>;
  /** A copy of the tree with the secret environment values replaced. */
  withSecrets(tree: JsonText, secrets: Readonly<Record<string, string>>): JsonText;
  /**
   * The tree with marks in place of what people typed where nodes hold secrets. `hide` gives it a name (`isHiddenName`); what
   * `isKept` does not know is marked as lost, which keeps the app from being published. The same text where there is nothing to hide.
   */
  withHidden(tree: JsonText, means: { hide(text: string): string; isKept(name: string): boolean }): JsonText;
  /** And back, with these texts by their names. */
  withShown(tree: JsonText, texts: Readonly<Record<string, string>>): JsonText;
  /** A copy of the tree with other values in its section `app`: `name`, `description`, `icon` … */
  withApp(tree: JsonText, values: Readonly<Record<string, string>>): JsonText;
  /** A copy of the tree with the ids of knowledge bases replaced; null leaves one out (app DSL, export). */
  withDatasetIds(tree: JsonText, replace: (id: string) => string | null): JsonText;
  /**
   * What tells two trees apart, part by part, in a steady order; empty when they mean the same. How a graph is drawn
   * does not count, nor does the version of the format. Values of secret variables are compared and never told.
   */
  compare(before: JsonText, after: JsonText): readonly DocumentChange[];
  /** A copy of the tree with other models; null leaves one as it is. Also for looking at them. */
  withModels(
    tree: JsonText,
    replace: (model: DocumentModel) => { readonly provider: string; readonly model: string } | null,
  ): JsonText;
  /** The document with credentials that were typed into its HTTP nodes moved to secret environment variables. */
  withCredentialsMoved<Parsed extends Pick<ParsedApp, 'tree' | 'warnings'>>(
    parsed: Parsed,
  ): { readonly parsed: Parsed; readonly moved: readonly MovedCredential[] };
  /** YAML text of anything but an app → plain data, read as carefully. Throws `engine.invalid_document`. */
  read(text: string): unknown;
  /**
   * Canonical YAML: texts of two trees are equal when the trees mean the same. Without secrets, without what belongs to
   * one workspace only, and without how the graph is drawn, which is `layout`, a document of its own.
   */
  canonical(tree: JsonText): { readonly document: string; readonly layout: string };
  /**
   * A document as editors have it: drawn as `layout` says (YAML text; throws `engine.invalid_document`), else as itself
   * or `current` is. `current` is the app's present draft: credentials that were chosen in it for tools stay.
   */
  drawn(tree: JsonText, parts: { readonly layout?: string; readonly current?: JsonText }): JsonText;
  /**
   * The tree with one node of its graph and what lies inside it, behind a start without variables: to run it alone,
   * whatever the rest is like. Null when the graph has no such node.
   */
  excerpt(tree: JsonText, nodeId: string): JsonText | null;
  /**
   * Checks a request's `inputs` against the form (runtime API, completion, app DSL, start): coerces, fills defaults,
   * drops what is not declared. Throws `engine.invalid_param` with `field`.
   */
  checkInputs(
    form: readonly InputField[],
    inputs: Readonly<Record<string, unknown>>,
    resolveFile: FileResolver,
  ): Promise<Readonly<Record<string, unknown>>>;
}

/** The documents service of the main thread. */
export const Documents = token<Documents>('engine.documents');
