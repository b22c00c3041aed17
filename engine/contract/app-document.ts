import { token } from '../../kernel/index.ts';
import type { AppMode } from './graph-document.ts';
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

/** Reads, checks and writes application documents. */
export interface Documents {
  /** YAML 1.1 text → tree. Throws `engine.invalid_document` (kind invalid) with the place and the remedy. */
  parse(text: string): ParsedApp;
  /**
   * Tree → YAML text that parses to the same tree; secrets are left out unless asked for (app DSL, export).
   * `datasetIds` rewrites the ids of knowledge bases, e.g. seals them with the workspace's key; default: as they are.
   */
  export(tree: JsonText, options: { readonly secrets: boolean; readonly datasetIds?: (id: string) => string }): string;
  /** Checks a tree and compiles it; throws `engine.invalid_graph` naming node and field. */
  compile(tree: JsonText): CompiledApp;
  /** Secret environment values of a tree, by name. */
  secrets(tree: JsonText): Readonly<Record<string, string>>;
  /** A copy of the tree with the secret environment values replaced. */
  withSecrets(tree: JsonText, secrets: Readonly<Record<string, string>>): JsonText;
  /** A copy of the tree with the ids of knowledge bases replaced; null leaves one out (app DSL, export). */
  withDatasetIds(tree: JsonText, replace: (id: string) => string | null): JsonText;
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
