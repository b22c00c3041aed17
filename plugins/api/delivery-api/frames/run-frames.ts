import type { JsonText, NodeResultEvent, RunEvent, RunFinishedEvent, RunPausedEvent } from '#engine';
import { unixSeconds } from '#http';
import { outputFiles } from './output-files.ts';
import { toolIcon } from './tool-icon.ts';

export interface RunFrameContext {
  readonly runId: string;
  readonly workflowId: string;
  /** JSON text: user inputs plus `sys.*`. */
  readonly recordedInputs: string;
  readonly startedAt: number;
  readonly user: { readonly id: string; readonly sessionId: string };
}

/** A run's inputs as they are shown: as recorded, with what every run knows of itself. */
export function shownInputs(recorded: JsonText, run: { readonly runId: string; readonly startedAt: number }): JsonText {
  const known = `"sys.timestamp":${unixSeconds(run.startedAt)},"sys.workflow_run_id":"${run.runId}"}`;
  const given = recorded.slice(0, -1);
  return given === '{' ? given + known : `${given},${known}`;
}

type Started = Extract<RunEvent, { kind: 'node-started' }>;
type Container = Extract<RunEvent, { kind: 'container' }>;

/** `data` objects of the workflow events (runtime API, workflow events; node events), as JSON text. */
function workflowStartedData(context: RunFrameContext, reason: string): string {
  return `{"id":"${context.runId}","workflow_id":"${context.workflowId}","inputs":${shownInputs(context.recordedInputs, context)},"created_at":${unixSeconds(context.startedAt)},"reason":"${reason}","sequence_number":1}`;
}

export function workflowFinishedData(context: RunFrameContext, end: RunFinishedEvent): string {
  // Those that answers name, else those the outputs hold.
  const files = end.files === '[]' ? outputFiles(end.outputs) : end.files;
  const createdBy = JSON.stringify({ id: context.user.id, user: context.user.sessionId });
  return `{"id":"${context.runId}","workflow_id":"${context.workflowId}","status":"${end.status}","outputs":${end.outputs},"error":${JSON.stringify(end.error)},"elapsed_time":${end.elapsed},"total_tokens":${end.totalTokens},"total_steps":${end.totalSteps},"created_by":${createdBy},"created_at":${unixSeconds(context.startedAt)},"finished_at":${unixSeconds(end.finishedAt)},"exceptions_count":${end.exceptionsCount},"files":${files},"sequence_number":1}`;
}

function nodeStartedData(event: Started): string {
  return `{${nodeIdentity(event)},"inputs":null,"inputs_truncated":false,"created_at":${unixSeconds(event.startedAt)},"extras":${extras(event)},${containers(event)},"agent_strategy":null}`;
}

function nodeFinishedData(event: NodeResultEvent, status: string, retryIndex?: number): string {
  const retry = retryIndex === undefined ? '' : `,"retry_index":${retryIndex}`;
  const cut = truncatedParts(event);
  return `{${nodeIdentity(event)},"inputs":${event.inputs},"inputs_truncated":${cut.has('inputs')},"process_data":${event.processData},"process_data_truncated":${cut.has('process_data')},"outputs":${event.outputs},"outputs_truncated":${cut.has('outputs')},"status":"${status}","error":${JSON.stringify(event.error)},"elapsed_time":${event.elapsed},"execution_metadata":${event.metadata},"created_at":${unixSeconds(event.startedAt)},"finished_at":${unixSeconds(event.finishedAt)},"files":${outputFiles(event.outputs)},${containers(event)}${retry}}`;
}

const toolExtras = JSON.stringify({ icon: toolIcon });

function extras({ nodeType }: Started): string {
  return nodeType === 'tool' ? toolExtras : '{}';
}

const nothing: ReadonlySet<string> = new Set();

/** Which values of the record are cut. Hardly any are: the metadata is read only where it speaks of it. */
function truncatedParts({ metadata }: NodeResultEvent): ReadonlySet<string> {
  if (metadata?.includes('"truncated":[') !== true) return nothing;
  const { truncated } = JSON.parse(metadata) as { readonly truncated?: unknown };
  return new Set(Array.isArray(truncated) ? truncated : []);
}

