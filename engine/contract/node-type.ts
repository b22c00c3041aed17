import type { PutValue, Template } from '#engine/run/values/template.ts';
import { type Contribution, extensionPoint, type JsonSchema, type Token } from '#kernel';
import type { ProblemSeverity } from './app-document.ts';
import type { AppMode, GraphNode } from './graph-document.ts';
import type { Selector } from './json-text.ts';
import type { NodeDocument } from './node-document.ts';
import type { Rounds } from './rounds.ts';
import type { Usage } from './run.ts';

/** How the scheduler treats a node type; the engine knows no type by name (app DSL, nodes, "Execution classes"). */
export interface NodeTraits {
  /** May be the root of a graph. */
  readonly root?: boolean;
  /**
   * A root beside which no other root may stand (start; app DSL, building the graph). Roots without it may be several.
   */
  readonly soleRoot?: boolean;
  /** Its outputs are merged into the run's, and its template feeds a stream slot. */
  readonly response?: boolean;
  /** Must name a handle. */
  readonly branch?: boolean;
  readonly container?: ContainerTraits;
  /** Honours `retry_config`. */
  readonly retry?: boolean;
  /**
   * Has effects outside that may not be repeated silently. Its start is durable before it runs; one that was
   * interrupted fails, unless its setting `on_interruption` is `retry`: then it runs as soon as the run is durable.
   */
  readonly sideEffects?: boolean;
  /** Its `node-started`/`node-finished` events are not shown. */
  readonly hidden?: boolean;
}

/** A node type whose nodes have an inside that runs in rounds. */
export interface ContainerTraits {
  /** Name of the container in events (`iteration_started`), and of what marks its start: `<kind>-start`. */
  readonly kind: string;
  /**
   * `copied`: each round has a pool of its own, of which only conversation variables are seen outside. `shared`: rounds
   * write into the pool around, variables of the container itself included.
   */
  readonly pool: 'copied' | 'shared';
}

/** Contributed by plugins on the main thread. Functions can't cross threads, so the code is named by a module. */
export interface NodeType extends Contribution {
  /** `type@version`, e.g. `assigner@2`. An unknown version uses the newest of the type. */
  readonly id: string;
  readonly type: string;
  readonly version: string;
  /** JSON Schema of `data` with unknown keys allowed; checked when the graph is built. Errors name node and field. */
  readonly settings: JsonSchema;
  readonly traits: NodeTraits;
  /** A module that exports `node: NodeImplementation`. Loaded in every engine thread; it imports no container. */
  readonly module: URL;
  /** What documents hold of the type's nodes; declared with one version, it holds for all. */
  readonly document?: NodeDocument;
  /**
   * Plain data, such as limits the operator sets: the module then exports `create(options): NodeImplementation` too,
   * which each thread calls once, and its `node` is what the defaults make.
   */
  readonly options?: unknown;
  /**
   * What the schema can't say, and a builder should hear of at import and publish; it keeps nothing from running.
   * Called on the main thread with data that may not fit the schema.
   */
  readonly lint?: (data: Readonly<Record<string, unknown>>) => readonly SettingWarning[];
  /**
   * Types with the trait `sideEffects`: whether a node has none all the same, so that it runs at once, and again after it
   * was interrupted. Asked on the main thread when a graph is compiled, for what only that thread knows.
   */
  readonly isRepeatable?: (data: Readonly<Record<string, unknown>>) => boolean;
  /**
   * Roots a caller may start: what they may send, in the form of a start node's `variables` (app DSL, start). Roots
   * without it are started by what they stand for only. Called on the main thread, as `lint` is.
   */
  readonly inputs?: (data: Readonly<Record<string, unknown>>) => readonly Readonly<Record<string, unknown>>[];
}

/** A warning about a node's setting. */
export interface SettingWarning {
  /** Path below `data`. */
  readonly field: string;
  /** What is wrong and what to do, without the node and the field. */
  readonly message: string;
  /** What kind of problem it is; default `setting`. */
  readonly code?: string;
  /** Default `warning`. */
  readonly severity?: ProblemSeverity;
  /** What the field is set to, to mend it. */
  readonly fix?: { readonly label: string; readonly set: unknown };
  /** The node can't do its work here as it is: the document is not ready (`Documents.missing`). */
  readonly isMissing?: boolean;
}

/** The types with what documents hold of each, by the names of types. */
export function withDocuments(
  documents: Readonly<Record<string, NodeDocument>>,
  types: readonly NodeType[],
): readonly NodeType[] {
  return types.map((type) => {
    const document = documents[type.type];
    return document === undefined ? type : { ...type, document };
  });
}

/** Where plugins contribute node types; read when threads start and when documents are compiled. */
export const NodeTypes = extensionPoint<NodeType>('engine.node-types');

/** A piece of a response node's template. */
export type ResponsePart =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'variable';
      readonly selector: Selector;
      /**
       * Shown when the variable never appears; default its bare name, as an unresolved placeholder (app DSL,
       * templates).
       */
      readonly missing?: string;
    };

