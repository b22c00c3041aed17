/**
 * The engine's public door: events out, commands in, layers beside; nothing else crosses its edge.
 *
 * Glossary
 * - document: an application definition as parsed from YAML, lossless.
 * - graph document: what of it the engine runs (nodes, edges, variables), plain JSON, identified by its hash.
 * - run: one execution of a graph document. It belongs to the journal, never to an HTTP connection.
 * - frame: one instance of a graph inside a run: the root frame, and one per container round.
 * - node execution: one (frame, node) pair, with an id of its own; retries share it.
 * - selector: `[node id, name, key…]`, the address of a value in the pool.
 * - chunk: a piece of streamed text, released by the stream slots in template order.
 * - handle: the outgoing side of a branch node that was chosen; ordinary nodes have `source`.
 * - thread: a worker thread of the pool; a whole run is executed by one thread, which multiplexes hundreds.
 */

export {
  type CompiledApp,
  type CompiledRoot,
  type DocumentModel,
  Documents,
  excerptStart,
  type FileResolver,
  type InputField,
  type MovedCredential,
  type ParsedApp,
} from './contract/app-document.ts';
export { type DocumentAdviser, DocumentAdvisers } from './contract/document-adviser.ts';
export type { ChangedPart, DocumentChange, FieldChange } from './contract/document-change.ts';
export { documentBodyLimit, type EngineLimits, usualLimits } from './contract/engine-limits.ts';
export { ExecutionIds } from './contract/execution-id.ts';
export type {
  AppMode,
  GraphDocument,
  GraphEdge,
  GraphNode,
  MissingNodeType,
  VariableDeclaration,
} from './contract/graph-document.ts';
export type { JsonText, Selector } from './contract/json-text.ts';
export {
  type NodeContext,
  NodeError,
  type NodeImplementation,
  type NodeResult,
  type NodeTraits,
  type NodeType,
  NodeTypes,
  type ResponsePart,
  type SettingAdvice,
  type Variables,
} from './contract/node-type.ts';
export type { Round, RoundRequest, Rounds } from './contract/rounds.ts';
export {
  EngineThreads,
  endsExecution,
  type ForkOrigin,
  type FramePosition,
  type GraphReference,
  type ModelUse,
  type NodeResultEvent,
  type NodeStatus,
  type PauseReason,
  type RunCommand,
  type RunEvent,
  type RunFinishedEvent,
  type RunFork,
  type RunHandle,
  type RunLimits,
  Runner,
  type RunPast,
  type RunPausedEvent,
  type RunRequest,
  type RunStatus,
  type Usage,
} from './contract/run.ts';
export {
  type EventPacker,
  type HostCall,
  type HostCaller,
  HostCalls,
  type PackedBurst,
  RUN_PERSISTED,
  type RunLayer,
  RunLayers,
  type ThreadService,
  ThreadServices,
} from './contract/thread.ts';
export { readTraceparent, spanIdOf, traceparentOf } from './contract/trace.ts';
export { exactJson } from './run/exact-json.ts';
export { fileAttribute } from './run/file-attribute.ts';
export { GrowingText } from './run/growing-text.ts';
export { readSelector } from './run/read-selector.ts';
export { isTemplateText, parseTemplate, renderTemplate, type Template, type TemplatePart } from './run/template.ts';
export { pythonLiteral, toMarkdown, toText } from './run/text-form.ts';
export { addDecimals, addUsage, modelUses, noUsage, usageRecord } from './run/usage.ts';
export {
  type FileValue,
  Float,
  fromJson,
  isFileValue,
  isMapping,
  isNumeric,
  mappingOf,
  numberOf,
  toJson,
  typeOf,
  type Value,
  type ValueType,
  zeroOf,
} from './run/value.ts';
export { checkLength, checkSize } from './run/value-size.ts';
export { variableBytes } from './run/variable-size.ts';
