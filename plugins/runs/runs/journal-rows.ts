import type { JsonText, RunEvent, RunFinishedEvent, RunPausedEvent } from '#engine';
import type { RunStart } from './contract.ts';

/**
 * One row of the journal as JSON text: a batch of them is one parameter of one statement, and what is JSON already
 * (inputs, outputs) is neither parsed nor escaped again on its way to the database.
 */
export type JsonRow = string;

/** Rows a run hands to group commit: its own (started or finished), those of nodes that ended, and its events. */
export interface JournalRow {
  readonly runId: string;
  /** The process that executes the run; its rows count while it is alive. */
  readonly processId: string;
  readonly run: JsonRow | null;
  /** From `EventJournal`; absent: none. */
  readonly events?: readonly EventRow[];
}

/** Events that follow each other, with the nodes that ended in them. */
export interface EventRow {
  /** Without what follows: an object that is not closed yet. */
  readonly head: string;
  /** JSON array (`nodeText`); empty: none. */
  readonly nodes: JsonText;
  /** Nodes that are too large to be kept with others. */
  readonly large: readonly JsonRow[];
}

export interface RunIdentity {
  readonly runId: string;
  readonly taskId: string;
  readonly processId: string;
  readonly startedAt: number;
}

type NodeFinished = Extract<RunEvent, { kind: 'node-finished' }>;

/** What a run is started with, as columns. */
export type GivenColumns = Readonly<Record<'inputs' | 'start', JsonText>>;

/** Columns as they are written. `large`: `LargeColumns` as JSON text. */
export interface GivenTexts {
  readonly texts: GivenColumns;
  readonly large: JsonText | null;
}

/** Outputs of a run, in the same form. */
export interface OutputTexts {
  readonly texts: { readonly outputs: JsonText };
  readonly large: JsonText | null;
}

export function startedRow(identity: RunIdentity, start: RunStart, given: GivenTexts | null): JsonRow {
  return `{${commonFields(identity, start)}${givenFields(given)},"status":"running"}`;
}

export function finishedRow(
  identity: RunIdentity,
  start: RunStart,
  {
    end,
    given,
    outputs,
    notes = null,
  }: { end: RunFinishedEvent; given: GivenTexts | null; outputs: OutputTexts; notes?: JsonText | null },
): JsonRow {
  return `{${commonFields(identity, start)}${givenFields(given)},"status":"${end.status}"${outputFields(outputs)},"error":${quote(end.error)},"error_code":${quote(end.errorCode)},"total_steps":${end.totalSteps},"total_tokens":${end.totalTokens},"total_price":"${end.usage.totalPrice}","currency":${quote(end.usage.currency)},"exceptions_count":${end.exceptionsCount},"elapsed":${end.elapsed},"finished_at":"${isoTime(end.finishedAt)}"${notes === null ? '' : `,"notes":${notes}`}}`;
}

export function pausedRow(
  identity: RunIdentity,
  start: RunStart,
  { pause, given, outputs }: { pause: RunPausedEvent; given: GivenTexts | null; outputs: OutputTexts },
): JsonRow {
  return `{${commonFields(identity, start)}${givenFields(given)},"status":"paused","pause":${JSON.stringify(pause.reasons)}${outputFields(outputs)},"total_steps":${pause.totalSteps},"total_tokens":${pause.totalTokens},"total_price":"${pause.usage.totalPrice}","currency":${quote(pause.usage.currency)},"elapsed":${pause.elapsed}}`;
}

/** Values of a node that may be large, by their columns. */
export function nodeColumns({ inputs, processData, outputs, state }: NodeFinished) {
  return { inputs, process_data: processData, outputs, state };
}

/** A node as a row of its own; what is `large` is in the store. */
export function nodeRow(
  run: { readonly runId: string; readonly workspaceId: string },
  event: NodeFinished,
  { texts, large }: { readonly texts: ReturnType<typeof nodeColumns>; readonly large: JsonText | null },
): JsonRow {
  const { runId, workspaceId } = run;
  return `{"run_id":"${runId}","index":${event.index},"id":"${event.executionId}","workspace_id":"${workspaceId}","node_id":${quote(event.nodeId)},"node_type":${quote(event.nodeType)},"title":${quote(event.title)},"status":"${event.status}","elapsed":${event.elapsed},"started_at":"${isoTime(event.startedAt)}","finished_at":"${isoTime(event.finishedAt)}"${optionalFields(event, texts)}${large === null ? '' : `,"large":${large}`}}`;
}

