import type { RunEvent } from '#engine';
import { chunk, nodeFinished, runFinished } from '#engine/testing/run-events.ts';
import { newId } from '#kernel';
import { begin } from './manual-runs.ts';

export const finishedNode = nodeFinished({
  inputs: '{"a":1.0,"b":"***"}',
  processData: '{"b": [ 1 ]}',
  metadata: '{"total_tokens":3}',
  error: 'it broke',
  errorType: 'CodeNodeError',
  predecessorNodeId: 'n0',
});

/** How a node that ended has begun. */
export function started(event: typeof finishedNode): RunEvent {
  const { executionId, nodeId, nodeType, title, index, predecessorNodeId, position, startedAt } = event;
  const identity = { executionId, nodeId, nodeType, title, index, predecessorNodeId, position, startedAt };
  return { kind: 'node-started', ...identity };
}

const second = nodeFinished({ index: 2, executionId: newId(), nodeId: 'n2', title: 'Zwei "2" ✓ 😀' });

/** One of each kind. */
export const all: readonly RunEvent[] = [
  begin,
  started(finishedNode),
  { ...finishedNode, kind: 'node-retry', retryIndex: 1 },
  finishedNode,
  started(second),
  chunk(['Hel', 'lo']),
  chunk([' ']),
  chunk(['wor', ''], null),
  chunk([]),
  chunk(['ld']),
  { kind: 'reasoning', nodeId: 'n2', deltas: ['so'], isFinal: false },
  { kind: 'citations', nodeId: 'n2', resources: '[{"score":1.0}]' },
  { kind: 'agent-log', nodeId: 'n2', executionId: newId(), data: '{"x":"\\\\u0000"}' },
  { kind: 'variable-updated', selector: ['conversation', 'x'], valueType: 'number', value: '1.0' },
  second,
  runFinished({ outputs: '{"answer":"Hello world","x":1.0}', answer: 'Hello world', totalTokens: 7 }),
];
