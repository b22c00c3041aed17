import { type Contribution, extensionPoint, type JsonSchema, token } from '#kernel';
import type { Egress } from '#plugins/egress/contract.ts';

/** Types of parameters. `array`, `object`: JSON. `file`, `files`: file values of a run (app DSL, file record). */
export type ToolParameterType =
  | 'string'
  | 'secret-input'
  | 'select'
  | 'number'
  | 'boolean'
  | 'object'
  | 'array'
  | 'file'
  | 'files';

/** A parameter of a tool. */
export interface ToolParameter {
  readonly name: string;
  readonly type: ToolParameterType;
  readonly form: 'llm' | 'form';
  readonly label?: string;
  /** For the model, and for whoever fills the form. */
  readonly description: string;
  readonly required?: boolean;
  /** Taken when nothing is given. */
  readonly default?: unknown;
  /** Values of a `select`. */
  readonly options?: readonly string[];
  /**
   * Of a text: how it is written, so that values of placeholders in it are put in as its parts and nothing else. `addresses`: of
   * e-mail, with commas between.
   */
  readonly grammar?: 'sql' | 'addresses';
  /** What an `object` or `array` holds. */
  readonly schema?: JsonSchema;
}

/** One call of a tool. */
export interface ToolInvocation {
  /**
   * Plain JSON values by name: each declared parameter that has a value. Those that come from variables of a run are
   * as the run holds them, so a tool checks what it reads.
   */
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly workspaceId: string;
  readonly appId: string;
  readonly runId: string;
  /** 0 in a run somebody started; a tool that starts runs gives them one more (app DSL, tool). */
  readonly callDepth: number;
  /** What the workspace has set for the provider, checked against the schema; empty for tools without one. Secrets. */
  readonly credentials: Readonly<Record<string, string>>;
  /** Aborts when the run ends or the tool takes too long. */
  readonly signal: AbortSignal;
  /** The only way to an address. */
  readonly egress: Egress;
  /** Streams a piece of the text (default), or of a variable. */
  write(delta: string, variable?: string): void;
}

/** What a tool answers. Everything is optional. */
export interface ToolResult {
  /** Default: what was streamed. */
  readonly text?: string;
  /** File values of a run (app DSL, file record). */
  readonly files?: readonly unknown[];
  /** JSON objects. */
  readonly json?: readonly unknown[];
  /** Pieces of knowledge, as retrieval nodes put them out (app DSL, knowledge-retrieval): agents tell of them as sources. */
  readonly found?: readonly unknown[];
  /** Further outputs by name; `text`, `files` and `json` are taken. */
  readonly variables?: Readonly<Record<string, unknown>>;
}

/** A tool, contributed on the main thread or found by a source. */
export interface Tool extends Contribution {
  /** `provider.name`, e.g. `time.current_time`. */
  readonly id: string;
  readonly provider: string;
  /** Further names of the provider. `langgenius/<provider>/<provider>` always counts. */
  readonly providerAliases?: readonly string[];
  readonly name: string;
  /** Further names of the tool. */
  readonly aliases?: readonly string[];
  readonly label: string;
  /** For the model: what it does and when to use it. */
  readonly description: string;
  readonly parameters: readonly ToolParameter[];
  /**
   * Object schema of what its provider needs to be told once per workspace, all of it text; properties marked
   * `"secret": true` are never shown. The same for all tools of a provider.
   */
  readonly credentials?: JsonSchema;
  /** JSON Schema of the variables it returns. */
  readonly output?: JsonSchema;
  /** False: it may be called again when nobody knows whether a call went through. */
  readonly sideEffects: boolean;
  /** Why no call of it can succeed as the workspace is set, with the remedy: told by plans of imports and by publishing. */
  readonly unready?: string;
  /** Seconds a call may take; default 120. */
  readonly timeoutSeconds?: number;
  /** Throws PlatformError for what its caller may read; anything else is logged and told as `tools.tool_failed`. */
  invoke(invocation: ToolInvocation): ToolResult | Promise<ToolResult>;
}

/** Where plugins contribute tools. */
export const Tools = extensionPoint<Tool>('tools.tools');

/** Keeps credentials of tool providers. */
export interface ToolCredentialSource extends Contribution {
  /** Null when the workspace has set none. */
  find(workspaceId: string, provider: string): Promise<Readonly<Record<string, string>> | null>;
}

/** Where the plugin that keeps credentials contributes itself. */
export const ToolCredentialSources = extensionPoint<ToolCredentialSource>('tools.credential-sources');

/** A tool as a document names it. */
export interface ToolReference {
  /** `provider_type`: `builtin`, `api`, `workflow`, `mcp` … */
  readonly kind: string;
  /** `provider_id` (or name): `time`, `author/plugin/provider`, a UUID, an address. */
  readonly provider: string;
  /** Empty: every tool of the provider. */
  readonly name: string;
  /** `plugin_unique_identifier`, "" when the document has none; names the plugin that is missing. */
  readonly plugin: string;
  /** `provider_name`, where `provider` is an id beside it: ids are of one workspace, and a source may know the name. */
  readonly providerName?: string;
  /** What a document says of a provider that it brings itself, as its source reads it; may hold secrets, so never shown. */
  readonly settings?: string;
}

/** Finds tools that belong to a workspace: installed packages, imported OpenAPI documents, published workflows, MCP servers. */
export interface ToolSource extends Contribution {
  /** Kinds it answers for. Of `builtin`, `plugin` and the empty one it is asked where no contributed tool is meant. */
  readonly kinds: readonly string[];
  /**
   * The tools a reference names, as they are in a run (`runId`; the id tells when it began), or now; none when there are none. Contacts nobody, but a provider that a document brings itself
   * (`settings`). Throws what the caller should be told.
   */
  find(reference: ToolReference, workspaceId: string, runId?: string): Promise<readonly Tool[]>;
  /** What the workspace has of them, for those who build apps. Contacts nobody. Absent: nothing that can be listed. */
  list?(workspaceId: string): Promise<readonly ListedToolProvider[]>;
}

/** A provider of tools of a workspace. A document names its tools by `kind`, `id` and the tool's name. */
export interface ListedToolProvider {
  /** `provider_type` of documents: `api`, `workflow`, `mcp`, `plugin`. */
  readonly kind: string;
  /** `provider_id` of documents. */
  readonly id: string;
  readonly label: string;
  /** False: its tools can't be called before somebody sets it up. */
  readonly isConfigured: boolean;
  readonly tools: readonly ToolDescription[];
}

/** Where plugins contribute sources of tools. */
export const ToolSources = extensionPoint<ToolSource>('tools.sources');

/** A tool without its code. */
export type ToolDescription = Omit<Tool, 'invoke'>;

/** Knows plugins that can be installed for tools that are missing. */
export interface ToolPackageFinder extends Contribution {
  /** What a plugin is installed by, by its id (`author/name`) as documents have it; null: it can't be. Must not throw. */
  packageOf(workspaceId: string, pluginId: string): Promise<string | null>;
}

/** Where who installs plugins contributes itself. */
export const ToolPackages = extensionPoint<ToolPackageFinder>('tools.packages');

/** Tells what keeps tools from being called, before anybody calls them. */
export interface ToolProblems {
  /** Why a reference leads to no tool of the workspace that can be called, in words, with the plugin that would bring it; null when it
   * does. Calls no tool. */
  of(reference: ToolReference, workspaceId: string): Promise<string | null>;
}

export const ToolProblems = token<ToolProblems>('tools.problems');
