/**
 * Tools: what documents call in tool nodes and hand to agents, and what their authors write.
 *
 * Glossary
 * - provider: who a tool belongs to (`time`). Documents also write `author/plugin/provider`.
 * - kind: where a provider comes from (`builtin`, `api`, `workflow`, `mcp`, `app`, `dataset-retrieval`).
 * - form: who fills a parameter: the model (`llm`) or whoever configures the tool (`form`).
 *
 * Tools run on the main thread; nodes reach them through host calls, which a run's workspace is part of.
 */

/** Servers of tools (MCP) that agents of documents bring, and the tools that their agent does the work of itself. */
export { isServerHelper, namesNoServer, serverSettings } from './agent-servers.ts';
/** Value of a parameter from a text or a JSON value; throws ToolArgumentError. For nodes, in engine threads. */
export { castArgument, completeArguments, ToolArgumentError } from './arguments.ts';
/** For tools that ask a service with a key: the call, and the reading of what documents and services write. */
export {
  askService,
  countOf,
  isYes,
  lineOf,
  maskSecrets,
  type ServiceAnswer,
  type ServiceQuestion,
} from './ask-service.ts';
/** Calls a tool from a node and streams what it writes. */
export { callTool, describeTools } from './call-tool.ts';
export {
  type ToolFinding,
  type ToolProgress,
  type ToolRequest,
  ToolsDescribe,
  ToolsInvoke,
  ToolsRead,
} from './host-calls.ts';
/** JSON texts with placeholders, read before those have values; for nodes, in engine threads. */
export {
  compileJsonTemplate,
  type JsonTemplate,
  type JsonTemplateUse,
  renderJsonTemplate,
} from './json-template.ts';
/** Tools that a document names, with the nodes that do. */
export { type NeededTool, neededTools } from './needed-tools.ts';
/** Values of parameters as documents write them; for nodes, in engine threads. */
export { compileInput, type ParameterInput, readInput } from './parameter-input.ts';
/**
 * For plugins whose nodes name tools. `missingTool`: why a reference leads to no installed tool, null when it does or may;
 * `areHarmless`: whether all lead to installed tools without side effects.
 */
export { areHarmless, missingTool } from './registry.ts';
export {
  type ListedToolProvider,
  type Tool,
  type ToolCredentialSource,
  ToolCredentialSources,
  type ToolDescription,
  type ToolInvocation,
  type ToolPackageFinder,
  ToolPackages,
  type ToolParameter,
  type ToolParameterType,
  ToolProblems,
  type ToolReference,
  type ToolResult,
  type ToolSource,
  ToolSources,
  Tools,
} from './tool.ts';
/** Who uses tools of a workspace, for those who would remove them. */
export { type AppUsingTool, type ToolUser, ToolUsers } from './tool-users.ts';
