import type { NodeResultEvent, RunEvent, RunFinishedEvent } from '#engine';
import { noUsage } from '#engine/run/records/usage.ts';

/** Run events with sensible fields, for tests of what reads them. */

export function runFinished(fields: Partial<RunFinishedEvent> = {}): RunFinishedEvent {
  return {
    kind: 'run-finished',
    status: 'succeeded',
    outputs: '{}',
    answer: '',
    files: '[]',
    error: null,
    errorCode: null,
    startedAt: 1_767_225_600_000,
    finishedAt: 1_767_225_601_000,
    elapsed: 1,
    totalTokens: 0,
    totalSteps: 3,
    exceptionsCount: 0,
    usage: noUsage,
    ...fields,
  };
}

export function nodeFinished(
  fields: Partial<NodeResultEvent> & { readonly status?: 'succeeded' | 'failed' | 'exception' | 'stopped' } = {},
): Extract<RunEvent, { kind: 'node-finished' }> {
  return {
    kind: 'node-finished',
    status: 'succeeded',
    executionId: '00000000-0000-4000-8000-000000000001',
    nodeId: 'n1',
    nodeType: 'template-transform',
    title: 'A node',
    index: 1,
    predecessorNodeId: null,
    position: null,
    startedAt: 1_767_225_600_000,
    finishedAt: 1_767_225_600_500,
    elapsed: 0.5,
    inputs: '{}',
    processData: null,
    outputs: '{"output":"x"}',
    error: null,
    errorType: null,
    metadata: null,
    state: null,
    ...fields,
  };
}

export function chunk(deltas: readonly string[], selector: readonly string[] | null = ['n1', 'text']): RunEvent {
  return { kind: 'chunk', nodeId: 'answer', selector, deltas, position: null };
}
