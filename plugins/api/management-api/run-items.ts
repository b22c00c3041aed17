import { fromJson, type GraphDocument, type JsonText, toJson } from '#engine';
import { rawJson, unixSeconds } from '#http';
import type { NodeExecutionRecord, NumberedEvent, RunDetail, RunSummary } from '#plugins/runs/contract.ts';

/** Runs as the management API shows them. Times are seconds since the epoch. */
export function runItem(run: RunSummary) {
  return {
    id: run.id,
    app_id: run.appId,
    workflow_id: run.workflowId,
    task_id: run.taskId,
    kind: run.kind,
    triggered_from: run.triggeredFrom,
    created_by: run.createdBy,
    status: run.status,
    error: run.error,
    error_code: run.errorCode,
    total_steps: run.totalSteps,
    total_tokens: run.totalTokens,
    total_price: run.totalPrice,
    currency: run.currency,
    exceptions_count: run.exceptionsCount,
    elapsed_time: run.elapsed,
    created_at: unixSeconds(run.createdAt),
    finished_at: unixSeconds(run.finishedAt),
  };
}

export function runDetailItem(run: RunDetail) {
  return { ...runItem(run), forked_from: run.forkedFrom, inputs: raw(run.inputs), outputs: raw(run.outputs) };
}

export function nodeItem(node: NodeExecutionRecord, hasValues: boolean) {
  const { total_tokens: tokens = null } = (node.metadata === null ? {} : fromJson(node.metadata)) as Metadata;
  return {
    index: node.index,
    id: node.id,
    node_id: node.nodeId,
    node_type: node.nodeType,
    title: node.title,
    predecessor_node_id: node.predecessorNodeId,
    status: node.status,
    error: node.error,
    error_type: node.errorType,
    elapsed_time: node.elapsed,
    total_tokens: tokens,
    created_at: unixSeconds(node.startedAt),
    finished_at: unixSeconds(node.finishedAt),
    execution_metadata: raw(node.metadata),
    ...(hasValues && { inputs: raw(node.inputs), process_data: raw(node.processData), outputs: raw(node.outputs) }),
  };
}

interface Metadata {
  readonly total_tokens?: number | null;
}

/** Fields of events that hold JSON text. */
const jsonFields = new Set(['inputs', 'processData', 'outputs', 'metadata', 'data', 'resources', 'value', 'files']);

/** An event with its number; fields as the engine names them, in snake case. */
export function eventItem({ number, generation, event }: NumberedEvent) {
  return { number, generation, event: { ...snakeCase(event), kind: event.kind } };
}

function snakeCase(value: object): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(value)) {
    // What only the journal needs.
    if (name === 'state') continue;
    fields[name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)] = shown(name, field);
  }
  return fields;
}

function shown(name: string, field: unknown): unknown {
  if (typeof field === 'string') return jsonFields.has(name) ? rawJson(field) : field;
  if (Array.isArray(field)) return field.map((item) => shown('', item));
  return typeof field === 'object' && field !== null ? snakeCase(field) : field;
}

function raw(text: JsonText | null) {
  return text === null ? null : rawJson(text);
}

/** Where its nodes stood is not kept with a graph that runs. */
export function graphItem({ mode, nodes, edges }: GraphDocument) {
  return {
    mode,
    nodes: nodes.map(({ id, type, version, title, parent, data }) => ({
      ...{ id, type, version, title, parent_id: parent },
      // Numbers stay as they were written.
      data: rawJson(toJson(data)),
    })),
    edges: edges.map(({ source, sourceHandle, target }) => ({ source, source_handle: sourceHandle, target })),
  };
}
