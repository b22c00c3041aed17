import { fromJson, type GraphDocument, type NodeType } from '#engine';
import type { App, PublishedVersion } from '#plugins/apps/contract.ts';
import type { ServerSettings } from '#plugins/mcp-server/settings.ts';
import { type Annotations, annotationsOf } from './annotations.ts';
import { type ToolArguments, toolArguments } from './input-schema.ts';
import { outputSchema } from './output-schema.ts';

interface Parts {
  readonly app: App;
  readonly version: PublishedVersion;
  readonly settings: ServerSettings;
  /** The node types there are. */
  readonly types: readonly NodeType[];
}

/** A tool as clients are told of it. */
export interface ToolDefinition {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly outputSchema: Readonly<Record<string, unknown>>;
  readonly annotations: Annotations;
}

/** An app that can be called. What it is described by is made at first use, and once for each version. */
export class AppTool {
  readonly app: App;
  readonly version: PublishedVersion;
  readonly name: string;
  readonly #settings: ServerSettings;
  readonly #types: readonly NodeType[];
  #arguments: ToolArguments | undefined;
  #definition: ToolDefinition | undefined;
  #text: string | undefined;

  constructor({ app, version, settings, types }: Parts) {
    this.app = app;
    this.version = version;
    this.name = settings.name;
    this.#settings = settings;
    this.#types = types;
  }

  get arguments(): ToolArguments {
    const { app, version } = this;
    this.#arguments ??= toolArguments({ app, version, parameters: this.#settings.parameters });
    return this.#arguments;
  }

  get definition(): ToolDefinition {
    const { app, version, name } = this;
    this.#definition ??= {
      name,
      title: app.name,
      description: this.#settings.description || app.description || `The app “${app.name}”.`,
      inputSchema: this.arguments.schema,
      outputSchema: outputSchema(app, version),
      annotations: annotationsOf(fromJson(version.compiled.graph.text) as GraphDocument, this.#types),
    };
    return this.#definition;
  }

  /** The definition as JSON. */
  get text(): string {
    this.#text ??= JSON.stringify(this.definition);
    return this.#text;
  }
}
