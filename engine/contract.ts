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
  type DocumentProblem,
  Documents,
  type DrawnGraph,
  excerptStart,
  type FileResolver,
  type InputField,
  type MovedCredential,
  type ParsedApp,
  type ProblemFix,
  type ProblemSeverity,
} from './contract/app-document.ts';
export type { ChangedPart, DocumentChange, FieldChange } from './contract/document-change.ts';
export {
  type DocumentLinter,
  DocumentLinters,
  type MissingThing,
  type NeedyDocument,
} from './contract/document-linter.ts';
export type { DocumentOperation, PathStep } from './contract/document-operation.ts';
export { documentBodyLimit, type EngineLimits, runBodyLimit, usualLimits } from './contract/engine-limits.ts';
export { ExecutionIds } from './contract/execution-id.ts';
export type {
  AppMode,
  GraphDocument,
  GraphEdge,
  GraphNode,
  MissingNodeType,
  PinnedOutput,
  VariableDeclaration,
} from './contract/graph-document.ts';
export type { JsonText, Selector } from './contract/json-text.ts';
export type { MoveCredential, NodeDocument, SecretPlace } from './contract/node-document.ts';
export {
  type ContainerTraits,
  type NodeContext,
  NodeError,
  type NodeImplementation,
  type NodeResult,
  type NodeTraits,
  type NodeType,
  NodeTypes,
  type ResponsePart,
  type SettingWarning,
  type Variables,
  withDocuments,
} from './contract/node-type.ts';
export type { Round, RoundRequest, Rounds } from './contract/rounds.ts';
export {
  EngineThreads,
  endsExecution,
  type ForkOrigin,
  type FramePosition,
  GIVEN_BACK,
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
  type TokenKinds,
  type Usage,
} from './contract/run.ts';
export { systemVariables, systemVariablesOf } from './contract/system-variables.ts';
export {
  type EncodedBatch,
  type EventBatchEncoder,
  type HostCall,
  type HostCaller,
  HostCalls,
  RUN_PERSISTED,
  type RunLayer,
  RunLayers,
  type ThreadService,
  ThreadServices,
} from './contract/thread.ts';
export { readTraceparent, spanIdOf, traceparentOf } from './contract/trace.ts';
export { withCredentials, withoutCredentials } from './dsl/credential-ids.ts';
export { isSecretName, isSecretPair, isSecretText, isTyped } from './dsl/credential-scan.ts';
export { edgeName } from './dsl/graph-order.ts';
export { isHiddenName, replaceHidden } from './dsl/hidden-texts.ts';
export { inputTypeName } from './dsl/input-types.ts';
export { drawnOfNode } from './dsl/layout-keys.ts';
export { withPins } from './dsl/pinned-graph.ts';
export { pluginOfProvider, pluginOfTool } from './dsl/plugin-names.ts';
export { readTreeText } from './dsl/read-root.ts';
export { settingPath } from './dsl/setting-path.ts';
export { integerAt, listAt, mappingAt, textAt, textsAt, valueAt, without } from './dsl/tree.ts';
export { pinRefusal } from './graph/pinned-node.ts';
export { secretMask } from './run/records/secret-mask.ts';
export { addDecimals, addUsage, modelUses, noUsage, usageDetails, usageRecord } from './run/records/usage.ts';
export { GrowingText } from './run/streaming/growing-text.ts';
export { fileAttribute } from './run/values/file-attribute.ts';
export {
  comparable,
  isEqual,
  isInteger,
  isSameNumber,
  isTruthy,
  parseFloatText,
  parseInteger,
  toFloat,
} from './run/values/python-number.ts';
export { readSelector } from './run/values/read-selector.ts';
export {
  isTemplateText,
  isWholeTemplate,
  type PutValue,
  parseTemplate,
  renderTemplate,
  type Template,
  type TemplatePart,
  type ValuePlace,
} from './run/values/template.ts';
export { pythonLiteral, toMarkdown, toText } from './run/values/text-form.ts';
export {
  exactJson,
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
} from './run/values/value.ts';
export { checkLength, checkSize } from './run/values/value-size.ts';
export { variableBytes } from './run/values/variable-size.ts';