/** The code of a node type, in an engine thread. `Compiled` is made once per graph and thread. */
export interface NodeImplementation<Compiled = unknown> {
  /**
   * Everything that can be done before a run: parse templates, read selectors. Throws PlatformError on bad settings.
   */
  compile(data: Readonly<Record<string, unknown>>, node: GraphNode): Compiled;
  /** Runs the node once. A synchronous result saves a turn of the loop. Throws `NodeError` or PlatformError. */
  run(compiled: Compiled, context: NodeContext): NodeResult | Promise<NodeResult>;
  /** Response nodes: the template that feeds the stream slot (app DSL, streaming order). */
  responseParts?(compiled: Compiled): readonly ResponsePart[];
  /** Selectors this node writes besides its own outputs (assigners); they block slots that name them. */
  writes?(compiled: Compiled): readonly Selector[];
  /** Types with the trait `sideEffects`: whether this node has any. Default yes. */
  hasSideEffects?(compiled: Compiled): boolean;
}

/** A failure of a node that templates and branches may look at: `type` becomes `error_type`. */
export class NodeError extends Error {
  readonly type: string;
  /** PlatformError code to report when it fails the run. */
  readonly code: string | undefined;
  /** What the node knew when it failed; recorded like a result's. */
  readonly details:
    | {
        inputs?: Readonly<Record<string, unknown>>;
        processData?: Readonly<Record<string, unknown>>;
        /** More keys of `execution_metadata`. */
        metadata?: Readonly<Record<string, unknown>>;
      }
    | undefined;
  /** What the failed attempt has used all the same: it counts for the run like a result's. */
  readonly usage: Usage | undefined;
  constructor(
    type: string,
    message: string,
    options: { code?: string; details?: NodeError['details']; usage?: Usage | undefined; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'NodeError';
    this.type = type;
    this.code = options.code;
    this.details = options.details;
    this.usage = options.usage;
  }
}

/** Read access to the pool of the node's frame. */
export interface Variables {
  /** The value at a selector; `undefined` = unresolved (a stored null is `null`). */
  get(selector: Selector): unknown;
  /** Declared or actual type of the stored value, `undefined` when unresolved. */
  type(selector: Selector): string | undefined;
  /** Whether assigners may write it: a conversation variable, or one that a loop around the node declares. */
  isAssignable(selector: Selector): boolean;
  /** Every name stored under a first part (`sys`, `env`, `conversation`, a node id). */
  names(first: string): readonly string[];
}

/** What a node hands back when it succeeds. */
export interface NodeResult {
  readonly outputs: Readonly<Record<string, unknown>>;
  /** Shown in the run's record. */
  readonly inputs?: Readonly<Record<string, unknown>>;
  readonly processData?: Readonly<Record<string, unknown>>;
  /** Branch nodes: the chosen handle. */
  readonly handle?: string;
  readonly usage?: Usage;
  /** More keys of `execution_metadata`. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** Variables written besides the outputs; all are applied before the node's own success (app DSL, assigner). */
  readonly updates?: readonly { readonly selector: Selector; readonly value: unknown }[];
  /** Response nodes: files collected for the message. */
  readonly files?: readonly unknown[];
  /**
   * The node can't go on: the run pauses as soon as nothing else runs, and when it is resumed the node runs again, with
   * the same execution id. The value says why (JSON); the rest of the result is ignored.
   */
  readonly pause?: unknown;
}

/** What a node may touch while it runs. */
export interface NodeContext {
  readonly node: GraphNode;
  readonly executionId: string;
  readonly run: {
    readonly runId: string;
    readonly workspaceId: string;
    readonly appId: string;
    readonly mode: AppMode;
  };
  readonly variables: Variables;
  /**
   * Renders a parsed template against the pool (app DSL, templates; text forms). Where the text has a grammar (an address, a
   * statement of SQL), `put` writes values as it has them.
   */
  render(template: Template, form: 'text' | 'markdown', put?: PutValue): string;
  /** Streams text on `[node id, name]`; dropped unless a response template names that selector. */
  stream(name: string, delta: string): void;
  /** Streams text taken out of the answer (`<think>` with reasoning_format separated). */
  reason(delta: string, isFinal: boolean): void;
  /** Reports sources (runtime API, retrieved sources). */
  cite(resources: readonly unknown[]): void;
  /** Tells the readers of the run something under a name of the plugin's own (`human-input.submitted`). */
  tell(name: string, data: Readonly<Record<string, unknown>>): void;
  /** Agent log entries (runtime API, node events). */
  log(entry: Readonly<Record<string, unknown>>): void;
  /**
   * Says what a call under way has used so far. Asked of every call of the attempt when the run ends before the node does:
   * what it has used is used.
   */
  spending(usage: () => Usage | undefined): void;
  /** Asks the main thread: the only way out of an engine thread besides thread services. */
  call<Output>(hostCall: string, input: unknown): Promise<Output>;
  /** A service of this thread. */
  service<T>(token: Token<T>): T;
  /** Aborts when the run is stopped, has failed elsewhere or hit a limit. */
  readonly signal: AbortSignal;
  /** Container nodes: the rounds of their inside. Undefined for any other node. */
  readonly rounds?: Rounds | undefined;
  /** `traceparent` for what this execution calls; undefined where the run is not traced. */
  readonly trace?: string | undefined;
}
