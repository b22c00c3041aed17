/**
 * `weft/plugin`: what plugins are written with.
 *
 * - Packages, which others install and which run confined: `definePackage`, `defineTool`, `defineProvider`, `defineSettings`.
 * - Plugins of a server's own, in its process (`WEFT_PLUGINS`): `definePlugin`, tokens, extension points, errors.
 */
export {
  type ConfigSection,
  definePlugin,
  type ErrorKind,
  extensionPoint,
  isPlatformError,
  type JsonSchema,
  type Logger,
  type Needs,
  optional,
  PlatformError,
  type Plugin,
  type PluginContext,
  type Token,
  token,
} from '#kernel';
/** Access of routes under `/console/api`, which pages of the studio call. */
export { ManagementAccess, type ManagementCaller, type Permission } from '#plugins/management-access/contract.ts';
export type { PackageManifest, PackageProvider, PackageTool } from '#plugins/plugin-packages/contract.ts';
export type {
  ArgumentsOf,
  GivenFile,
  SettingField,
  SettingsForm,
  SettingsOf,
} from '#plugins/plugin-sdk/argument-types.ts';
export {
  type DefinedPackage,
  definePackage,
  defineProvider,
  defineSettings,
  defineTool,
  type PackageDefinition,
  type ProviderDefinition,
  type ProviderMethods,
  type ProviderRequest,
  type ToolCall,
  type ToolDefinition,
} from '#plugins/plugin-sdk/define-package.ts';
export type {
  EndpointAnswer,
  EndpointRequest,
  Host,
  RunEvent,
  StreamedAnswer,
  ToolAnswer,
} from '#plugins/plugin-sdk/host.ts';
export { type Tool, type ToolInvocation, type ToolParameter, type ToolResult, Tools } from '#plugins/tools/contract.ts';
