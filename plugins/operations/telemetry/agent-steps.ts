import { spanIdOf } from '#engine';
import type { AgentLogEntry } from '#plugins/node-agent/contract.ts';
import { cut } from './content.ts';
import type { FinishedSpan } from './span.ts';
import { toolNaming } from './span-names.ts';

/** The call of a tool that an agent's step tells the end of; null for all other steps. */
export function toolCallSpan(text: string, content: boolean): Omit<FinishedSpan, 'traceId' | 'parentId'> | null {
  if (!text.includes('"kind":"call"')) return null;
  const { id, status, data, metadata } = JSON.parse(text) as AgentLogEntry;
  if (status === 'start' || data.kind !== 'call') return null;
  const { name, attributes } = toolNaming(data.tool_name);
  return {
    spanId: spanIdOf(id),
    name,
    kind: 'internal',
    startedAt: Number(metadata.started_at) * 1_000,
    elapsed: Number(metadata.elapsed_time),
    error: status === 'error' ? 'tool_error' : null,
    attributes: {
      ...attributes,
      ...(content && {
        'gen_ai.tool.call.arguments': cut(JSON.stringify(data.tool_call_args)),
        'gen_ai.tool.call.result': cut(data.output ?? ''),
      }),
    },
  };
}
