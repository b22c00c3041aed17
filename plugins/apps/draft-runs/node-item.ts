import type { JsonText } from '#engine';
import { rawJson, unixSeconds } from '#http';
import type { NodeExecutionRecord } from '#plugins/runs/contract.ts';

/** What a node did last, with its values. */
export function nodeItem(node: NodeExecutionRecord, runId: string) {
  return {
    run_id: runId,
    node_id: node.nodeId,
    node_type: node.nodeType,
    title: node.title,
    status: node.status,
    error: node.error,
    error_type: node.errorType,
    inputs: raw(node.inputs),
    process_data: raw(node.processData),
    outputs: raw(node.outputs),
    execution_metadata: raw(node.metadata),
    elapsed_time: node.elapsed,
    created_at: unixSeconds(node.startedAt),
    finished_at: unixSeconds(node.finishedAt),
  };
}

function raw(text: JsonText | null) {
  return text === null ? null : rawJson(text);
}