function nodeIdentity(event: Started | NodeResultEvent): string {
  return `${identity(event)},"index":${event.index},"predecessor_node_id":${JSON.stringify(event.predecessorNodeId)}`;
}

function identity(event: Pick<Started, 'executionId' | 'nodeId' | 'nodeType' | 'title'>): string {
  return `"id":"${event.executionId}","node_id":${JSON.stringify(event.nodeId)},"node_type":${JSON.stringify(event.nodeType)},"title":${JSON.stringify(event.title)}`;
}

function containers(event: Started | NodeResultEvent): string {
  const position = event.position;
  return `"iteration_id":${JSON.stringify(position?.iterationId ?? null)},"loop_id":${JSON.stringify(position?.loopId ?? null)}`;
}

/** `data` of `iteration_started`, `iteration_next`, `loop_started` and `loop_next`. */
function containerData(event: Container): JsonText {
  return `{${identity(event)},"created_at":${unixSeconds(event.at)},${event.data.slice(1)}`;
}

/** `data` of `iteration_completed` and `loop_completed`, told of every container that ended, however it did. */
function containerFinishedData(event: NodeResultEvent, status: string): JsonText {
  const metadata: ContainerMetadata = event.metadata === null ? {} : JSON.parse(event.metadata);
  const rounds = Object.keys(metadata.iteration_duration_map ?? metadata.loop_duration_map ?? {}).length;
  const cut = truncatedParts(event);
  return `{${identity(event)},"outputs":${event.outputs},"outputs_truncated":${cut.has('outputs')},"inputs":${event.inputs},"inputs_truncated":${cut.has('inputs')},"created_at":${unixSeconds(event.startedAt)},"extras":{},"status":"${status}","error":${JSON.stringify(event.error)},"elapsed_time":${event.elapsed},"total_tokens":${metadata.total_tokens ?? 0},"execution_metadata":${event.metadata},"finished_at":${unixSeconds(event.finishedAt)},"steps":${rounds}}`;
}

/** The data of `workflow_paused` (runtime API, pause and human input), as JSON text. */
export function pausedData(runId: string, pause: RunPausedEvent): string {
  const reasons = pause.reasons.map(({ data }) => data).join(',');
  const nodes = JSON.stringify(pause.reasons.map(({ nodeId }) => nodeId));
  return `{"workflow_run_id":"${runId}","paused_nodes":${nodes},"outputs":${pause.outputs},"reasons":[${reasons}],"status":"paused","created_at":${unixSeconds(pause.pausedAt)},"elapsed_time":${pause.elapsed},"total_tokens":${pause.totalTokens},"total_steps":${pause.totalSteps}}`;
}

interface ContainerMetadata {
  readonly total_tokens?: number;
  readonly iteration_duration_map?: object;
  readonly loop_duration_map?: object;
}

/** Node types whose own events replace `node_started` and `node_finished` (runtime API, node events). */
const containerTypes: ReadonlySet<string> = new Set(['iteration', 'loop']);

/**
 * The events all graph apps share, as `[event name, data JSON]`; null for events that are told otherwise (text, ends)
 * or not at all (variables).
 */
export function sharedFrame(event: RunEvent, context: RunFrameContext): readonly [string, string] | null {
  switch (event.kind) {
    case 'run-started':
      return ['workflow_started', workflowStartedData(context, event.reason)];
    case 'node-started':
      return containerTypes.has(event.nodeType) ? null : ['node_started', nodeStartedData(event)];
    case 'node-finished':
      return containerTypes.has(event.nodeType)
        ? [`${event.nodeType}_completed`, containerFinishedData(event, event.status)]
        : ['node_finished', nodeFinishedData(event, event.status)];
    case 'node-retry':
      return ['node_retry', nodeFinishedData(event, 'retry', event.retryIndex)];
    case 'container':
      return [`${event.container}_${event.phase}`, containerData(event)];
    case 'agent-log':
      return ['agent_log', event.data];
    case 'signal':
      return [event.name, event.data];
    case 'run-paused':
      return ['workflow_paused', pausedData(context.runId, event)];
    case 'chunk':
    case 'reasoning':
    case 'citations':
    case 'variable-updated':
    case 'text-replaced':
    case 'run-finished':
      return null;
  }
}