/** Fields that are mostly absent: what a row leaves out is null. */
function optionalFields(event: NodeFinished, texts: ReturnType<typeof nodeColumns>): string {
  let fields = '';
  if (event.predecessorNodeId !== null) fields += `,"predecessor_node_id":${quote(event.predecessorNodeId)}`;
  if (event.position !== null) fields += `,"position":${JSON.stringify(event.position)}`;
  if (event.error !== null) fields += `,"error":${quote(event.error)}`;
  if (event.errorType !== null) fields += `,"error_type":${quote(event.errorType)}`;
  if (event.metadata !== null) fields += `,"metadata":${event.metadata}`;
  for (const [column, text] of Object.entries(texts)) if (text !== null) fields += `,"${column}":${text}`;
  return fields;
}

function commonFields(identity: RunIdentity, start: RunStart): string {
  return `"id":"${identity.runId}","workspace_id":"${start.workspaceId}","app_id":"${start.appId}","workflow_id":"${start.workflowId}","task_id":"${identity.taskId}","process_id":"${identity.processId}","kind":"${start.kind}","triggered_from":"${start.triggeredFrom}","created_by_role":"${start.createdBy.role}","created_by":"${start.createdBy.id}"${!start.keyId ? '' : `,"key_id":"${start.keyId}"`},"created_at":"${isoTime(identity.startedAt)}"`;
}

/** Null, once they are in the journal: they are written once. */
function givenFields(given: GivenTexts | null): string {
  if (given === null) return '';
  const { texts, large } = given;
  return `,"inputs":${texts.inputs},"start":${texts.start}${large === null ? '' : `,"large":${large}`}`;
}

function outputFields({ texts, large }: OutputTexts): string {
  return `,"outputs":${texts.outputs}${large === null ? '' : `,"large_outputs":${large}`}`;
}

export function givenColumns(start: RunStart): GivenColumns {
  return { inputs: start.recordedInputs, start: startFields(start) };
}

/** What the run's recorded inputs do not say: they hold the inputs, and the system values but for two. */
function startFields(start: RunStart): JsonText {
  const { graph, system, conversation, owner, maxSeconds, rootNodeId } = start;
  const { conversation_id, invoke_from } = system;
  const rest = { graph: graph.hash, conversation_id, invoke_from, max_seconds: maxSeconds, root: rootNodeId };
  const fields = JSON.stringify(rest).slice(0, -1);
  const variables = conversation === '{}' ? '' : `,"conversation":${conversation}`;
  // What ran is not what was asked for, when something else answers in the app's place.
  const isRecorded = start.recordedInputs.startsWith(start.inputs.slice(0, -1));
  const inputs = isRecorded ? '' : `,"inputs":${start.inputs}`;
  const owned = owner === undefined ? '' : `,"owner":${quote(owner.id)},"data":${owner.data}`;
  const forked = start.fork === undefined ? '' : `,"fork":${JSON.stringify(start.fork)}`;
  return `${fields}${variables}${inputs}${owned}${forked}}`;
}

function quote(text: string | null): JsonText {
  return text === null ? 'null' : JSON.stringify(text);
}

let lastTime = -1;
let lastText = '';

/** ISO text of a time in milliseconds; the last one is kept, since the rows of a batch share most of theirs. */
function isoTime(at: number): string {
  if (at !== lastTime) {
    lastTime = at;
    lastText = new Date(at).toISOString();
  }
  return lastText;
}

/** Joins rows to the text of a JSON array that PostgreSQL accepts. */
export function jsonArray(rows: readonly JsonRow[]): JsonText {
  return storable(`[${rows.join(',')}]`);
}

/** PostgreSQL can't store NUL or half a surrogate pair. */
export function storable(text: JsonText): JsonText {
  // Looked for without their backslash, of which a text may have millions.
  if (!/u(?:0000|d[89a-f])/.test(text)) return text;
  return text
    .replace(/(?<!\\)((?:\\\\)*)\\u0000/g, '$1')
    .replace(/(?<!\\)((?:\\\\)*)\\u(?:d[89ab][0-9a-f]{2}|d[c-f][0-9a-f]{2})/g, '$1\\ufffd');
}
