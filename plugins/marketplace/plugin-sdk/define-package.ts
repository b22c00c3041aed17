import type {
  Injection,
  PackageEndpoint,
  PackageManifest,
  PackageProvider,
  PackageTool,
} from '#plugins/plugin-packages/contract.ts';
import type { ToolParameter } from '#plugins/tools/contract.ts';
import type { ArgumentsOf, SettingsForm, SettingsOf } from './argument-types.ts';
import type { EndpointAnswer, EndpointRequest, Host, RunEvent, ToolAnswer } from './host.ts';

/** No settings at all. */
interface NoSettings extends SettingsForm {
  readonly properties: Readonly<Record<never, never>>;
}

/** What a tool is called with. */
export interface ToolCall<Arguments> {
  readonly arguments: Arguments;
}

/** A tool: what a manifest says of it, and what it does. Its name is the key it stands under in `definePackage`. */
export interface ToolDefinition<P extends readonly ToolParameter[], S extends SettingsForm>
  extends Omit<PackageTool, 'name' | 'parameters'> {
  /** Those of the package, where the code reads them: `host.settings` is typed by it. */
  readonly settings?: S;
  readonly parameters: P;
  run(call: ToolCall<ArgumentsOf<P>>, host: Host<SettingsOf<S>>): ToolAnswer | Promise<ToolAnswer>;
}

/** What a provider is asked, as the runtime sends it; what a method does not know, it leaves. */
export type ProviderRequest = Readonly<Record<string, unknown>> & { readonly model: string };

/** What a provider does: the methods of the types it names have to be there. */
export interface ProviderMethods<H> {
  /** Parts of an answer, as they come: `{ type: 'text', text }` …, then `usage` and `finish`. */
  llm?(request: ProviderRequest, host: H): AsyncIterable<unknown>;
  embedding?(request: ProviderRequest, host: H): unknown;
  rerank?(request: ProviderRequest, host: H): unknown;
  speechToText?(request: ProviderRequest, host: H): unknown;
  textToSpeech?(request: ProviderRequest, host: H): unknown;
  moderation?(request: ProviderRequest, host: H): unknown;
  /** A cheap real call that shows whether the credentials work. */
  test(host: H): unknown;
  /** The provider's list of models. */
  models?(host: H): unknown;
}

/** A provider of models. Its id is the key it stands under in `definePackage`. */
export interface ProviderDefinition<S extends SettingsForm> extends Omit<PackageProvider, 'id' | 'credentials'> {
  /** A form of texts, as settings are; the code is given those that are no secrets, as `host.settings`. */
  readonly credentials: S;
  readonly methods: ProviderMethods<Host<SettingsOf<S>>>;
}

interface AnyTool extends Omit<PackageTool, 'name'> {
  readonly settings?: SettingsForm;
  run(call: never, host: never): ToolAnswer | Promise<ToolAnswer>;
}
interface AnyProvider extends Omit<PackageProvider, 'id' | 'credentials'> {
  readonly credentials: SettingsForm;
  readonly methods: ProviderMethods<never>;
}

type Head = Pick<PackageManifest, 'kind' | 'title'> &
  Partial<Pick<PackageManifest, 'about' | 'icon' | 'categories' | 'runtime' | 'aliases' | 'permissions' | 'packages'>>;

/** A whole package. */
export interface PackageDefinition<S extends SettingsForm> extends Head {
  readonly settings?: S;
  readonly inject?: readonly Injection[];
  readonly tools?: Readonly<Record<string, AnyTool>>;
  readonly providers?: Readonly<Record<string, AnyProvider>>;
  readonly endpoint?: PackageEndpoint & {
    answer(request: EndpointRequest, host: Host<SettingsOf<S>>): EndpointAnswer | Promise<EndpointAnswer>;
  };
  readonly events?: Readonly<Record<string, (event: RunEvent, host: Host<SettingsOf<S>>) => unknown>>;
}

/** What the entry of a package exports: its manifest, which is written into its package.json, and its code. */
export interface DefinedPackage {
  readonly manifest: Readonly<Record<string, unknown>>;
  readonly tools: Readonly<Record<string, unknown>>;
  readonly providers: Readonly<Record<string, unknown>>;
  readonly endpoint?: unknown;
  readonly events: Readonly<Record<string, unknown>>;
}

/** A form that a workspace fills. */
export function defineSettings<const S extends SettingsForm>(settings: S): S {
  return settings;
}

/** A tool whose arguments are typed from its parameters. */
export function defineTool<const P extends readonly ToolParameter[], const S extends SettingsForm = NoSettings>(
  tool: ToolDefinition<P, S>,
): ToolDefinition<P, S> {
  return tool;
}

/** A provider whose host is typed from its credentials. */
export function defineProvider<const S extends SettingsForm>(provider: ProviderDefinition<S>): ProviderDefinition<S> {
  return provider;
}

/**
 * A package: the entry's default export. The manifest is made of it when it is packed, so that what a tool says of itself and what
 * its code is given are written once.
 */
export function definePackage<const S extends SettingsForm = NoSettings>(
  definition: PackageDefinition<S>,
): DefinedPackage {
  const { tools = {}, providers = {}, endpoint, events = {}, ...head } = definition;
  const plain = (given: object): Record<string, unknown> =>
    Object.fromEntries(Object.entries(given).filter(([, value]) => typeof value !== 'function'));
  const described = (key: string, given: Readonly<Record<string, object>>) =>
    Object.entries(given).map(([name, one]) => ({ [key]: name, ...plain(one) }));
  const toolList = described('name', tools).map(({ settings: _settings, ...tool }) => tool);
  const providerList = described('id', providers).map(({ methods: _methods, ...provider }) => provider);
  const eventNames = Object.keys(events);
  return {
    manifest: {
      api: 1,
      ...head,
      ...(toolList.length > 0 && { tools: toolList }),
      ...(providerList.length > 0 && { providers: providerList }),
      ...(endpoint !== undefined && { endpoint: plain(endpoint) }),
      ...(eventNames.length > 0 && { events: eventNames }),
    },
    tools: Object.fromEntries(Object.entries(tools).map(([name, tool]) => [name, tool.run.bind(tool)])),
    providers: Object.fromEntries(Object.entries(providers).map(([id, { methods }]) => [id, methods])),
    events,
    ...(endpoint !== undefined && { endpoint: endpoint.answer.bind(endpoint) }),
  };
}
