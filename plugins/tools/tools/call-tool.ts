import { fromJson, type NodeContext, toJson } from '#engine';
import {
  type ToolFinding,
  type ToolProgress,
  type ToolRequest,
  ToolsDescribe,
  ToolsInvoke,
  ToolsRead,
} from './host-calls.ts';
import type { ToolReference, ToolResult } from './tool.ts';

/** Call depth of a run that a tool started; absent in a run somebody started. */
const CALL_DEPTH = ['sys', 'workflow_call_depth'];

/** The tools behind references, in their order. */
export async function describeTools(
  context: Pick<NodeContext, 'call'>,
  references: readonly ToolReference[],
): Promise<readonly ToolFinding[]> {
  return references.length === 0 ? [] : await context.call<readonly ToolFinding[]>(ToolsDescribe, references);
}

/** Calls a tool; `onText` hears what it streams, by output name. Throws what the host calls throw. */
export async function callTool(
  context: Pick<NodeContext, 'call' | 'variables'>,
  reference: ToolReference,
  options: {
    readonly arguments: Readonly<Record<string, unknown>>;
    readonly onText?: (name: string, delta: string) => void;
  },
): Promise<ToolResult> {
  const depth = context.variables.get(CALL_DEPTH);
  const request: ToolRequest = {
    reference,
    arguments: toJson(options.arguments),
    callDepth: typeof depth === 'number' ? depth : 0,
  };
  let progress = await context.call<ToolProgress>(ToolsInvoke, request);
  for (;;) {
    for (const { name, text } of progress.deltas) options.onText?.(name, text);
    if (progress.result !== null) return fromJson(progress.result) as ToolResult;
    progress = await context.call<ToolProgress>(ToolsRead, { call: progress.call });
  }
}
