import type { Events } from './events.ts';
import type { Contribution, Contributions, ExtensionPoint } from './extension-point.ts';
import type { Logger } from './logger.ts';
import type { JsonSchema } from './schema.ts';
import type { OptionalNeed, Token } from './token.ts';

/** What a plugin asks for, as data: a record of tokens, optional ones, and extension points. Read without running any code. */
export type Needs = Readonly<Record<string, Token<unknown> | OptionalNeed<unknown> | ExtensionPoint<Contribution>>>;

type Service<Need> =
  Need extends ExtensionPoint<infer Item>
    ? Contributions<Item>
    : Need extends OptionalNeed<infer T>
      ? T | undefined
      : Need extends Token<infer T>
        ? T
        : never;

/** The same record with the service (or the contributions) in place of each token. */
export type Services<N extends Needs> = { readonly [K in keyof N]: Service<N[K]> };

/** Names of a configuration's properties; any name while the configuration's type is not known. */
type PropertyOf<C> = unknown extends C ? string : keyof C & string;

/**
 * A plugin's own section of the configuration. Values come, in rising order, from the schema's defaults,
 * `<home>/weft.json` under the plugin's id, and the environment variables named in `env`.
 */
export interface ConfigSection<C> {
  /** An object schema with a default for each optional property; validated at boot, an unknown key is an error. */
  readonly schema: JsonSchema;
  /**
   * Environment variable → property. Text is converted to the property's type: numbers, `true`/`false`,
   * comma-separated lists of strings, JSON for objects. An empty variable counts as not set.
   */
  readonly env?: Readonly<Record<string, PropertyOf<C>>>;
  /** Properties shown as `***` whenever the effective configuration is printed. */
  readonly secret?: readonly PropertyOf<C>[];
}

export interface ProvideOptions<T> {
  /** Called once, when the plugin is unloaded and the service has been created. */
  readonly close?: (service: T) => void | Promise<void>;
}

/** What `setup` receives. Whatever is registered through it is undone, last in first out, when the plugin is unloaded. */
export interface PluginContext<N extends Needs, C> {
  /** Only what `needs` declared. */
  readonly services: Services<N>;
  /** The plugin's validated configuration; `undefined` when it declares none. */
  readonly config: C;
  readonly logger: Logger;
  readonly events: Events;
  /**
   * Registers a service. `create` runs once, at first use (at the latest when a dependent is set up). The token's id starts with this plugin's id, or the plugin names the token in `provides`.
   */
  provide<T>(token: Token<T>, create: () => T, options?: ProvideOptions<T>): void;
  /** Adds items to an extension point. A second item with the same id is a boot error that names both plugins. */
  contribute<Item extends Contribution>(point: ExtensionPoint<Item>, ...items: Item[]): void;
  /** Runs after every plugin was set up, in plugin order; awaited. Here contributions are complete. */
  onReady(start: () => void | Promise<void>): void;
  /**
   * First phase of shutdown, before anything closes: stop accepting work and let what runs finish, within the grace
   * period (`signal` aborts at its end). All plugins' hooks are called in plugin order and awaited together: work that
   * spans two plugins can only finish while both are still stopping.
   */
  onStop(stop: (signal: AbortSignal) => void | Promise<void>): void;
  /** Last phase of shutdown and of unloading, last in first out. */
  onClose(close: () => void | Promise<void>): void;
}

export interface Plugin<N extends Needs = Needs, C = unknown> {
  /** kebab-case, equal to the name of its folder. */
  readonly id: string;
  readonly needs?: N;
  /**
   * Tokens this plugin provides although their id starts with another plugin's id (a replacement for that plugin).
   * A plugin's own tokens, `<plugin id>.<service>`, need no mention.
   */
  readonly provides?: readonly Token<unknown>[];
  readonly config?: ConfigSection<C>;
  setup(context: PluginContext<N, C>): void | Promise<void>;
}

/** Declares a plugin. Each plugin folder exports the result as `plugin` from `plugin.ts`. */
// biome-ignore lint/complexity/noBannedTypes: `{}` is the record without entries, the default of "needs nothing"
export function definePlugin<const N extends Needs = {}, C = undefined>(plugin: Plugin<N, C>): Plugin<N, C> {
  return plugin;
}
